package coex.stress.torture;

import coex.gc.Frame;
import coex.gc.Mutator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/// The frames of one tormentor, with what is known to be in them: what it holds.
///
/// Pushes and pops as programs do, by calls that return, by deep recursion, and by exceptions that
/// pass many frames at once. For the tormentor's own thread.
final class RootStack {

    private static final int MOST_FRAMES = 12;

    private final Mutator mutator;
    private final Specimens specimens;
    private final SplittableRandom random;
    private final Deque<Roots> frames = new ArrayDeque<>();

    /// @param arguments the frame the thread starts with, or null
    RootStack(Mutator mutator, Specimens specimens, SplittableRandom random, Frame arguments) {
        this.mutator = mutator;
        this.specimens = specimens;
        this.random = random;
        if (arguments != null) {
            Roots given = new Roots(arguments);
            for (int slot = 0; slot < given.slots(); slot++) {
                long handle = arguments.get(slot);
                given.set(slot, handle, specimens.identify(mutator, handle));
            }
            frames.push(given);
        }
        push();
    }

    // Slots

    Roots top() {
        return frames.peek();
    }

    Roots bottom() {
        return frames.getLast();
    }

    /// A slot of the top frame.
    int anySlot() {
        return random.nextInt(top().slots());
    }

    /// What is in some slot of the top frame.
    long any() {
        return top().handle(anySlot());
    }

    /// Puts an object into some slot of the top frame.
    void put(long handle, long identity) {
        top().set(anySlot(), handle, identity);
    }

    void clearAny() {
        top().set(anySlot(), 0, 0);
    }

    void clearAll() {
        frames.forEach(Roots::clear);
    }

    /// Checks everything that is held, and what is behind it.
    void check(int depth) {
        frames.forEach(roots -> roots.check(specimens, mutator, depth));
    }

    void checkTop() {
        top().check(specimens, mutator, 1);
    }

    // Frames

    /// Calls, with an argument, unless the stack is high enough.
    void push() {
        if (frames.size() < MOST_FRAMES) {
            long carried = frames.isEmpty() ? 0 : any();
            frames.push(new Roots(mutator.frame(1 + random.nextInt(6))));
            put(carried, specimens.identify(mutator, carried));
        }
    }

    /// Returns, with a result (`Invariant.RESULT_OUTLIVES_FRAME`: no safepoint comes before the
    /// `put`).
    void pop() {
        if (frames.size() > 1) {
            Roots callee = frames.pop();
            int slot = random.nextInt(callee.slots());
            long result = callee.handle(slot);
            long id = callee.identity(slot);
            callee.checkSlot(slot);
            callee.pop();
            put(result, id);
        }
    }

    private static final class Unwound extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unwound() {
            super(null, null, false, false);
        }
    }

    /// Calls `depth` times, does `work` in each frame, and comes back.
    ///
    /// @param unwinds whether an exception brings it back, and one `close` pops all frames
    void recurse(int depth, boolean unwinds, Runnable work) {
        int before = frames.size();
        Roots outer = new Roots(mutator.frame(1));
        frames.push(outer);
        try {
            descend(depth, unwinds, work);
        } catch (Unwound e) {
            while (frames.size() > before + 1) {
                frames.pop(); // closing the outer frame pops them
            }
        }
        frames.pop();
        outer.pop();
    }

    private void descend(int depth, boolean unwinds, Runnable work) {
        if (depth == 0) {
            if (unwinds) {
                throw new Unwound();
            }
            return;
        }
        Roots own = new Roots(mutator.frame(2));
        frames.push(own);
        work.run();
        descend(depth - 1, unwinds, work);
        own.check(specimens, mutator, 2);
        frames.pop();
        own.pop();
    }
}
