// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import coex.collections.text.Strings;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/// Turns json into text, compact or indented.
///
/// A writer is made once and used for any number of values, one after the other, by one thread at a
/// time. The text gathers in an array that is used again: [#write] leaves it there for the caller,
/// [#compact] and [#pretty] make a string of it. All are safepoints and keep the value.
///
/// Compact text has no spaces. Indented text has one item per line, a space after colons, `[]` and
/// `{}` for what is empty, and no line feed at the end. Ints are decimal; floats have six
/// significant digits, as strings made of floats do, so a float need not come back as it was, and
/// 2.0 comes back as the int 2; a writer that is *exact* writes what comes back. NaN and the
/// infinities, which JSON does not have, become `null`. In strings the quote, the backslash and
/// control characters are escaped, and each byte that is not part of a character of UTF-8 becomes
/// U+FFFD.
///
/// Goes down without recursion: a value may be nested as deeply as memory allows, deeper than a
/// parser would take.
public final class JsonWriter {

    private static final int MOST_KEPT_LEVELS = 1024;

    /// Items written without a safepoint between them.
    private static final int MOST_AT_ONCE = 64;

    /// The most bytes of a string written without a safepoint.
    private static final int STEP_BYTES = 1 << 16;

    /// The text of each constant, by its number.
    private static final String[] CONSTANTS = {"true", "false", "\"\"", "[]", "{}"};

    private final JsonType type;
    private final JsonObjects objects;
    private final Strings strings;
    private final int constantShape;
    private final int wholeShape;
    private final int fractionShape;
    private final JsonSink sink = new JsonSink();
    private final boolean exact;

    // For each level: the array or object, which item is next, and whether one of a wide object's
    // was written
    private long[] containers = new long[32];
    private int[] positions = new int[32];
    private boolean[] begun = new boolean[32];
    private boolean[] nested = new boolean[32];
    private int depth;

    private final long[] names = new long[MOST_AT_ONCE];
    private final long[] values = new long[MOST_AT_ONCE];
    private int spaces;

    /// Whether there was a safepoint since this was set to false.
    private boolean paused;

    private boolean indented;

    public JsonWriter(JsonType type) {
        this(type, false);
    }

    /// @param exact whether floats are written so that they come back as they were
    public JsonWriter(JsonType type, boolean exact) {
        this.exact = exact;
        this.type = type;
        this.objects = type.objects();
        this.strings = type.strings();
        this.constantShape = type.shapes().constant().id();
        this.wholeShape = type.shapes().whole().id();
        this.fractionShape = type.shapes().fraction().id();
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

    /// The same, up to about `most` bytes of it, and without safepoints.
    public int writeBeginning(MutatorContext mutator, long json, int most) {
        sink.wantBeginning(most);
        try {
            return write(mutator, json, -1, false);
        } catch (JsonSink.Enough _) {
            return sink.count();
        } finally {
            sink.wantBeginning(0);
        }
    }

    /// Writes the text, indented by `spaces` for each level, to [#bytes] and returns how many there
    /// are.
    public int write(MutatorContext mutator, long json, long spaces) {
        return write(mutator, json, (int) Math.clamp(spaces, 0L, (long) Strings.MOST_BYTES), true);
    }

    /// Takes the pieces of a text, in UTF-8; the array is the writer's. It is called in a safe
    /// region, so it may take its time.
    public interface Target {
        void take(byte[] utf8, int count) throws IOException;
    }

    /// Hands the text to a target, piece by piece: what is held of it does not depend on how long
    /// it is.
    ///
    /// @param spacesPerLevel below 0 for the compact text
    /// @throws UncheckedIOException of what the target throws
    public void writeTo(MutatorContext mutator, long json, int spacesPerLevel, Target target) {
        sink.handTo(target);
        try {
            write(mutator, json, spacesPerLevel, spacesPerLevel >= 0);
            sink.handOn(mutator);
        } finally {
            sink.handTo(null);
        }
    }

    /// What was written last, from 0 on. Good until the writer is used again.
    public byte[] bytes() {
        return sink.bytes();
    }

    private int write(MutatorContext mutator, long json, int spacesPerLevel, boolean isIndented) {
        sink.clear();
        depth = 0;
        spaces = spacesPerLevel;
        indented = isIndented;
        int frame = mutator.root(json);
        try {
            value(mutator, json);
            while (depth > 0) {
                items(mutator, containers[depth - 1]);
                sink.pause(mutator);
            }
            return sink.count();
        } finally {
            mutator.popTo(frame);
            if (containers.length > MOST_KEPT_LEVELS) {
                makeLevels(32);
            }
        }
    }

    /// Writes items of the innermost container: up to one that is a container too and has items, or
    /// up to the end, or only some if there are many. Comes to a safepoint only if a string is
    /// long.
    private void items(MutatorContext mutator, long container) {
        long address = mutator.address(container);
        int shape = JsonType.shapeAt(address);
        if (objects.areSlim(shape)) {
            fields(mutator, container);
        } else if (objects.areOf(shape)) {
            fieldsOfWide(mutator, address);
        } else {
            elements(mutator, container);
        }
    }

    private void fields(MutatorContext mutator, long object) {
        int level = depth - 1;
        long address = mutator.address(object);
        int end = SlimObjects.length(address);
        long form = mutator.address(SlimObjects.form(address));
        for (int position = positions[level]; position < end; position++) {
            separate(position == 0);
            paused = false;
            name(mutator, JsonForms.name(form, position));
            if (paused) {
                address = mutator.address(object);
            }
            if (value(mutator, SlimObjects.value(address, position))) {
                positions[level] = position + 1;
                return;
            }
            if (paused) {
                address = mutator.address(object);
                form = mutator.address(SlimObjects.form(address));
            }
        }
        end('}');
    }

    private void fieldsOfWide(MutatorContext mutator, long address) {
        int level = depth - 1;
        int from = positions[level];
        int end = objects.positions(mutator, address);
        int run = run(level, from, end);
        long list = WideObjects.valuesOf(address);
        type.lists().copyOut(mutator, list, from, values, 0, run);
        list = WideObjects.namesOf(mutator, address);
        type.nameLists().copyOut(mutator, list, from, names, 0, run);
        for (int i = 0; i < run; i++) {
            if (!objects.isHole(values[i])) {
                separate(!begun[level]);
                begun[level] = true;
                name(mutator, names[i]);
                if (value(mutator, values[i])) {
                    nested[level] = true;
                    positions[level] = from + i + 1;
                    return;
                }
            }
        }
        endRun(level, from + run, end, '}');
    }

    private void elements(MutatorContext mutator, long list) {
        int level = depth - 1;
        int from = positions[level];
        int end = type.lists().length(mutator, list);
        int run = run(level, from, end);
        type.lists().copyOut(mutator, list, from, values, 0, run);
        for (int i = 0; i < run; i++) {
            separate(from + i == 0);
            if (value(mutator, values[i])) {
                nested[level] = true;
                positions[level] = from + i + 1;
                return;
            }
        }
        endRun(level, from + run, end, ']');
    }

    /// How many items to read at once: many, but one where containers lie in containers, since the
    /// rest would be read again.
    private int run(int level, int from, int end) {
        return Math.min(end - from, nested[level] ? 1 : MOST_AT_ONCE);
    }

    private void endRun(int level, int next, int end, char closing) {
        positions[level] = next;
        if (next == end) {
            end(closing);
        }
    }

    private void separate(boolean first) {
        if (!first) {
            sink.put(',');
        }
        if (indented) {
            sink.newLine((long) depth * spaces);
        }
    }

    private void name(MutatorContext mutator, long name) {
        if (name == 0) {
            sink.putQuoted(0, 0);
        } else {
            quoted(mutator, name, mutator.address(name));
        }
        sink.put(':');
        if (indented) {
            sink.put(' ');
        }
    }

    private void end(char closing) {
        depth--;
        if (indented) {
            sink.newLine((long) depth * spaces);
        }
        sink.put(closing);
    }

    /// Writes a value; of one that has items only the beginning, and then returns true.
    private boolean value(MutatorContext mutator, long json) {
        if (json == 0) {
            sink.putWord("null");
            return false;
        }
        long address = mutator.address(json);
        int shape = JsonType.shapeAt(address);
        if (strings.areOf(shape)) {
            quoted(mutator, json, address);
        } else if (shape == wholeShape) {
            sink.putLong(Memory.getLong(address + JsonShapes.VALUE));
        } else if (shape == fractionShape) {
            double value = Memory.getDouble(address + JsonShapes.VALUE);
            if (exact && Double.isFinite(value)) {
                sink.putWord(Double.toString(value));
            } else {
                sink.putDouble(value);
            }
        } else if (shape == constantShape) {
            sink.putWord(CONSTANTS[Memory.getInt(address + JsonShapes.WHICH)]);
        } else {
            begin(json, objects.areOf(shape) ? '{' : '[');
            return true;
        }
        return false;
    }

    private void begin(long json, char opening) {
        sink.put(opening);
        if (depth == containers.length) {
            makeLevels(2 * depth);
        }
        containers[depth] = json;
        positions[depth] = 0;
        begun[depth] = false;
        nested[depth] = false;
        depth++;
    }

    private void makeLevels(int levels) {
        containers = Arrays.copyOf(containers, levels);
        positions = Arrays.copyOf(positions, levels);
        begun = Arrays.copyOf(begun, levels);
        nested = Arrays.copyOf(nested, levels);
    }

    private void quoted(MutatorContext mutator, long string, long address) {
        int bytes = strings.byteLengthAt(address);
        if (bytes > STEP_BYTES) {
            quotedInSteps(mutator, string, bytes);
        } else {
            sink.putQuoted(strings.textAt(mutator, address), bytes);
        }
    }

    /// The string is part of what is being written, and lives as long as that.
    private void quotedInSteps(MutatorContext mutator, long string, int bytes) {
        sink.put('"');
        for (int done = 0; done < bytes; ) {
            done += sink.putPart(strings.text(mutator, string) + done, bytes - done, STEP_BYTES);
            sink.pause(mutator);
        }
        sink.put('"');
        paused = true;
    }
}
