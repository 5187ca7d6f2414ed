package coex.collections.json;

import coex.collections.text.Strings;
import coex.gc.mutator.MutatorContext;

import java.util.Arrays;

/// Turns json into text, compact or indented.
///
/// A writer is made once and used for any number of values, one after the other, by one thread at a
/// time. The text gathers in an array that is used again: [#write] leaves it there for the caller, [#compact]
/// and [#pretty] make a string of it. All are safepoints and keep the value.
///
/// Compact text has no spaces. Indented text has one item per line, a space after colons, `[]` and
/// `{}` for what is empty, and no line feed at the end. Ints are decimal; floats have six significant
/// digits, as strings made of floats do, so a float need not come back as it was, and 2.0 comes back as
/// the int 2. NaN and the infinities, which JSON does not have, become `null`. In strings
/// the quote, the backslash and control characters are escaped, and each byte that is not part of a
/// character of UTF-8 becomes U+FFFD.
///
/// Goes down without recursion: a value may be nested as deeply as memory allows, deeper than a parser
/// would take.
public final class JsonWriter {

    private static final int MOST_KEPT_LEVELS = 1024;
    private static final int POLL_EVERY = 256;

    private final JsonType type;
    private final Strings strings;
    private final JsonSink sink = new JsonSink();

    // For each level: the array or object, where it is at, and where it ends
    private long[] containers = new long[32];
    private int[] positions = new int[32];
    private int[] ends = new int[32];
    private int depth;

    private int sincePoll;

    public JsonWriter(JsonType type) {
        this.type = type;
        this.strings = type.strings();
    }

    /// The compact text.
    public long compact(MutatorContext mutator, long json) {
        write(mutator, json);
        return string(mutator);
    }

    /// The text, indented by `spaces` for each level; below 0 is as 0.
    public long pretty(MutatorContext mutator, long json, long spaces) {
        write(mutator, json, spaces);
        return string(mutator);
    }

    /// The text of a string itself; of anything else the compact text. What `as string` gives.
    public long text(MutatorContext mutator, long json) {
        return type.kind(mutator, json) == JsonKind.STRING
                ? type.toString(mutator, json)
                : compact(mutator, json);
    }

    private long string(MutatorContext mutator) {
        try {
            return strings.of(mutator, sink.bytes(), 0, sink.count());
        } finally {
            sink.clear();
        }
    }

    /// Writes the compact text to [#bytes] and returns how many there are.
    public int write(MutatorContext mutator, long json) {
        return write(mutator, json, -1, false);
    }

    /// Writes the text, indented by `spaces` for each level, to [#bytes] and returns how many there are.
    public int write(MutatorContext mutator, long json, long spaces) {
        return write(mutator, json, (int) Math.clamp(spaces, 0L, (long) Strings.MOST_BYTES), true);
    }

    /// What was written last, from 0 on. Good until the writer is used again.
    public byte[] bytes() {
        return sink.bytes();
    }

    private int write(MutatorContext mutator, long json, int spaces, boolean indented) {
        sink.clear();
        depth = 0;
        int frame = mutator.stack().push(1, mutator);
        mutator.stack().setTop(mutator.stack().base(frame), json);
        try {
            value(mutator, json);
            while (depth > 0) {
                item(mutator, spaces, indented);
                if (++sincePoll >= POLL_EVERY) {
                    sincePoll = 0;
                    mutator.poll();
                }
            }
            return sink.count();
        } finally {
            mutator.popTo(frame);
            if (containers.length > MOST_KEPT_LEVELS) {
                makeLevels(32);
            }
        }
    }

    /// Writes the next item of the innermost container, or its end.
    private void item(MutatorContext mutator, int spaces, boolean indented) {
        int level = depth - 1;
        long container = containers[level];
        boolean isObject = ends[level] < 0;
        int end = isObject ? ~ends[level] : ends[level];
        int position = positions[level];
        boolean first = position == 0;
        long value = 0;
        while (position < end) {
            value =
                    isObject
                            ? type.valueAt(mutator, container, position)
                            : type.lists().get(mutator, container, position);
            if (!type.isHole(value)) {
                break;
            }
            position++;
        }
        if (position == end) {
            depth--;
            separate(indented, spaces);
            sink.put(isObject ? '}' : ']');
            return;
        }
        positions[level] = position + 1;
        if (!first) {
            sink.put(',');
        }
        separate(indented, spaces);
        if (isObject) {
            quoted(mutator, type.nameAt(mutator, container, position));
            sink.put(':');
            if (indented) {
                sink.put(' ');
            }
        }
        value(mutator, value);
    }

    private void separate(boolean indented, int spaces) {
        if (indented) {
            sink.newLine((long) depth * spaces);
        }
    }

    /// Writes a value, or the beginning of one that is not empty.
    private void value(MutatorContext mutator, long json) {
        switch (type.kind(mutator, json)) {
            case NULL -> sink.putWord("null");
            case BOOL -> sink.putWord(JsonType.isTrue(mutator, json) ? "true" : "false");
            case INT -> sink.putLong(JsonType.bitsOf(mutator, json));
            case FLOAT -> sink.putDouble(Double.longBitsToDouble(JsonType.bitsOf(mutator, json)));
            case STRING -> quoted(mutator, type.orEmpty(mutator, json));
            case ARRAY -> begin(json, '[', type.length(mutator, json), ']');
            case OBJECT -> {
                int fields = type.length(mutator, json);
                begin(json, '{', fields == 0 ? 0 : ~type.positions(mutator, json), '}');
            }
        }
    }

    private void begin(long json, char opening, int end, char closing) {
        sink.put(opening);
        if (end == 0) {
            sink.put(closing);
            return;
        }
        if (depth == containers.length) {
            makeLevels(2 * depth);
        }
        containers[depth] = json;
        positions[depth] = 0;
        ends[depth] = end;
        depth++;
    }

    private void makeLevels(int levels) {
        containers = Arrays.copyOf(containers, levels);
        positions = Arrays.copyOf(positions, levels);
        ends = Arrays.copyOf(ends, levels);
    }

    private void quoted(MutatorContext mutator, long string) {
        sink.putQuoted(strings.text(mutator, string), strings.byteLength(mutator, string));
    }
}
