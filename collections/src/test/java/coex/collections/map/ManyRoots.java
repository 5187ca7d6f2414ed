package coex.collections.map;

import coex.gc.mutator.MutatorContext;

/// Roots on the stack of a mutator, more than a `Frame` can have. They stay there until the mutator
/// goes.
public final class ManyRoots {

    private final MutatorContext mutator;
    private final int base;

    public ManyRoots(MutatorContext mutator, int count) {
        this.mutator = mutator;
        this.base = mutator.stack().base(mutator.stack().push(count));
    }

    public long get(int index) {
        return mutator.stack().get(base + index);
    }

    public void set(int index, long handle) {
        mutator.stack().set(base + index, handle);
    }
}
