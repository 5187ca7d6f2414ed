// SPDX-License-Identifier: Apache-2.0
package coex.collections.value;

import coex.gc.mutator.MutatorContext;

/// What going through something long, a text or a collection, does between two steps.
///
/// The collector waits for a thread until that comes to a safepoint. How long that takes must not
/// depend on the size of anything, so what is long is gone through in steps. Who goes on after a
/// pause resolves addresses again.
public enum Pause {

    /// Nothing: for those who cannot come to a safepoint.
    NONE {
        @Override
        public void between(MutatorContext mutator) {}
    },

    /// Ends with [SafepointRequested] if somebody asks for something. For callers that root what
    /// they hold only then, and begin anew with [#POLL].
    GIVE_UP {
        @Override
        public void between(MutatorContext mutator) {
            if (mutator.isAsked()) {
                throw SafepointRequested.INSTANCE;
            }
        }
    },

    /// A safepoint. What is gone through has been rooted.
    POLL {
        @Override
        public void between(MutatorContext mutator) {
            mutator.poll();
        }
    };

    /// The most bytes of a text that are copied or looked at without a pause.
    public static final int STEP_BYTES = 1 << 20;

    public abstract void between(MutatorContext mutator);
}
