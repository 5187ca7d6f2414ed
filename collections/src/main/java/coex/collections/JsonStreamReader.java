// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.json.JsonParser;
import coex.collections.json.JsonSyntaxException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/// Goes through a JSON text that is read from a stream, a value at a time: either takes the bytes
/// of a value or passes over it. Holds no more of the stream than that and a buffer.
///
/// It knows where a value ends by brackets and quotes alone. Whether what is taken is JSON its
/// parser says; of what is passed over nobody does. A bracket that closes another kind, or a
/// control character in a string, ends a value too: it is no JSON then, and what follows is not
/// read in order to find that out. For one thread.
final class JsonStreamReader {

    private static final int BUFFER = 1 << 14;

    private final InputStream source;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;

    /// Of the next byte, as [JsonTextException] has them.
    private int line = 1;

    private int column = 1;

    /// Which brackets around the next byte, up to `depth`, are those of objects.
    private final BitSet objects = new BitSet();

    private int depth;

    JsonStreamReader(InputStream source) {
        this.source = source;
    }

    int line() {
        return line;
    }

    int column() {
        return column;
    }

    /// The next byte; -1 at the end.
    private int peek() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, source.read(buffer));
        }
        return at == end ? -1 : buffer[at] & 0xFF;
    }

    /// Goes beyond the next byte.
    private void skip() {
        int skipped = buffer[at++];
        if (skipped == '\n') {
            line++;
            column = 1;
        } else if ((skipped & 0xC0) != 0x80) {
            column++;
        }
    }

    /// Goes beyond a byte order mark, if the text begins with one.
    void skipMark() throws IOException {
        int[] mark = {0xEF, 0xBB, 0xBF};
        if (peek() == mark[0]) {
            for (int each : mark) {
                if (peek() != each) {
                    throw new JsonSyntaxException(
                            "expected a value but found a byte that begins none", line, column);
                }
                at++;
            }
        }
    }

    /// The next byte after white space, or -1 at the end. Does not go beyond it.
    int next() throws IOException {
        int next = peek();
        while (next == ' ' || next == '\n' || next == '\r' || next == '\t') {
            skip();
            next = peek();
        }
        return next;
    }

    /// Goes beyond the next byte after white space, which is one of two.
    ///
    /// @return whether it is the first
    boolean expect(char one, char other) throws IOException {
        int found = next();
        if (found != one && found != other) {
            String expected = one == other ? "'" + one + "'" : "'" + one + "' or '" + other + "'";
            throw fail(expected, found);
        }
        skip();
        return found == one;
    }

    /// That there is something else here than should be.
    JsonSyntaxException fail(String expected, int found) {
        String seen =
                found < 0
                        ? "the end of the text"
                        : found > ' ' && found < 0x7F
                                ? "'" + (char) found + "'"
                                : "the byte 0x%02X".formatted(found);
        return new JsonSyntaxException("expected " + expected + " but found " + seen, line, column);
    }

    /// Goes beyond the next value. At an end of the text it goes beyond nothing.
    ///
    /// @param taken gets the bytes of the value; null to pass over it
    void value(ByteArrayOutputStream taken) throws IOException {
        int first = next();
        if (first == '"') {
            string(taken);
        } else if (first == '{' || first == '[') {
            brackets(taken);
        } else {
            while (!isEndOfWord(peek())) {
                take(taken);
            }
        }
    }

    private static boolean isEndOfWord(int found) {
        return switch (found) {
            case -1, ',', ':', '[', ']', '{', '}', '"', ' ', '\n', '\r', '\t' -> true;
            default -> false;
        };
    }

    /// The name of a field, or another string, which is the next value.
    String string() throws IOException {
        int firstLine = line;
        int firstColumn = column;
        if (next() != '"') {
            throw fail("a name", next());
        }
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        string(taken);
        return text(taken.toString(StandardCharsets.UTF_8), firstLine, firstColumn);
    }

    /// What a string in quotes says.
    private static String text(String quoted, int line, int column) {
        StringBuilder text = new StringBuilder();
        int last = quoted.length() - 1;
        try {
            for (int i = 1; i < last; i++) {
                char each = quoted.charAt(i);
                if (each != '\\') {
                    text.append(each);
                    continue;
                }
                char kind = quoted.charAt(++i);
                switch (kind) {
                    case '"', '\\', '/' -> text.append(kind);
                    case 'b' -> text.append('\b');
                    case 'f' -> text.append('\f');
                    case 'n' -> text.append('\n');
                    case 'r' -> text.append('\r');
                    case 't' -> text.append('\t');
                    case 'u' -> {
                        text.append((char) Integer.parseInt(quoted, i + 1, i + 5, 16));
                        i += 4;
                    }
                    default -> throw new NumberFormatException();
                }
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new JsonSyntaxException(
                    "found a name with an escape that there is not: " + quoted, line, column);
        }
        return text.toString();
    }

    private void brackets(ByteArrayOutputStream taken) throws IOException {
        depth = 0;
        do {
            int found = peek();
            switch (found) {
                case -1 -> {
                    return;
                }
                case '"' -> {
                    if (!string(taken)) {
                        return;
                    }
                    continue;
                }
                case '[', '{' -> {
                    objects.set(depth++, found == '{');
                    if (depth > JsonParser.DEEPEST + 1) {
                        if (taken == null) {
                            throw new JsonSyntaxException(
                                    "found brackets nested deeper than " + JsonParser.DEEPEST,
                                    line,
                                    column);
                        }
                        take(taken);
                        return;
                    }
                }
                case ']', '}' -> {
                    if (objects.get(--depth) != (found == '}')) {
                        if (taken == null) {
                            throw fail(found == '}' ? "']'" : "'}'", found);
                        }
                        take(taken);
                        return;
                    }
                }
                default -> {
                    // part of a value inside, or between two
                }
            }
            take(taken);
        } while (depth > 0);
    }

    /// Whether it ended as strings do.
    private boolean string(ByteArrayOutputStream taken) throws IOException {
        take(taken);
        while (true) {
            int found = peek();
            if (found < 0) {
                return false;
            }
            if (found < ' ') {
                if (taken == null) {
                    throw fail("the closing quote of a string", found);
                }
                take(taken);
                return false;
            }
            take(taken);
            if (found == '"') {
                return true;
            }
            if (found == '\\' && peek() >= ' ') {
                take(taken);
            }
        }
    }

    private void take(ByteArrayOutputStream taken) {
        if (taken != null) {
            taken.write(buffer[at]);
        }
        skip();
    }
}
