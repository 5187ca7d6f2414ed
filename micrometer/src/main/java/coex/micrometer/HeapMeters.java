// SPDX-License-Identifier: Apache-2.0
package coex.micrometer;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapListener;
import coex.gc.HeapStats;
import coex.gc.Phase;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;

import java.time.Duration;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// The meters of one heap in one registry: gauges that look, and timers that are told. The heap
/// keeps this object, and the registry refers to it weakly.
final class HeapMeters implements HeapListener {

    private static final Duration STALE = Duration.ofMillis(100);
    private static final Tags OBJECTS = Tags.of("area", "objects");
    private static final Tags TABLES = Tags.of("area", "tables");

    private final Heap heap;
    private final MeterSet meters;

    /// Replaced by whoever finds it stale. Volatile: a scrape asks for a dozen figures, and looking
    /// at a heap goes through all its blocks. Two that find it stale at once both look.
    private volatile Seen seen;

    /// Bytes in objects that the last full collection found reachable, without those made while it
    /// ran; until there has been one, what was old when the meters were made. Written by the holder
    /// of the collector's role, read by any thread; volatile, since it is one word that is seldom
    /// written.
    private volatile long live;

    /// Bytes that collections have reclaimed. Written and read as [#live] is; one writer at a time.
    private volatile long reclaimed;

    private record Seen(HeapStats stats, long at) {}

    /// Looks at the heap, which so must be open.
    HeapMeters(Heap heap, MeterSet meters) {
        this.heap = heap;
        this.meters = meters;
        this.seen = new Seen(heap.stats(), System.nanoTime());
        this.live = Math.max(0, seen.stats.collection().bytesOld());
    }

    private HeapStats stats() {
        Seen last = seen;
        if (System.nanoTime() - last.at < STALE.toNanos()) {
            return last.stats;
        }
        try {
            last = new Seen(heap.stats(), System.nanoTime());
            seen = last;
        } catch (HeapClosedException _) {
            // The meters are being removed.
        }
        return last.stats;
    }

    void addGauges() {
        String bytes = BaseUnits.BYTES;
        gauge("coex.memory.used", bytes, OBJECTS, "In objects", s -> s.now().heapUsed());
        gauge("coex.memory.used", bytes, TABLES, "In tables", s -> s.now().sideBytes());
        gauge("coex.memory.committed", bytes, OBJECTS, "For objects", s -> s.now().heapBytes());
        gauge("coex.memory.committed", bytes, TABLES, "For tables", s -> s.now().sideBytes());
        gauge("coex.memory.max", bytes, OBJECTS, "At most", s -> s.now().heapMaximum());
        gauge("coex.gc.max.data.size", bytes, "At most", s -> s.now().heapMaximum());
        gauge("coex.handles.used", null, "In use", s -> s.now().handlesInUse());
        gauge("coex.handles.committed", null, "Room", s -> s.now().tableHandles());
        gauge("coex.roots", null, "Global roots", s -> s.now().globalRoots());
        gauge(
                "coex.threads.attached",
                BaseUnits.THREADS,
                "Threads that work with handles",
                HeapStats::registeredThreads);
        meters.gauge(
                "coex.gc.live.data.size",
                bytes,
                Tags.empty(),
                "In objects that the last full collection found reachable",
                this,
                heapMeters -> heapMeters.live);
        counter(
                "coex.gc.memory.allocated",
                bytes,
                "Bytes in objects that were made",
                s -> s.allocation().bytesAllocated());
        counter(
                "coex.gc.objects.allocated",
                BaseUnits.OBJECTS,
                "Objects that were made",
                s -> s.allocation().allocations());
        meters.counter(
                "coex.gc.memory.reclaimed",
                bytes,
                "Bytes in objects that were found dead",
                this,
                heapMeters -> heapMeters.reclaimed);
        late(0);
    }

    private void gauge(String name, String unit, String says, ToDoubleFunction<HeapStats> value) {
        gauge(name, unit, Tags.empty(), says, value);
    }

    private void gauge(
            String name, String unit, Tags tags, String says, ToDoubleFunction<HeapStats> value) {
        meters.gauge(name, unit, tags, says, this, of -> value.applyAsDouble(of.stats()));
    }

    private void counter(String name, String unit, String says, ToDoubleFunction<HeapStats> value) {
        meters.counter(name, unit, says, this, of -> value.applyAsDouble(of.stats()));
    }

    private void late(long more) {
        meters.count(
                "coex.gc.late.threads",
                BaseUnits.THREADS,
                "Threads that have kept a collection waiting",
                more);
    }

    void remove() {
        meters.remove();
    }

    // What the heap tells

    @Override
    public void cycleEnded(long cycle, HeapStats stats) {
        HeapStats.Collection collection = stats.collection();
        reclaimed += collection.bytesReclaimed();
        if (collection.lastKind() == CycleKind.FULL) {
            live = collection.bytesMarked();
        }
        Tags tags =
                Tags.of(
                        "kind", word(collection.lastKind()),
                        "cause", word(collection.lastCause()));
        Duration took = Duration.ofNanos(stats.time().lastCycle());
        meters.time("coex.gc.cycle", tags, "Collections, beside which threads run", took);
    }

    private static String word(CycleKind kind) {
        return kind == null ? "unknown" : lower(kind);
    }

    private static String word(Cause cause) {
        return cause == null ? "unknown" : lower(cause);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    public void phaseEnded(long cycle, Phase phase, Duration took) {
        Tags tags = Tags.of("phase", lower(phase));
        meters.time("coex.gc.concurrent.phase.time", tags, "Phases of collections", took);
    }

    @Override
    public void handshakeEnded(Handshake handshake) {
        meters.time(
                "coex.gc.handshake",
                Tags.empty(),
                "From a question to all threads until the last has answered",
                handshake.took());
    }

    @Override
    public void allocationStalled(String threadName, long requestedBytes, Duration waited) {
        meters.time(
                "coex.gc.allocation.stall",
                Tags.empty(),
                "Threads that had to wait for a collection",
                waited);
    }

    @Override
    public void mutatorLate(LateMutator late) {
        late(1L + late.others());
    }

    @Override
    public void closing(Heap closed) {
        remove();
    }
}
