// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.Frame;
import coex.gc.HeapUsageException;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ShadowStack;

/// A frame that knows whether it is still on the stack.
final class CheckedFrame extends Frame {

    private final CheckedMutator mutator;
    private final MutatorContext context;
    private final ShadowStack stack;
    private final int depth;
    private final int base;
    private final int slots;
    private final long word;

    CheckedFrame(CheckedMutator mutator, int depth, int slots) {
        this.mutator = mutator;
        this.context = mutator.context();
        this.depth = depth;
        this.slots = slots;
        this.stack = context.stack();
        this.base = stack.base(depth);
        this.word = stack.frameWord(depth);
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public long get(int slot) {
        requireOpen(slot);
        return stack.get(base + slot);
    }

    @Override
    public void set(int slot, long handle) {
        requireOpen(slot);
        if (handle != 0) {
            mutator.requireLive(handle);
        }
        stack.set(base + slot, handle);
    }

    private void requireOpen(int slot) {
        mutator.usableContext();
        if (!stack.isOpen(depth, word) || Integer.compareUnsigned(slot, slots) >= 0) {
            throw notOpen(slot);
        }
    }

    private HeapUsageException notOpen(int slot) {
        return stack.isOpen(depth, word)
                ? new HeapUsageException(
                        "slot out of range: frame=%d slot=%d slots=%d"
                                .formatted(depth, slot, slots))
                : new HeapUsageException(
                        "frame popped: frame=%d depth=%d".formatted(depth, stack.depth()));
    }

    @Override
    public void close() {
        if (context.isDead()) {
            return; // the heap was closed or the thread detached, and the stack is gone
        }
        mutator.usableContext();
        if (stack.isOpen(depth, word)) {
            context.unwindTo(depth);
        }
    }
}
