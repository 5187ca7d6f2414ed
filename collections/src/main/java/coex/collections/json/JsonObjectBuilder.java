// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import static coex.collections.json.JsonShapes.MOST_SLIM;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// Makes an object field by field, without a new version for each.
///
///     try (builder) {
///         builder.start(mutator);
///         builder.put(name, value); ...
///         object = builder.finish();
///     }
///
/// A builder is made once and used for any number of objects, one after the other, by one thread at
/// a time. From `start` to `finish` it has a frame on the mutator's stack that keeps what was put;
/// what is pushed meanwhile must be popped before the next `put`. So the object in a field is made,
/// by another builder, before it is put. Every method is a safepoint.
///
/// A name put again gets the later value and keeps its place. From the 33rd field on each `put`
/// costs what [JsonType#withField] does.
public final class JsonObjectBuilder implements AutoCloseable {

    private static final int WIDE_SLOT = 0;
    private static final int NAME_SLOTS = 1;
    private static final int VALUE_SLOTS = NAME_SLOTS + MOST_SLIM;
    private static final int SLOTS = VALUE_SLOTS + MOST_SLIM;

    private final JsonType type;
    private final long[] bits = new long[2 * MOST_SLIM];

    private MutatorContext mutator;
    private final RootFrame roots = RootFrame.unopened();
    private int count;
    private boolean wide;

    public JsonObjectBuilder(JsonType type) {
        this.type = type;
    }

    /// Begins with no fields.
    public void start(MutatorContext user) {
        if (mutator != null) {
            throw new IllegalStateException("builder in use");
        }
        roots.open(user, SLOTS);
        mutator = user;
        count = 0;
        wide = false;
    }

    /// Sets a field.
    public void put(long name, long value) {
        if (!wide) {
            int index = find(name);
            if (index < MOST_SLIM) {
                set(NAME_SLOTS + index, name);
                set(VALUE_SLOTS + index, value);
                count = Math.max(count, index + 1);
                return;
            }
            set(WIDE_SLOT, slim(name, value));
            wide = true;
        }
        set(WIDE_SLOT, type.withField(mutator, get(WIDE_SLOT), name, value));
    }

    /// Where a name is, or its place if it is new.
    private int find(long name) {
        for (int i = 0; i < count; i++) {
            if (type.strings().equal(mutator, get(NAME_SLOTS + i), name)) {
                return i;
            }
        }
        return count;
    }

    /// The object of all that was put. The builder can be used again.
    public long finish() {
        long object = wide ? get(WIDE_SLOT) : slim(0, 0);
        close();
        return object;
    }

    private long slim(long keep, long keepToo) {
        if (count == 0) {
            return type.emptyObject(mutator);
        }
        for (int i = 0; i < count; i++) {
            bits[i] = get(NAME_SLOTS + i);
            bits[MOST_SLIM + i] = get(VALUE_SLOTS + i);
        }
        int frame = mutator.root(keep, keepToo);
        try {
            long form = type.objects().slim().form(mutator, bits, 0, count);
            return type.objects().slim().of(mutator, form, bits, MOST_SLIM, count);
        } finally {
            mutator.popTo(frame);
        }
    }

    /// Ends the use of the builder, if [#finish] has not.
    @Override
    public void close() {
        if (mutator != null) {
            roots.close();
            mutator = null;
        }
    }

    private long get(int slot) {
        return roots.get(slot);
    }

    private void set(int slot, long handle) {
        roots.set(slot, handle);
    }
}
