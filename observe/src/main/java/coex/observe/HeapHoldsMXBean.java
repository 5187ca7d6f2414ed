// SPDX-License-Identifier: Apache-2.0
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

    /// {@return how long handshake actions took that ran on the heap's threads, in nanoseconds}
    @Description("How long handshake actions took that ran on the heap's threads, in nanoseconds")
    Latency getActions();

    /// {@return how long threads took to answer handshakes, in nanoseconds; they ran meanwhile}
    @Description("How long threads took to answer handshakes, in nanoseconds; they ran meanwhile")
    Latency getAnswers();

    /// {@return allocations that had to wait for a collection}
    @Description("Allocations that had to wait for a collection")
    long getStalls();

    /// {@return how long they waited in all, in nanoseconds}
    @Description("How long they waited in all, in nanoseconds")
    long getStallNanos();

    /// {@return how often a thread was late to answer a handshake}
    @Description("How often a thread was late to answer a handshake")
    long getLateThreads();

    /// {@return the thread that was late last, and where it was; empty if none was}
    @Description("The thread that was late last, and where it was; empty if none was")
    String getLastLateThread();

    /// {@return threads that ended without detaching}
    @Description("Threads that ended without detaching")
    long getAbandonedThreads();

    /// How often something took how long. Nanoseconds; percentiles are at most an eighth too high.
    ///
    /// @param total the sum, at most an eighth too high
    /// @param count how many
    /// @param p50 half of them took no longer, in nanoseconds
    /// @param p99 99 of 100 took no longer
    /// @param p999 999 of 1000 took no longer
    /// @param maximum the longest
    record Latency(long count, long total, long p50, long p99, long p999, long maximum) {}
}
