// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.Cause;

/// What a mutator may ask of the collector.
public interface CollectionRequests {

    /// Asks for a cycle and returns at once.
    void request(Cause cause);

    /// Waits for the end of a cycle that begins after this call; whether it freed anything. The
    /// caller is in a safe region.
    ///
    /// @param demand only a cycle that meets it counts
    boolean awaitCycleBegunAfterNow(Cause cause, CycleDemand demand);

    /// The number of the running cycle, or 0.
    long runningCycle();

    /// Waits for the end of a cycle, but no longer than `nanos`; whether it has ended. The caller
    /// is in a safe region.
    boolean awaitCycle(long cycle, long nanos);

    /// How long a mutator should rest before it asks again and takes more memory, so that the
    /// running cycle ends before the memory does; mostly 0.
    long napNanos();

    /// Says that a mutator has allocated so much more; the pacer may start a cycle.
    ///
    /// @param objects how many, if [coex.gc.HeapOptions#triggerAllocations] wants them counted,
    ///     else 0
    void noteAllocated(long bytes, long objects);
}
