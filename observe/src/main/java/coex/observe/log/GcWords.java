// SPDX-License-Identifier: Apache-2.0
package coex.observe.log;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.HeapListener.Handshake;
import coex.gc.HeapListener.LateMutator;
import coex.gc.HeapStats;
import coex.gc.Phase;

import java.time.Duration;
import java.util.Locale;

/// What the log says of the events of a heap, in the words of the JVM's collectors where they have
/// the same thing, so that people and programs who read their logs can read ours.
public final class GcWords {

    private GcWords() {}

    /// `GC(7) `, which begins every line about a cycle.
    private static String cycle(long cycle) {
        return "GC(" + cycle + ") ";
    }

    /// Why a cycle ran.
    public static String cause(Cause cause) {
        return switch (cause) {
            case REQUEST -> "Requested";
            case GROWTH -> "Growth";
            case EXHAUSTION_PREDICTED -> "Exhaustion Predicted";
            case STALL -> "Allocation Stall";
            case ALLOCATION_COUNT -> "Allocation Count";
            case WRITES -> "Writes";
            case IDLE -> "Idle";
        };
    }

    /// What a cycle looked at.
    public static String kind(CycleKind kind) {
        return switch (kind) {
            case YOUNG -> "Young";
            case FULL -> "Full";
        };
    }

    /// What a phase is called.
    public static String phase(Phase phase) {
        return switch (phase) {
            case PREPARE -> "Concurrent Reset";
            case BARRIER_ON -> "Barrier On";
            case SETTLE -> "Settle";
            case SNAPSHOT -> "Snapshot";
            case MARK -> "Concurrent Mark";
            case FLUSH -> "Flush";
            case WEAK -> "Concurrent Process Non-Strong References";
            case RETIRE -> "Concurrent Retire";
            case BARRIER_OFF -> "Barrier Off";
            case SWEEP -> "Concurrent Sweep";
            case MOVE -> "Concurrent Move";
            case FINISH -> "Concurrent Finish";
        };
    }

    /// Whether the JVM's collectors have a phase of this name. Their readers know no others.
    public static boolean isKnownElsewhere(Phase phase) {
        return switch (phase) {
            case PREPARE, MARK, WEAK, SWEEP -> true;
            case BARRIER_ON, SETTLE, SNAPSHOT, FLUSH, RETIRE, BARRIER_OFF, MOVE, FINISH -> false;
        };
    }

    /// The kind stands where G1 has it: `Pause Young (Normal) (G1 Evacuation Pause)`.
    public static String started(long cycle, CycleKind kind, Cause cause) {
        return cycle(cycle) + "Garbage Collection (" + kind(kind) + ") (" + cause(cause) + ")";
    }

    public static String phaseEnded(long cycle, Phase phase, Duration took) {
        return cycle(cycle) + phase(phase) + " " + Amounts.millis(took);
    }

    public static String handshake(Handshake handshake) {
        StringBuilder text =
                new StringBuilder(cycle(handshake.cycle()))
                        .append(phase(handshake.phase()))
                        .append(": ")
                        .append(Amounts.count(handshake.mutators(), "mutator"));
        if (handshake.onBehalf() > 0) {
            text.append(", ").append(handshake.onBehalf()).append(" blocked");
        }
        text.append(", ").append(Amounts.millis(handshake.took()));
        if (!handshake.slowestThread().isEmpty()) {
            text.append(", slowest ")
                    .append(handshake.slowestThread())
                    .append(' ')
                    .append(Amounts.millis(handshake.slowest()));
        }
        return text.toString();
    }

    /// What the cycle traced, which is all that lives only if it was a full one, and what is old
    /// now.
    public static String marked(long cycle, HeapStats stats) {
        var collection = stats.collection();
        return cycle(cycle)
                + "Marked: "
                + Amounts.count(collection.objectsMarked(), "object")
                + (", " + Amounts.bytes(collection.bytesMarked()))
                + (", " + Amounts.bytes(collection.bytesOld()) + " old in all")
                + (", " + Amounts.count(collection.flushRounds(), "round"))
                + (", " + collection.weakCleared() + " weak cleared")
                + (collection.markers() > 1 ? ", by " + collection.markers() + " markers" : "");
    }

    /// @param retireNanos how long that phase took, which has no line of its own at level info
    public static String reclaimed(long cycle, HeapStats stats, long retireNanos) {
        var collection = stats.collection();
        return cycle(cycle)
                + "Reclaimed: "
                + Amounts.count(collection.objectsSwept(), "object")
                + (", " + Amounts.bytes(collection.bytesReclaimed()))
                + (", retired in " + Amounts.millis(retireNanos))
                + (", swept in " + Amounts.millis(stats.time().lastSweep()));
    }

    /// What the cycle moved; for those that moved something.
    public static String moved(long cycle, HeapStats stats) {
        return cycle(cycle)
                + "Moved: "
                + Amounts.count(stats.moving().lastObjects(), "object")
                + (", " + Amounts.bytes(stats.moving().lastBytes()));
    }

    public static String wholeCycle(long cycle, HeapStats stats) {
        return cycle(cycle) + "Concurrent Cycle " + Amounts.millis(stats.time().lastCycle());
    }

    public static String capacity(long cycle, HeapStats stats) {
        var now = stats.now();
        String percent = Amounts.percent(now.heapBytes(), now.heapMaximum());
        return cycle(cycle) + "Capacity: " + Amounts.bytes(now.heapBytes()) + " (" + percent + ")";
    }

    public static String handles(long cycle, HeapStats stats) {
        var now = stats.now();
        return cycle(cycle)
                + ("Handles: " + now.handlesInUse() + " in use")
                + (", " + now.handlesRetired() + " retired")
                + (", " + now.handlesFree() + " free of " + now.tableHandles())
                + (", " + stats.collection().handlesRecycled() + " recycled");
    }

    /// The one line that tells it all. Percentages are of the largest heap allowed, as ZGC has
    /// them.
    public static String ended(long cycle, HeapStats stats) {
        var collection = stats.collection();
        return started(cycle, collection.lastKind(), collection.lastCause())
                + " "
                + used(collection.usedBefore(), stats)
                + "->"
                + used(collection.usedAfter(), stats);
    }

    private static String used(long bytes, HeapStats stats) {
        String percent = Amounts.percent(bytes, stats.now().heapMaximum());
        return Amounts.bytes(bytes) + "(" + percent + ")";
    }

    public static String resized(String region, long fromBytes, long toBytes) {
        String first = region.substring(0, 1).toUpperCase(Locale.ROOT);
        return first
                + region.substring(1)
                + (toBytes > fromBytes ? " grown: " : " shrunk: ")
                + (Amounts.bytes(fromBytes) + "->" + Amounts.bytes(toBytes));
    }

    public static String stalled(String threadName, long requestedBytes, Duration waited) {
        String size = Amounts.bytes(requestedBytes);
        return "Allocation Stall (" + threadName + ") " + size + " " + Amounts.millis(waited);
    }

    public static String late(LateMutator late) {
        return cycle(late.cycle())
                + phase(late.phase())
                + (": " + late.thread() + " late by " + Amounts.millis(late.waited()))
                + (late.others() == 0 ? "" : " and " + late.others() + " more threads")
                + (" at " + late.at());
    }

    public static String abandoned(String threadName) {
        return "Thread ended without detaching: " + threadName;
    }
}
