package coex.runtime.type;

import coex.gc.mutator.MutatorContext;

/// A few handles that an operation of the runtime keeps while it comes to safepoints: a frame on the
/// mutator's stack. Frames are closed in the opposite order of their opening.
public final class Kept implements AutoCloseable {

    private final MutatorContext mutator;
    private final int frame;
    private final int base;

    private Kept(MutatorContext mutator, int slots) {
        this.mutator = mutator;
        this.frame = mutator.stack().push(slots);
        this.base = mutator.stack().base(frame);
    }

    public static Kept slots(MutatorContext mutator, int slots) {
        return new Kept(mutator, slots);
    }

    public static Kept of(MutatorContext mutator, long handle) {
        var kept = new Kept(mutator, 1);
        kept.set(0, handle);
        return kept;
    }

    public static Kept of(MutatorContext mutator, long first, long second) {
        var kept = new Kept(mutator, 2);
        kept.set(0, first);
        kept.set(1, second);
        return kept;
    }

    public void set(int slot, long handle) {
        mutator.stack().set(base + slot, handle);
    }

    @Override
    public void close() {
        mutator.popTo(frame);
    }
}
