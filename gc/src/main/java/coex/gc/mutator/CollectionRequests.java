package coex.gc.mutator;

import coex.gc.Cause;

/// What a mutator may ask of the collector.
public interface CollectionRequests {

    /// Asks for a cycle and returns at once.
    void request(Cause cause);

    /// Waits for the end of a cycle that begins after this call; whether it freed anything. The caller
    /// is in a safe region.
    boolean awaitCycleBegunAfterNow(Cause cause);

    /// Waits for the end of the running cycle; false if none is running. The caller is in a safe
    /// region.
    boolean awaitRunningCycle();

    /// How long a mutator should rest before it takes more memory, so that the running cycle ends
    /// before the memory does; mostly 0.
    long napNanos();

    /// Says that a mutator has allocated `bytes` more bytes; the pacer may start a cycle.
    void noteAllocated(long bytes);
}
