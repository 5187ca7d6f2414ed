// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ShadowStack;

/// A stack of handles that grows, kept on the mutator's stack, where they are roots.
///
/// Frames have a fixed size and lie one after the other, so a stack that needs more room pushes
/// another frame. Nobody else may have a frame above when it grows. For one thread, and one use at
/// a time.
final class ValueStack {

    private static final int FRAME_SLOTS = 64;

    private MutatorContext mutator;
    private ShadowStack stack;
    private int frame;
    private int base;
    private int capacity;
    private int top;

    void open(MutatorContext user) {
        mutator = user;
        stack = user.stack();
        frame = stack.push(FRAME_SLOTS);
        base = stack.base(frame);
        capacity = FRAME_SLOTS;
        top = 0;
    }

    /// Gives the frames back, if there are any.
    void close() {
        if (mutator != null) {
            mutator.popTo(frame);
            mutator = null;
            stack = null;
        }
    }

    int top() {
        return top;
    }

    void push(long handle) {
        if (top == capacity) {
            stack.push(FRAME_SLOTS);
            capacity += FRAME_SLOTS;
        }
        stack.set(base + top++, handle);
    }

    long get(int index) {
        return stack.get(base + index);
    }

    void set(int index, long handle) {
        stack.set(base + index, handle);
    }

    /// Forgets what lies at `index` and above. Slots keep their values until they are used again.
    void cutTo(int index) {
        top = index;
    }

    /// Copies `count` handles from `index` on.
    void copyOut(int index, long[] target, int from, int count) {
        for (int i = 0; i < count; i++) {
            target[from + i] = stack.get(base + index + i);
        }
    }
}
