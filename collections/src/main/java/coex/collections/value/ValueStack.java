// SPDX-License-Identifier: Apache-2.0
package coex.collections.value;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.util.ArrayList;
import java.util.List;

/// A stack of handles that grows, kept on the mutator's stack, where they are roots.
///
/// Frames have a fixed size and lie one after the other, so a stack that needs more room pushes
/// another frame. Nobody else may have a frame above when it grows. For one thread, and one use at
/// a time.
public final class ValueStack {

    private static final int FRAME_SLOTS = 64;

    private MutatorContext mutator;

    /// Those that are open come first; the others are used again.
    private final List<RootFrame> frames = new ArrayList<>();

    private int open;
    private int top;

    public void open(MutatorContext user) {
        mutator = user;
        top = 0;
        addFrame();
    }

    private void addFrame() {
        if (open == frames.size()) {
            frames.add(RootFrame.unopened());
        }
        frames.get(open).open(mutator, FRAME_SLOTS);
        open++;
    }

    /// Gives the frames back, if there are any.
    public void close() {
        while (open > 0) {
            frames.get(--open).close();
        }
        mutator = null;
    }

    public int top() {
        return top;
    }

    public void push(long handle) {
        if (top == open * FRAME_SLOTS) {
            addFrame();
        }
        set(top++, handle);
    }

    public long get(int index) {
        return frames.get(index / FRAME_SLOTS).get(index % FRAME_SLOTS);
    }

    public void set(int index, long handle) {
        frames.get(index / FRAME_SLOTS).set(index % FRAME_SLOTS, handle);
    }

    /// Forgets what lies at `index` and above. Slots keep their values until they are used again.
    public void cutTo(int index) {
        top = index;
    }

    /// Copies `count` handles from `index` on.
    public void copyOut(int index, long[] target, int from, int count) {
        for (int i = 0; i < count; i++) {
            target[from + i] = get(index + i);
        }
    }
}
