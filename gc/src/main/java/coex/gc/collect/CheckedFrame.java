package coex.gc.collect;

import coex.gc.Frame;
import coex.gc.HeapUsageException;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ShadowStack;

/// A frame that knows whether it is still on the stack.
final class CheckedFrame extends Frame {

    private final CheckedMutator mutator;
    private final MutatorContext context;
    private final int depth;
    private final int base;
    private final int slots;
    private final long word;

    CheckedFrame(CheckedMutator mutator, int depth, int slots) {
        this.mutator = mutator;
        this.context = mutator.context();
        this.depth = depth;
        this.slots = slots;
        this.base = context.stack().base(depth);
        this.word = context.stack().frameWord(depth);
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public long get(int slot) {
        return openStack(slot).get(base + slot);
    }

    @Override
    public void set(int slot, long handle) {
        ShadowStack stack = openStack(slot);
        if (handle != 0) {
            mutator.requireLive(handle);
        }
        stack.set(base + slot, handle);
    }

    private ShadowStack openStack(int slot) {
        ShadowStack stack = mutator.usableContext().stack();
        if (!stack.isOpen(depth, word)) {
            throw new HeapUsageException(
                    "frame popped: frame=%d depth=%d".formatted(depth, stack.depth()));
        }
        if (Integer.compareUnsigned(slot, slots) >= 0) {
            throw new HeapUsageException(
                    "slot out of range: frame=%d slot=%d slots=%d".formatted(depth, slot, slots));
        }
        return stack;
    }

    @Override
    public void close() {
        if (context.isDead()) {
            return; // the heap was closed or the thread detached, and the stack is gone
        }
        mutator.usableContext();
        if (context.stack().isOpen(depth, word)) {
            context.popTo(depth);
        }
    }
}
