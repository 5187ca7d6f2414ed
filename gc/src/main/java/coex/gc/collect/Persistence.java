// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import java.util.concurrent.locks.LockSupport;

/// Does what must be done in the end, although the JVM may be out of memory or of stack meanwhile.
final class Persistence {

    private static final long SHORTEST_NAP_NANOS = 1_000_000;

    /// A step that can be repeated: false if it has to be, which it also has if it fails.
    @FunctionalInterface
    interface Step {
        boolean isDone();
    }

    private Persistence() {}

    /// Repeats `step` until it is done. Nothing is called where a failure is caught: that might
    /// fail as well.
    ///
    /// @param step made beforehand, and not where it is needed
    /// @param longestNapNanos what no nap between two rounds exceeds
    static void repeat(Step step, long longestNapNanos) {
        long nap = 0;
        while (true) {
            try {
                if (nap > 0) {
                    LockSupport.parkNanos(nap);
                }
                nap = Math.min(Math.max(2 * nap, SHORTEST_NAP_NANOS), longestNapNanos);
                if (step.isDone()) {
                    return;
                }
            } catch (OutOfMemoryError | StackOverflowError e) {
                // The next round.
            }
        }
    }
}
