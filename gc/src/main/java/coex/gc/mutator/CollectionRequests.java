package coex.gc.mutator;

import coex.gc.Cause;

/// What a mutator may ask of the collector.
public interface CollectionRequests {

    /// Asks for a cycle and returns at once.
    void request(Cause cause);

    /// Waits for a cycle that begins after this call. The caller is in a safe region.
    ///
    /// @return the number of cycles completed so far
    long awaitCycleBegunAfterNow(Cause cause);

    /// Says that a mutator has allocated `bytes` more bytes; the pacer may start a cycle.
    void noteAllocated(long bytes);
}
