// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import coex.collections.text.Strings;
import coex.collections.value.Pause;
import coex.collections.value.ValueStack;
import coex.gc.mutator.MutatorContext;

import java.nio.charset.StandardCharsets;

/// Turns text into json: strictly as RFC 8259 has it, straight from UTF-8 into the heap.
///
/// A parser is made once and used for any number of texts, one after the other, by one thread at a
/// time. Each use is a safepoint. A text that is not JSON gives a [JsonSyntaxException] and nothing
/// else.
///
/// | what | answer |
/// | --- | --- |
/// | nested deeper than [#DEEPEST], or what was said | error |
/// | a name twice in an object | the last value counts, in the place of the first |
/// | int beyond 64 bits | float, the nearest |
/// | number that rounds to infinity, such as 1e999 | error |
/// | number that rounds to 0, such as 1e-999 | 0.0 |
/// | `-0` | the int 0; `-0.0` is a float |
/// | leading zeros, `+1`, `.5`, `1.`, hexadecimal, NaN, Infinity | error |
/// | half of a surrogate pair, escaped | error: no string can hold it |
/// | bytes that are not UTF-8, also overlong forms and surrogates | error |
/// | byte order mark at the start | passed over |
/// | control characters in strings | error; DEL is none |
/// | `\u0000` | the character |
/// | anything but white space after the value; nothing at all | error |
///
/// **Memory.** Beside what it makes, a parse takes no more than: for each open array 1,024 handles
/// and for each open object 512 names and values, on the mutator's stack; the cache ([ParseCache]),
/// which has a limit; a few words for each level; the text itself if it comes from the heap; and
/// two words for each field while an object of more than 128 fields ends.
///
/// **Safepoints.** Whatever has been made lies on a [ValueStack] from the moment it is made until
/// it is part of something else that does.
public final class JsonParser {

    /// The deepest that arrays and objects may be nested, if nobody says otherwise.
    public static final int DEEPEST = 1000;

    private static final int MOST_KEPT_TEXT = 1 << 20;
    private static final byte[] NULL = ascii("null");
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");

    private final JsonType type;
    private final Strings strings;
    private final JsonScanner scanner = new JsonScanner();
    private final ValueStack stack = new ValueStack();
    private final ContainerBuilder containers;
    private byte[] copy = {};

    private MutatorContext mutator;

    public JsonParser(JsonType type) {
        this(type, DEEPEST);
    }

    /// @param deepest the deepest that arrays and objects may be nested. A parse needs no deep
    ///     stack; memory alone limits it
    public JsonParser(JsonType type, int deepest) {
        this.type = type;
        this.strings = type.strings();
        this.containers = new ContainerBuilder(type, stack, scanner, deepest);
    }

    private static byte[] ascii(String letters) {
        return letters.getBytes(StandardCharsets.US_ASCII);
    }

    /// The json of a text in an array.
    public long parse(MutatorContext user, byte[] utf8, int from, int count) {
        if (mutator != null) {
            throw new IllegalStateException("parser in use: by=" + mutator.name());
        }
        mutator = user;
        scanner.open(user, utf8, from, count);
        stack.open(user);
        containers.open(user);
        try {
            return value();
        } finally {
            containers.close();
            stack.close();
            scanner.close();
            mutator = null;
        }
    }

    public long parse(MutatorContext user, byte[] utf8) {
        return parse(user, utf8, 0, utf8.length);
    }

    /// The json of a string.
    public long parse(MutatorContext user, long string) {
        int bytes = strings.byteLength(user, string);
        if (bytes > Pause.STEP_BYTES) {
            copy = strings.bytes(user, string);
        } else {
            copyOut(user, string, bytes);
        }
        try {
            return parse(user, copy, 0, bytes);
        } finally {
            if (copy.length > MOST_KEPT_TEXT) {
                copy = new byte[0];
            }
        }
    }

    private void copyOut(MutatorContext user, long string, int bytes) {
        if (copy.length < bytes) {
            copy = new byte[bytes];
        }
        strings.copyOut(user, string, 0, copy, 0, bytes);
    }

    /// Whether a string is JSON.
    public boolean isJson(MutatorContext user, long string) {
        try {
            parse(user, string);
            return true;
        } catch (JsonSyntaxException e) {
            return false;
        }
    }

    /// The whole text.
    private long value() {
        while (true) {
            long value = begin();
            if (value == BEGUN) {
                continue;
            }
            while (true) {
                if (containers.depth() == 0) {
                    if (scanner.next() >= 0) {
                        throw scanner.fail(scanner.at, "the end of the text");
                    }
                    return value;
                }
                value = containers.add(value);
                if (value == BEGUN) {
                    break;
                }
            }
        }
    }

    /// No value: it has only begun, and the next one is part of it.
    static final long BEGUN = -1;

    /// Reads a value, or the beginning of one that is not empty.
    private long begin() {
        int first = scanner.next();
        switch (first) {
            case '"' -> {
                scanner.string();
                return string();
            }
            case '{' -> {
                return containers.beginObject();
            }
            case '[' -> {
                return containers.beginArray();
            }
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
                JsonNumber number = scanner.number();
                return number.isWhole()
                        ? type.ofLong(mutator, number.longValue())
                        : type.ofDouble(mutator, number.doubleValue());
            }
            case 't' -> {
                scanner.word(TRUE);
                return type.ofBoolean(mutator, true);
            }
            case 'f' -> {
                scanner.word(FALSE);
                return type.ofBoolean(mutator, false);
            }
            case 'n' -> {
                scanner.word(NULL);
                return 0;
            }
            default -> throw scanner.fail(scanner.at, "a value");
        }
    }

    private long string() {
        return type.ofString(
                mutator,
                strings.of(
                        mutator,
                        scanner.source(),
                        scanner.sourceStart(),
                        scanner.sourceBytes(),
                        scanner.codePoints()));
    }
}
