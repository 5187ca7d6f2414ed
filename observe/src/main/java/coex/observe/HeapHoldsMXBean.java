package coex.observe;

import coex.observe.jmx.Description;

import java.lang.management.GarbageCollectorMXBean;

/// What collections cost the threads of a heap. `coex:type=HeapHolds,name=...`
///
/// Threads never stand still together. One at a time they are held by handshake actions, which are
/// short and bounded, and at the hard limit of the heap by allocations that wait for a collection.
/// The count and time of collections that this bean gives as a garbage collector are of these.
@Description("What the collections of a Coex heap cost its threads: handshakes and stalls")
public interface HeapHoldsMXBean extends GarbageCollectorMXBean {

    @Description("How long handshake actions took that ran on the heap's threads, in nanoseconds")
    Latency getActions();

    @Description("How long threads took to answer handshakes, in nanoseconds; they ran meanwhile")
    Latency getAnswers();

    @Description("Allocations that had to wait for a collection")
    long getStalls();

    @Description("How long they waited in all, in nanoseconds")
    long getStallNanos();

    @Description("How often a thread was late to answer a handshake")
    long getLateThreads();

    @Description("The thread that was late last, and where it was; empty if none was")
    String getLastLateThread();

    @Description("Threads that ended without detaching")
    long getAbandonedThreads();

    /// How often something took how long. Nanoseconds; percentiles are at most an eighth too high.
    ///
    /// @param total the sum, at most an eighth too high
    record Latency(long count, long total, long p50, long p99, long p999, long maximum) {}
}
