package coex.collections;

import coex.gc.mutator.MutatorContext;

/// A frame on the shadow stack of a mutator, for the time of an operation. The caller uses it only
/// while it is the top one, but for [#get].
final class Slots implements AutoCloseable {

    private final MutatorContext mutator;
    private final int frame;
    private final int base;

    Slots(MutatorContext mutator, int count) {
        this.mutator = mutator;
        this.frame = mutator.stack().push(count);
        this.base = mutator.stack().base(frame);
    }

    void set(int slot, long handle) {
        mutator.stack().setTop(base + slot, handle);
    }

    long get(int slot) {
        return mutator.stack().get(base + slot);
    }

    /// Keeps what is stored as `stored` says, if it is an object. Returns the bits.
    long keep(int slot, Stored stored, long bits) {
        if (stored.isReference()) {
            set(slot, bits);
        }
        return bits;
    }

    @Override
    public void close() {
        mutator.popTo(frame);
    }
}
