// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.Phase;
import coex.observe.HeapCyclesMXBean.Cycle;
import coex.observe.HeapCyclesMXBean.PhaseTime;
import coex.observe.HeapCyclesMXBean.Running;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// Listens to a heap and remembers what its statistics do not: the last cycle in detail, the one
/// under way, who was late. Passes events on to be announced on another thread.
///
/// Cycle events come from whoever holds the collector's role, one thread at a time and each seeing
/// what the one before it did; fields without a comment are theirs. The rest comes from any thread.
final class HeapWatch implements HeapListener {

    private static final long JVM_STARTED = ManagementFactory.getRuntimeMXBean().getStartTime();

    private final HeapOptions options;
    private final HeapAnnouncer announcer;
    private final Runnable onClosing;

    private final long[] phaseNanos = new long[Phase.values().length];
    private long startTime;
    private long committedBefore;
    private Handshake slowest;

    /// - writers: the holder of the collector's role
    /// - readers: any thread
    /// - ordering: volatile, so that a reader sees the contents; two reads may differ
    private volatile Cycle lastCycle;

    /// The last one that was full, or null. As `lastCycle`.
    private volatile Cycle lastFullCycle;

    /// What is under way, or null. As `lastCycle`.
    private volatile Began running;

    /// The bytes committed for objects, as far as events have told. Written by the thread that
    /// delivers events, read by the holder of the role; a value too old shows only in the committed
    /// size before a cycle.
    private volatile long committed;

    private volatile String lastLate = "";
    private final AtomicLong late = new AtomicLong();
    private final AtomicLong abandoned = new AtomicLong();

    private record Began(
            long cycle, CycleKind kind, Cause cause, long nanoTime, String lastPhase) {}

    HeapWatch(Heap heap, HeapAnnouncer announcer, Runnable onClosing) {
        this.options = heap.options().withoutListener(); // beans do not keep the heap
        this.announcer = announcer;
        this.onClosing = onClosing;
        this.committed = heap.stats().now().heapBytes();
    }

    @Override
    public void closing(Heap heap) {
        onClosing.run();
    }

    @Override
    public void cycleStarted(long cycle, CycleKind kind, Cause cause) {
        Arrays.fill(phaseNanos, 0);
        slowest = null;
        startTime = sinceJvmStart();
        committedBefore = committed;
        running = new Began(cycle, kind, cause, System.nanoTime(), "");
    }

    @Override
    public void phaseEnded(long cycle, Phase phase, Duration took) {
        phaseNanos[phase.ordinal()] += took.toNanos();
        Began began = running;
        if (began != null && began.cycle == cycle) {
            running = new Began(cycle, began.kind, began.cause, began.nanoTime, phase.name());
        }
    }

    @Override
    public void handshakeEnded(Handshake handshake) {
        if (slowest == null || handshake.took().compareTo(slowest.took()) > 0) {
            slowest = handshake;
        }
    }

    @Override
    public void cycleEnded(long cycle, HeapStats stats) {
        Began began = running;
        if (began == null || began.cycle != cycle) {
            return; // it began before this listener was added
        }
        Cycle ended = describe(began, stats);
        lastCycle = ended;
        if (began.kind == CycleKind.FULL) {
            lastFullCycle = ended;
        }
        running = null;
        committed = stats.now().heapBytes();
        announcer.cycleEnded(ended);
    }

    private Cycle describe(Began began, HeapStats stats) {
        HeapStats.Collection done = stats.collection();
        long nanos = System.nanoTime() - began.nanoTime;
        long endTime = Math.max(startTime, sinceJvmStart());
        return new Cycle(
                began.cycle,
                startTime,
                endTime,
                endTime - startTime,
                pool(done.usedBefore(), Math.max(committedBefore, done.usedBefore())),
                pool(done.usedAfter(), stats.now().heapBytes()),
                nanos,
                began.kind.name(),
                began.cause.name(),
                phases(),
                done.objectsMarked(),
                done.bytesMarked(),
                done.bytesOld(),
                done.objectsSwept(),
                done.bytesReclaimed(),
                done.flushRounds(),
                done.weakCleared(),
                done.markers(),
                slowest == null ? 0 : slowest.took().toNanos(),
                slowest == null ? "" : slowest.slowestThread());
    }

    private Map<String, MemoryUsage> pool(long used, long bytes) {
        return Map.of(Figures.OBJECTS, Figures.objects(options, used, bytes));
    }

    private List<PhaseTime> phases() {
        List<PhaseTime> times = new ArrayList<>();
        for (Phase phase : Phase.values()) {
            times.add(new PhaseTime(phase.name(), phaseNanos[phase.ordinal()]));
        }
        return times;
    }

    private static long sinceJvmStart() {
        return System.currentTimeMillis() - JVM_STARTED;
    }

    @Override
    public void resized(String region, long fromBytes, long toBytes) {
        if (region.equals("heap")) {
            committed = toBytes;
        }
        announcer.resized(region, fromBytes, toBytes);
    }

    @Override
    public void mutatorLate(LateMutator who) {
        late.addAndGet(1 + who.others());
        lastLate = "%s at %s".formatted(who.thread(), who.at());
        announcer.mutatorLate(who);
    }

    @Override
    public void mutatorAbandoned(String threadName) {
        abandoned.incrementAndGet();
    }

    @Override
    public void allocationStalled(String threadName, long requestedBytes, Duration waited) {
        announcer.allocationStalled(threadName, requestedBytes, waited);
    }

    // For any thread

    Cycle lastCycle() {
        return lastCycle;
    }

    Cycle lastFullCycle() {
        return lastFullCycle;
    }

    Running runningCycle() {
        Began began = running;
        return began == null
                ? null
                : new Running(
                        began.cycle,
                        began.kind.name(),
                        began.cause.name(),
                        System.nanoTime() - began.nanoTime,
                        began.lastPhase);
    }

    long lateThreads() {
        return late.get();
    }

    String lastLateThread() {
        return lastLate;
    }

    long abandonedThreads() {
        return abandoned.get();
    }
}
