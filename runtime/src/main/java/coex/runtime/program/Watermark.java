package coex.runtime.program;

import coex.gc.mutator.MutatorContext;

/// The call depth that a program has marked, so that a collection runs when a call returns to it.
/// There is one mark; a new one replaces it.
public final class Watermark {

    private static final long NONE = -1;

    /// The number of the mutator that has set the mark, and in the lower half the depth of its
    /// stack; or NONE.
    ///
    /// - writers: any thread of the program that sets the mark; the one that has set it clears it
    /// - readers: any thread of the program, when a call returns to a function that sets marks
    /// - ordering: volatile
    /// - why: a thread reacts to its own mark only, which it sees; that another may overwrite it is
    ///   meant
    private volatile long mark = NONE;

    public void install(MutatorContext mutator) {
        mark = (long) mutator.number() << 32 | mutator.stack().depth();
    }

    /// Whether the calling thread is at or above its mark, which is then gone.
    public boolean isReached(MutatorContext mutator) {
        long seen = mark;
        boolean reached =
                seen != NONE
                        && seen >>> 32 == mutator.number()
                        && mutator.stack().depth() <= (int) seen;
        if (reached) {
            mark = NONE;
        }
        return reached;
    }
}
