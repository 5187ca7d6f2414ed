// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The smallest parts of a JSON text: white space, strings, numbers; and where an error is.
///
/// Reads UTF-8 from an array. After [#string] the bytes of the string are in [#source], from
/// [#sourceStart] on: in the text itself if it has no escapes, else in a buffer. Strict: what RFC
/// 8259 does not have is an error, and so is what is not UTF-8, and an escaped surrogate without
/// its other half, which no string can hold. For one thread, and one use at a time.
final class JsonScanner {

    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int MOST_KEPT_BUFFER = 1 << 16;

    private MutatorContext mutator;
    private byte[] text;
    private int start;
    private int end;

    /// The next byte to be looked at.
    int at;

    private byte[] buffer = new byte[256];
    private byte[] source;
    private int sourceStart;
    private int sourceBytes;
    private int codePoints;

    private final JsonNumber number = new JsonNumber();

    void open(MutatorContext user, byte[] utf8, int from, int count) {
        mutator = user;
        text = utf8;
        start = from;
        end = from + count;
        at = from;
        if (count >= 3
                && utf8[from] == (byte) 0xEF
                && utf8[from + 1] == (byte) 0xBB
                && utf8[from + 2] == (byte) 0xBF) {
            at += 3; // a byte order mark
        }
    }

    void close() {
        mutator = null;
        text = null;
        source = null;
        if (buffer.length > MOST_KEPT_BUFFER) {
            buffer = new byte[256];
        }
    }

    byte[] text() {
        return text;
    }

    int end() {
        return end;
    }

    /// The next byte after white space, or -1 at the end. Does not go beyond it.
    int next() {
        int from = at;
        while (from < end) {
            int found = text[from];
            if (found > ' ') {
                break;
            }
            if (found != ' ' && found != '\n' && found != '\r' && found != '\t') {
                at = from;
                return found & 0xFF;
            }
            from++;
        }
        at = from;
        return from < end ? text[from] & 0xFF : -1;
    }

    /// Goes beyond a word, which begins here.
    void word(byte[] letters) {
        int length = letters.length;
        if (end - at < length || !Arrays.equals(text, at, at + length, letters, 0, length)) {
            throw fail(at, "a value");
        }
        at += length;
    }

    // Strings

    byte[] source() {
        return source;
    }

    int sourceStart() {
        return sourceStart;
    }

    int sourceBytes() {
        return sourceBytes;
    }

    /// Code points of the string.
    int codePoints() {
        return codePoints;
    }

    /// Reads a string whose opening quote is the next byte, and goes beyond it. A safepoint, if the
    /// string is long.
    void string() {
        int first = at + 1;
        int stop = plainEnd(first);
        if (stop < end && text[stop] == '"') {
            found(text, first, stop - first, stop - first);
            at = stop + 1;
            return;
        }
        stringSlowly(first, stop);
    }

    private void found(byte[] where, int from, int bytes, int points) {
        source = where;
        sourceStart = from;
        sourceBytes = bytes;
        codePoints = points;
    }

    /// Where the first byte at or after `from` is that is no ASCII character standing for itself.
    private int plainEnd(int from) {
        int stop = plainEnd(from, from + Math.min(Pause.STEP_BYTES, end - from));
        for (int done = from + Pause.STEP_BYTES;
                stop == done && stop < end;
                done += Pause.STEP_BYTES) {
            mutator.poll();
            stop = plainEnd(done, done + Math.min(Pause.STEP_BYTES, end - done));
        }
        return stop;
    }

    /// The same up to a limit.
    private int plainEnd(int from, int limit) {
        int position = from;
        for (; position + 8 <= limit; position += 8) {
            int plain = PlainCharacters.before((long) WORD.get(text, position));
            if (plain < 8) {
                return position + plain;
            }
        }
        while (position < limit && PlainCharacters.isPlain(text[position])) {
            position++;
        }
        return position;
    }

    /// A string with characters beyond ASCII or escapes: `stop` is the first such byte.
    private void stringSlowly(int first, int stop) {
        int copied = -1; // bytes in the buffer, or -1 as long as the text itself will do
        int continuing = 0;
        int pieceStart = first;
        int position = stop;
        int paused = stop;
        for (; ; position = plainEnd(position)) {
            if (position - paused > Pause.STEP_BYTES) {
                mutator.poll();
                paused = position;
            }
            int here = position < end ? text[position] & 0xFF : -1;
            if (here == '"') {
                break;
            } else if (here >= 0x80) {
                int length = sequence(position);
                continuing += length - 1;
                position += length;
            } else if (here == '\\') {
                copied = copyPiece(Math.max(0, copied), pieceStart, position);
                int before = copied;
                at = position;
                copied = escape(copied);
                continuing += Math.max(0, copied - before - 1);
                position = at;
                pieceStart = at;
            } else {
                throw fail(position, "the closing quote of a string");
            }
        }
        at = position + 1;
        if (copied < 0) {
            int bytes = position - first;
            found(text, first, bytes, bytes - continuing);
        } else {
            int bytes = copyPiece(copied, pieceStart, position);
            found(buffer, 0, bytes, bytes - continuing);
        }
    }

    private int copyPiece(int copied, int from, int to) {
        makeRoom(copied + to - from + 4);
        System.arraycopy(text, from, buffer, copied, to - from);
        return copied + to - from;
    }

    private void makeRoom(int bytes) {
        if (bytes > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(bytes, 2 * buffer.length));
        }
    }

    /// Bytes of the character that begins at `position` with a byte beyond ASCII.
    private int sequence(int position) {
        int length = Utf8Sequence.length(text, position, end);
        if (length == 0) {
            throw fail(position, "UTF-8");
        }
        return length;
    }

    /// Reads the escape that begins here into the buffer, which has room; returns what is in there
    /// then.
    private int escape(int copied) {
        int kind = at + 1 < end ? text[at + 1] : -1;
        int single =
                switch (kind) {
                    case '"', '\\', '/' -> kind;
                    case 'b' -> '\b';
                    case 'f' -> '\f';
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    case 'u' -> -1;
                    default -> throw fail(at + 1, "one of \" \\ / b f n r t u after a backslash");
                };
        if (single >= 0) {
            buffer[copied] = (byte) single;
            at += 2;
            return copied + 1;
        }
        return copied + Utf8Sequence.put(escapedCodePoint(), buffer, copied);
    }

    private int escapedCodePoint() {
        int begin = at;
        int unit = fourDigits(at + 2);
        at += 6;
        if (!Character.isSurrogate((char) unit)) {
            return unit;
        }
        boolean another = at + 1 < end && text[at] == '\\' && text[at + 1] == 'u';
        if (Character.isHighSurrogate((char) unit) && another) {
            int low = fourDigits(at + 2);
            if (Character.isLowSurrogate((char) low)) {
                at += 6;
                return Character.toCodePoint((char) unit, (char) low);
            }
        }
        throw problem(
                begin,
                "expected both halves of a surrogate pair but found \\u%04x alone".formatted(unit));
    }

    private int fourDigits(int from) {
        int value = 0;
        for (int position = from; position < from + 4; position++) {
            int here = position < end ? text[position] : -1;
            int digit = here < 0 ? -1 : Character.digit(here, 16);
            if (digit < 0) {
                throw fail(position, "four hexadecimal digits after \\u");
            }
            value = value << 4 | digit;
        }
        return value;
    }

    // Numbers

    /// Reads a number that begins here, and goes beyond it.
    JsonNumber number() {
        int stop = number.read(text, at, end);
        if (number.expected() != null) {
            throw fail(stop, number.expected());
        }
        if (number.isTooLarge()) {
            throw problem(at, "found a number too large for a float");
        }
        at = stop;
        return number;
    }

    // Errors

    /// What stands at a place is not what should.
    JsonSyntaxException fail(int position, String expected) {
        return problem(position, "expected %s but found %s".formatted(expected, seen(position)));
    }

    /// The place is counted from the beginning of the text. A safepoint: nothing that was read is
    /// needed any more.
    JsonSyntaxException problem(int position, String sentence) {
        int line = 1;
        int lineStart = start;
        for (int i = start; i < position; i++) {
            if (text[i] == '\n') {
                line++;
                lineStart = i + 1;
            }
            rest(i);
        }
        int column = 1;
        for (int i = lineStart; i < position; i++) {
            if ((text[i] & 0xC0) != 0x80) {
                column++;
            }
            rest(i);
        }
        return new JsonSyntaxException(sentence, line, column);
    }

    /// Comes to a safepoint now and then.
    private void rest(int position) {
        if (position % Pause.STEP_BYTES == Pause.STEP_BYTES - 1) {
            mutator.poll();
        }
    }

    private String seen(int position) {
        if (position >= end) {
            return "the end of the text";
        }
        int here = text[position] & 0xFF;
        if (here < ' ' || here == 0x7F) {
            return "the control character U+%04X".formatted(here);
        }
        int length = here < 0x80 ? 1 : Utf8Sequence.length(text, position, end);
        return length == 0
                ? "the byte 0x%02X, which begins no character".formatted(here)
                : "'" + new String(text, position, length, StandardCharsets.UTF_8) + "'";
    }
}
