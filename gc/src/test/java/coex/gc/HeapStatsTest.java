package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.HeapStats.Fragmentation.Runs;
import coex.gc.memory.Memory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// Every figure against a program whose figures are known.
class HeapStatsTest {

    private Heap heap;
    private Mutator mutator;
    private Shape box;
    private Shape bytes;

    private void open(HeapOptions.Builder options) {
        heap = Heap.open(options.build());
        mutator = heap.attach();
        box = heap.shape("Box").longField("value").build();
        bytes = heap.shape("Bytes").arrayOf(Kind.BYTE).mutable().build();
    }

    @AfterEach
    void close() {
        heap.close();
    }

    @Test
    void aNewHeapHasDoneNothing() {
        open(Heaps.calm().initialHandles(1024));
        HeapStats stats = heap.stats();
        assertThat(stats.allocation()).isEqualTo(new HeapStats.Allocation(0, 0, 0, 0));
        assertThat(stats.collection().completed()).isZero();
        assertThat(stats.collection().lastCause()).isNull();
        assertThat(stats.growth()).isEqualTo(new HeapStats.Growth(0, 0, 0, 0));
        assertThat(stats.now().heapBytes()).isEqualTo(64 << 20);
        assertThat(stats.now().heapUsed()).isZero();
        assertThat(stats.now().heapMaximum()).isEqualTo(256 << 20);
        assertThat(stats.now().tableHandles()).isEqualTo(1024);
        assertThat(stats.now().handlesInUse()).isZero();
        assertThat(stats.now().handlesRetired()).isZero();
        assertThat(stats.now().handlesFree()).isEqualTo(1023);
        assertThat(stats.now().sideBytes()).isPositive();
        assertThat(stats.now().globalRoots()).isZero();
        assertThat(stats.fragmentation()).isEqualTo(oneFreeRun(64 << 20));
        assertThat(stats.time()).isEqualTo(new HeapStats.Time(0, 0, 0, 0));
        assertThat(stats.registeredThreads()).isEqualTo(1);
        assertThat(stats.maximumStackDepth()).isZero();
    }

    @Test
    void allocationsAreCountedExactly() {
        open(Heaps.calm().runHandles(64));
        try (Frame frame = mutator.frame(2)) {
            for (int i = 0; i < 70; i++) {
                mutator.seal(mutator.allocate(box));
            }
            frame.set(0, mutator.allocateArray(bytes, 100));
            frame.set(1, mutator.allocateArray(bytes, 100_000));
            HeapStats stats = heap.stats();
            long expected = 70 * 16 + bytes.arrayBytes(100) + bytes.arrayBytes(100_000);
            assertThat(stats.allocation().allocations()).isEqualTo(72);
            assertThat(stats.allocation().bytesAllocated()).isEqualTo(expected);
            assertThat(stats.allocation().handlesReserved()).isEqualTo(192);
            assertThat(stats.now().heapUsed()).isEqualTo(expected);
            assertThat(stats.now().handlesInUse()).isEqualTo(192);
            heap.collect();
            stats = heap.stats();
            assertThat(stats.now().heapUsed())
                    .isEqualTo(bytes.arrayBytes(100) + bytes.arrayBytes(100_000));
            assertThat(stats.now().handlesRetired()).isEqualTo(70);
            assertThat(stats.now().handlesInUse()).isEqualTo(192 - 70);
            assertThat(
                            stats.now().handlesInUse()
                                    + stats.now().handlesRetired()
                                    + stats.now().handlesFree())
                    .isEqualTo(stats.now().tableHandles() - 1);
            heap.collect();
            assertThat(heap.stats().now().handlesRetired()).isZero();
        }
    }

    @Test
    void timesAddUp() {
        open(Heaps.calm());
        long total = 0;
        for (int i = 0; i < 5; i++) {
            heap.collect();
            HeapStats.Time time = heap.stats().time();
            assertThat(time.lastCycle()).isPositive();
            assertThat(time.lastMark()).isBetween(0L, time.lastCycle());
            assertThat(time.lastSweep()).isBetween(0L, time.lastCycle());
            total += time.lastCycle();
            assertThat(time.total()).isEqualTo(total);
        }
    }

    @Test
    void fragmentationShowsHowFreeMemoryLies() {
        open(Heaps.tiny().blockBytes(1024).initialBytes(4096).maximumBytes(4096));
        Shape line = heap.shape("Line").arrayOf(Kind.BYTE).build();
        Shape list = heap.shape("List").arrayOf(Kind.REFERENCE).build();
        try (Frame frame = mutator.frame(8)) {
            for (int i = 0; i < 8; i++) {
                frame.set(i, mutator.allocateArray(line, 128 - 12)); // one line each
            }
            for (int i = 0; i < 8; i += 2) {
                frame.set(i, 0);
            }
            assertThat(mutator.allocateArray(list, 10)).isPositive(); // takes the next block
            mutator.close();
        }
        mutator = heap.attach();
        // Nothing is rooted any more: the heap is one free run after the sweep.
        heap.collect();
        assertThat(heap.stats().fragmentation()).isEqualTo(oneFreeRun(4096));
        GlobalRoot[] kept = new GlobalRoot[4];
        for (int i = 0; i < 8; i++) {
            long handle = mutator.allocateArray(line, 128 - 12);
            mutator.seal(handle);
            if (i % 2 == 1) {
                kept[i / 2] = heap.newRoot();
                kept[i / 2].set(mutator, handle);
            }
        }
        mutator.close();
        heap.collect();
        HeapStats.Fragmentation found = heap.stats().fragmentation();
        assertThat(found.freeRuns()).isEqualTo(5);
        assertThat(found.largestFreeBytes()).isEqualTo(3072);
        assertThat(found.percent()).isEqualTo(100 - 100 * 3072 / (3072 + 512));
        mutator = heap.attach();
    }

    @Test
    void stackDepthAndThreadsAreCounted() {
        open(Heaps.calm());
        try (Frame one = mutator.frame(1)) {
            try (Frame two = mutator.frame(1)) {
                assertThat(one.slots() + two.slots()).isEqualTo(2);
                assertThat(heap.stats().mutators().getFirst().stackDepth()).isEqualTo(2);
            }
            assertThat(heap.stats().mutators().getFirst().stackDepth()).isEqualTo(1);
            assertThat(heap.stats().mutators().getFirst().maximumStackDepth()).isEqualTo(2);
        }
        assertThat(heap.stats().mutators().getFirst().thread())
                .isEqualTo(Thread.currentThread().getName());
        mutator.close();
        assertThat(heap.stats().registeredThreads()).isZero();
        assertThat(heap.stats().maximumStackDepth()).isEqualTo(2);
    }

    @Test
    void whatAThreadDidIsKeptWhenItDetaches() {
        open(Heaps.calm());
        for (int i = 0; i < 10; i++) {
            mutator.allocate(box);
        }
        mutator.close();
        HeapStats stats = heap.stats();
        assertThat(stats.mutators()).isEmpty();
        assertThat(stats.detached().allocations()).isEqualTo(10);
        assertThat(stats.detached().bytesAllocated()).isEqualTo(160);
        assertThat(stats.allocation().allocations()).isEqualTo(10);
        mutator = heap.attach();
        mutator.allocate(box);
        assertThat(heap.stats().allocation().allocations()).isEqualTo(11);
    }

    @Test
    void handshakesAreCountedByTheMutatorThatAnswersThem() {
        open(Heaps.calm());
        heap.requestCollection();
        while (heap.stats().collection().completed() == 0) {
            mutator.safepoint();
        }
        MutatorStats answered = heap.stats().mutators().getFirst();
        long expected = 4 + heap.stats().collection().flushRounds(); // H1, H1b, H2, H4 and H3s
        assertThat(answered.actions().count()).isEqualTo(expected);
        assertThat(answered.acknowledgements().count()).isEqualTo(expected);
        assertThat(answered.acknowledgements().maximum())
                .isGreaterThanOrEqualTo(answered.actions().percentile(0));
        heap.collect(); // in a safe region: the collector acts
        assertThat(heap.stats().mutators().getFirst().actions().count()).isEqualTo(expected);
        mutator.close();
        assertThat(heap.stats().detached().actions().count()).isEqualTo(expected);
    }

    @Test
    void growthAndSideMemoryAreCounted() {
        open(Heaps.calm().initialBytes(1 << 20).initialHandles(64).hugePages(false));
        long side = heap.stats().now().sideBytes();
        for (int i = 0; i < 100_000; i++) {
            mutator.allocate(box);
        }
        HeapStats stats = heap.stats();
        assertThat(stats.growth().tableGrowths()).isPositive();
        if (Memory.NATIVE) {
            assertThat(stats.now().sideBytes()).isGreaterThan(side);
        }
        assertThat(stats.now().heapBytes()).isGreaterThanOrEqualTo(stats.now().heapUsed());
    }

    /// More than a box and the array beside it take.
    private static final long LARGEST_PAIR = 1024;

    /// Figures of running mutators may lag, but are never far off: by a run of handles or two in
    /// either direction, and a run has at most 4,096.
    @Test
    void figuresReadWhileAMutatorRunsArePlausible() throws InterruptedException {
        open(Heaps.calm().initialBytes(1 << 20).maximumBytes(16 << 20));
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong pairs = new AtomicLong();
        Thread busy =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try (Mutator own = heap.attach()) {
                                        while (!stop.get()) {
                                            own.allocate(box);
                                            own.allocateArray(bytes, 300);
                                            pairs.incrementAndGet();
                                        }
                                    }
                                });
        long lastObjects = 0;
        long lastBytes = 0;
        try (var _ = mutator.safeRegion()) {
            for (int i = 0; i < 50_000; i++) {
                HeapStats.Allocation found = heap.stats().allocation();
                assertThat(found.allocations()).isGreaterThanOrEqualTo(lastObjects - 16_384);
                assertThat(found.bytesAllocated()).isGreaterThanOrEqualTo(lastBytes - (1 << 20));
                long most = (pairs.get() + 1) * LARGEST_PAIR + (1 << 20);
                assertThat(found.bytesAllocated()).isLessThan(most);
                lastObjects = found.allocations();
                lastBytes = found.bytesAllocated();
            }
        } finally {
            stop.set(true);
            try (var _ = mutator.safeRegion()) {
                busy.join();
            }
        }
        assertThat(List.of(lastObjects, lastBytes)).allMatch(n -> n > 0);
    }

    private static HeapStats.Fragmentation oneFreeRun(long bytes) {
        List<Runs> bySize = new ArrayList<>();
        List<Long> limits = HeapStats.Fragmentation.RUN_LIMITS;
        for (int i = 0; i <= limits.size(); i++) {
            boolean here =
                    (i == limits.size() || bytes < limits.get(i))
                            && (i == 0 || bytes >= limits.get(i - 1));
            bySize.add(here ? new Runs(1, bytes) : new Runs(0, 0));
        }
        return new HeapStats.Fragmentation(bytes, 1, 0, bytes, bytes, bySize);
    }
}
