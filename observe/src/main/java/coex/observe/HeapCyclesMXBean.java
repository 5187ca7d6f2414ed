// SPDX-License-Identifier: Apache-2.0
package coex.observe;

import coex.observe.jmx.Description;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Map;

/// The collections of a heap, which run beside its threads. `coex:type=HeapCycles,name=...`
///
/// A garbage collector like those of the JVM: the count and time are of whole cycles, and what
/// they cost the threads is in [HeapHoldsMXBean]. After each cycle a notification is sent, of the
/// type and with the contents that `com.sun.management.GarbageCollectionNotificationInfo` reads.
@Description("The cycles of a Coex heap, which run beside its threads")
public interface HeapCyclesMXBean extends GarbageCollectorMXBean {

    /// {@return the last cycle; null before the first has ended}
    @Description("The last cycle; null before the first has ended")
    Cycle getLastCycle();

    /// {@return the cycle under way; null if there is none}
    @Description("The cycle under way; null if there is none")
    Running getRunningCycle();

    /// {@return cycles that looked only at objects which no cycle had traced}
    @Description("Cycles that looked only at objects which no cycle had traced")
    long getYoungCollectionCount();

    /// {@return cycles that looked at everything}
    @Description("Cycles that looked at everything")
    long getFullCollectionCount();

    /// {@return how long all cycles took together, in nanoseconds}
    @Description("How long all cycles took together, in nanoseconds")
    long getCollectionNanos();

    /// {@return notifications dropped because a listener was too slow}
    @Description("Notifications dropped because a listener was too slow")
    long getNotificationsLost();

    /// A cycle that has ended. The first six components are those of `com.sun.management.GcInfo`.
    ///
    /// @param id its number, from 1
    /// @param startTime when it began, in milliseconds since the JVM was started
    /// @param endTime when it ended
    /// @param duration the difference
    /// @param memoryUsageBeforeGc the pool of objects at its beginning
    /// @param memoryUsageAfterGc and at its end
    /// @param durationNanos how long it took, more exactly
    /// @param kind YOUNG if it looked only at objects that no cycle had traced, or FULL
    /// @param cause why it ran
    /// @param phases how long each phase took, in their order; repeated ones are added up
    /// @param objectsMarked what it traced; everything alive if it was full
    /// @param bytesMarked their size
    /// @param bytesOld the size of what cycles have traced and no full one has found dead
    /// @param objectsSwept what it found dead
    /// @param bytesReclaimed their size
    /// @param flushRounds how often the threads were asked for what they had shaded
    /// @param weakCleared weak references it cleared
    /// @param markers how many threads have traced objects
    /// @param slowestHandshakeNanos the longest wait for all threads to answer a handshake
    /// @param slowestThread whose answer was the last in it; empty if none had to answer
    record Cycle(
            long id,
            long startTime,
            long endTime,
            long duration,
            Map<String, MemoryUsage> memoryUsageBeforeGc,
            Map<String, MemoryUsage> memoryUsageAfterGc,
            long durationNanos,
            String kind,
            String cause,
            List<PhaseTime> phases,
            long objectsMarked,
            long bytesMarked,
            long bytesOld,
            long objectsSwept,
            long bytesReclaimed,
            long flushRounds,
            long weakCleared,
            int markers,
            long slowestHandshakeNanos,
            String slowestThread) {}

    /// How long a phase took.
    ///
    /// @param phase which phase
    /// @param nanos how long it took
    record PhaseTime(String phase, long nanos) {}

    /// A cycle under way.
    ///
    /// @param id its number
    /// @param kind YOUNG or FULL
    /// @param cause why it runs
    /// @param nanos for how long it has been running
    /// @param lastPhase the phase that ended last; empty if none has
    record Running(long id, String kind, String cause, long nanos, String lastPhase) {}
}
