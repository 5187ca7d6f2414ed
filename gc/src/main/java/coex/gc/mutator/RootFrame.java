// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.memory.AddressTags;

/// A frame of roots on a mutator's shadow stack, for the time of an operation: what our own modules
/// root handles with while they come to safepoints.
///
///     try (var _ = RootFrame.of(mutator, list, element)) {
///         ... // safepoints
///     }
///
/// Frames are closed in the opposite order of their opening; closing one closes all above it, as
/// when an exception passes. With `-Dcoex.check.safepoints=true`, as in tests, the use of a frame
/// that is closed, by itself or by one below it, fails, and so does that of a slot it does not
/// have; and if one was closed that was not on top, so does the next use of the stack before
/// `MutatorContext.unwindTo`. Owned by the mutator's thread.
///
/// The embedder's frames are checked (`Frame`), and generated code has frames without an object
/// (`MutatorContext.enter`), as have operations that make no garbage (`MutatorContext.root`).
public final class RootFrame implements AutoCloseable {

    private ShadowStack stack;
    private int frame;
    private int base;

    /// Tells this frame from others that are later at the same depth.
    private long word;

    private RootFrame() {}

    private RootFrame(MutatorContext mutator, int count) {
        open(mutator, count);
    }

    /// A frame that is not on a stack yet, for those that open one again and again and make no Java
    /// object for each.
    public static RootFrame unopened() {
        return new RootFrame();
    }

    /// Pushes it, with so many empty slots.
    public void open(MutatorContext mutator, int count) {
        stack = mutator.stack();
        frame = stack.push(count);
        base = stack.base(frame);
        word = stack.frameWord(frame);
    }

    /// A frame of empty slots.
    public static RootFrame slots(MutatorContext mutator, int count) {
        return new RootFrame(mutator, count);
    }

    /// A frame with a handle, or 0.
    public static RootFrame of(MutatorContext mutator, long handle) {
        RootFrame roots = new RootFrame(mutator, 1);
        roots.stack.setTop(roots.base, handle);
        return roots;
    }

    /// A frame with two handles, either of which may be 0.
    public static RootFrame of(MutatorContext mutator, long first, long second) {
        RootFrame roots = new RootFrame(mutator, 2);
        roots.stack.setTop(roots.base, first);
        roots.stack.setTop(roots.base + 1, second);
        return roots;
    }

    /// A frame with three handles, any of which may be 0.
    public static RootFrame of(MutatorContext mutator, long first, long second, long third) {
        RootFrame roots = new RootFrame(mutator, 3);
        roots.stack.setTop(roots.base, first);
        roots.stack.setTop(roots.base + 1, second);
        roots.stack.setTop(roots.base + 2, third);
        return roots;
    }

    /// Also while other frames are above this one.
    public long get(int slot) {
        requireSlot(slot);
        return stack.get(base + slot);
    }

    /// Also while other frames are above this one.
    public void set(int slot, long handle) {
        requireSlot(slot);
        stack.set(base + slot, handle);
    }

    private void requireSlot(int slot) {
        if (AddressTags.ON) {
            stack.requireOpen(frame, word);
            stack.requireSlot(frame, slot);
        }
    }

    @Override
    public void close() {
        if (AddressTags.ON) {
            stack.requireOpen(frame, word);
            stack.checkPop(frame);
        }
        stack.popTo(frame);
    }
}
