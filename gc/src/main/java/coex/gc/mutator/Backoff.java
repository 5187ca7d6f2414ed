// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import java.util.concurrent.locks.LockSupport;

/// How a thread waits for another that is expected soon: it spins, then yields, then naps, each nap
/// twice as long as the one before. On a busy machine the other gets on only when it is scheduled,
/// so the one that waits soon makes room for it.
public final class Backoff {

    private static final int SPINS = 64;
    private static final int YIELDS = 16;
    private static final long SHORTEST_NAP_NANOS = 10_000;
    private static final int MOST_DOUBLINGS = 10;

    private Backoff() {}

    /// Waits a little.
    ///
    /// @param rounds how often the caller has waited before, for the same thing
    /// @param longestNapNanos what no nap exceeds
    public static void pause(int rounds, long longestNapNanos) {
        if (rounds < SPINS) {
            Thread.onSpinWait();
        } else if (rounds < SPINS + YIELDS) {
            Thread.yield();
        } else {
            int doublings = Math.min(rounds - SPINS - YIELDS, MOST_DOUBLINGS);
            LockSupport.parkNanos(Math.min(SHORTEST_NAP_NANOS << doublings, longestNapNanos));
        }
    }
}
