package coex.collections.text;

import coex.gc.mutator.MutatorContext;

/// What going through a long text does between two steps of [#STEP_BYTES].
///
/// The collector waits for a thread until that comes to a safepoint. How long that takes must not depend on the
/// size of anything, so a long text is gone through in steps. Who goes on after a pause resolves addresses again.
public enum Pause {

    /// Nothing: for those who cannot come to a safepoint.
    NONE {
        @Override
        void between(MutatorContext mutator) {}
    },

    /// Ends with [AskedMeanwhile] if somebody asks for something. For callers that root what they hold only then,
    /// and begin anew with [#POLL].
    GIVE_UP {
        @Override
        void between(MutatorContext mutator) {
            if (mutator.isAsked()) {
                throw AskedMeanwhile.INSTANCE;
            }
        }
    },

    /// A safepoint. What is gone through has been rooted.
    POLL {
        @Override
        void between(MutatorContext mutator) {
            mutator.poll();
        }
    };

    /// The most bytes that are copied or looked at without a pause.
    public static final int STEP_BYTES = 1 << 20;

    abstract void between(MutatorContext mutator);
}
