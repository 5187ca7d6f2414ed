package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.collect.ConcurrentHeap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// A cycle keeps what is reachable and nothing else, whatever its form, and begins when it should.
/// Whole, because all look at the same few shapes in one heap.
class CollectionTest {

    private Heap heap;
    private Mutator mutator;
    private Shape node;
    private Field next;
    private Field value;
    private Shape cell;
    private Field ref;
    private Shape list;

    private void open(HeapOptions.Builder options) {
        heap = Heap.open(options.build());
        mutator = heap.attach();
        node = heap.shape("Node").reference("next").intField("value").build();
        next = node.field("next");
        value = node.field("value");
        cell = heap.shape("Cell").reference("ref").mutable().build();
        ref = cell.field("ref");
        list = heap.shape("List").arrayOf(Kind.REFERENCE).mutable().build();
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long newNode(int content, long child) {
        long handle = mutator.allocate(node);
        mutator.setInt(handle, value, content);
        mutator.setReference(handle, next, child);
        mutator.seal(handle);
        return handle;
    }

    @Test
    void theCountsOfACycleAreExact() {
        open(Heaps.calm().verifyAfter(Heaps.EVERY_PHASE));
        try (Frame frame = mutator.frame(2)) {
            for (int i = 0; i < 100; i++) {
                frame.set(0, newNode(i, frame.get(0)));
            }
            for (int i = 0; i < 41; i++) {
                newNode(i, 0);
            }
            frame.set(1, mutator.allocateArray(list, 10));
            mutator.allocateArray(list, 1000);
            heap.collect();
            var first = heap.stats().collection();
            assertThat(first.completed()).isEqualTo(1);
            assertThat(first.objectsMarked()).isEqualTo(101);
            assertThat(first.bytesMarked()).isEqualTo(100 * 16 + list.arrayBytes(10));
            assertThat(first.objectsSwept()).isEqualTo(42);
            assertThat(first.bytesReclaimed()).isEqualTo(41 * 16 + list.arrayBytes(1000));
            assertThat(first.handlesRetired()).isEqualTo(42);
            assertThat(first.handlesRecycled()).isZero();
            assertThat(first.lastCause()).isEqualTo(Cause.REQUEST);
            assertThat(first.flushRounds()).isPositive();

            long handle = frame.get(0);
            for (int i = 99; i >= 0; i--) {
                assertThat(mutator.getInt(handle, value)).isEqualTo(i);
                handle = mutator.getReference(handle, next);
            }
            assertThat(handle).isZero();

            frame.set(0, 0);
            heap.collect();
            var second = heap.stats().collection();
            assertThat(second.completed()).isEqualTo(2);
            assertThat(second.objectsMarked()).isEqualTo(1);
            assertThat(second.objectsSwept()).isEqualTo(100);
            assertThat(second.bytesReclaimed()).isEqualTo(1600);
            assertThat(second.handlesRecycled()).isEqualTo(42);
            assertThat(heap.stats().now().heapUsed()).isEqualTo(list.arrayBytes(10));
        }
    }

    @Test
    void anEmptyHeapIsCollected() {
        open(Heaps.verified());
        mutator.close();
        heap.collect();
        heap.collect();
        assertThat(heap.stats().collection().completed()).isEqualTo(2);
        assertThat(heap.stats().collection().objectsMarked()).isZero();
    }

    @Test
    void circlesOfMutableObjectsAreCollected() {
        open(Heaps.verified());
        try (Frame frame = mutator.frame(2)) {
            for (int i = 0; i < 50; i++) {
                frame.set(0, mutator.allocate(cell));
                frame.set(1, mutator.allocate(cell));
                mutator.setReference(frame.get(0), ref, frame.get(1));
                mutator.setReference(frame.get(1), ref, frame.get(0));
            }
            heap.collect();
            assertThat(heap.stats().collection().objectsMarked()).isEqualTo(2);
            assertThat(heap.stats().collection().objectsSwept()).isEqualTo(98);
            mutator.setReference(frame.get(0), ref, frame.get(0));
        }
        heap.collect();
        assertThat(heap.stats().collection().objectsSwept()).isEqualTo(2);
    }

    @Test
    @Tag("slow")
    void aListOfTenMillionNodesIsMarked() {
        open(HeapOptions.builder().initialBytes(512 << 20).maximumBytes(1L << 30));
        int count = 10_000_000;
        try (Frame frame = mutator.frame(1)) {
            for (int i = 0; i < count; i++) {
                frame.set(0, newNode(i, frame.get(0)));
            }
            heap.collect();
            assertThat(heap.stats().collection().objectsMarked()).isEqualTo(count);
            long handle = frame.get(0);
            for (int i = count - 1; i >= 0; i--) {
                if (mutator.getInt(handle, value) != i) {
                    assertThat(mutator.getInt(handle, value)).isEqualTo(i);
                }
                handle = mutator.getReference(handle, next);
            }
            assertThat(handle).isZero();
        }
        heap.collect();
        assertThat(heap.stats().collection().objectsSwept()).isEqualTo(count);
    }

    @Test
    @Tag("slow")
    void anArrayOfFiveMillionReferencesIsMarked() {
        open(HeapOptions.builder().initialBytes(256 << 20).maximumBytes(1L << 30));
        int count = 5_000_000;
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocateArray(list, count));
            for (int i = 0; i < count; i++) {
                mutator.setReference(frame.get(0), i, newNode(i, 0));
            }
            heap.collect();
            assertThat(heap.stats().collection().objectsMarked()).isEqualTo(count + 1);
            for (int i = 0; i < count; i++) {
                int found = mutator.getInt(mutator.getReference(frame.get(0), i), value);
                if (found != i) {
                    assertThat(found).isEqualTo(i);
                }
            }
        }
    }

    /// Longer than a slice, and each slice longer than a batch.
    @Test
    void everyElementOfAnImmutableArrayIsMarked() {
        open(Heaps.calm());
        Shape fixed = heap.shape("fixed").arrayOf(Kind.REFERENCE).build();
        int count = 3000;
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocateArray(fixed, count));
            for (int i = 0; i < count; i++) {
                mutator.setReference(frame.get(0), i, newNode(i, 0));
            }
            mutator.seal(frame.get(0));
            heap.collect();
            assertThat(heap.stats().collection().objectsMarked()).isEqualTo(count + 1);
        }
    }

    @Test
    void aTreeIsMarkedWholly() {
        open(Heaps.calm());
        Shape pair = heap.shape("Pair").reference("left").reference("right").build();
        int depth = 16;
        try (Frame frame = mutator.frame(depth + 2)) {
            frame.set(0, tree(pair, depth));
            heap.collect();
            assertThat(heap.stats().collection().objectsMarked()).isEqualTo((2 << depth) - 1);
        }
    }

    private long tree(Shape pair, int depth) {
        try (Frame frame = mutator.frame(2)) {
            if (depth > 0) {
                frame.set(0, tree(pair, depth - 1));
                frame.set(1, tree(pair, depth - 1));
            }
            long handle = mutator.allocate(pair);
            mutator.setReference(handle, pair.field("left"), frame.get(0));
            mutator.setReference(handle, pair.field("right"), frame.get(1));
            mutator.seal(handle);
            return handle;
        }
    }

    @Test
    void anObjectThatMovesBetweenCellsDuringMarkingIsKept() {
        for (Phase phase :
                List.of(Phase.BARRIER_ON, Phase.SETTLE, Phase.SNAPSHOT, Phase.MARK, Phase.FLUSH)) {
            PhaseGate gate = new PhaseGate(phase);
            open(Heaps.verified().listener(gate));
            try (Frame frame = mutator.frame(3)) {
                frame.set(0, mutator.allocate(cell));
                frame.set(1, mutator.allocate(cell));
                mutator.setReference(frame.get(0), ref, newNode(7, 0));
                gate.collectUpToHere(mutator);
                mutator.setReference(frame.get(1), ref, mutator.getReference(frame.get(0), ref));
                mutator.setReference(frame.get(0), ref, 0);
                gate.openAndFinish(mutator);
                heap.collect();
                assertThat(mutator.getInt(mutator.getReference(frame.get(1), ref), value))
                        .as("after %s", phase)
                        .isEqualTo(7);
            }
            heap.close();
        }
    }

    @Test
    void anObjectTakenOutOfACellIntoAFrameDuringMarkingIsKept() {
        for (Phase phase : Phase.values()) {
            PhaseGate gate = new PhaseGate(phase);
            open(Heaps.verified().listener(gate));
            try (Frame frame = mutator.frame(3)) {
                frame.set(0, mutator.allocate(cell));
                mutator.setReference(frame.get(0), ref, newNode(7, 0));
                gate.collectUpToHere(mutator);
                long taken = mutator.getReference(frame.get(0), ref);
                assertThat(mutator.compareAndSetReference(frame.get(0), ref, taken, 0)).isTrue();
                frame.set(1, taken);
                gate.openAndFinish(mutator);
                heap.collect();
                assertThat(mutator.getInt(frame.get(1), value)).as("after %s", phase).isEqualTo(7);
            }
            heap.close();
        }
    }

    @Test
    void objectsBornInAnyPhaseSurviveWithTheirChildren() {
        for (Phase phase : Phase.values()) {
            PhaseGate gate = new PhaseGate(phase);
            open(Heaps.verified().listener(gate));
            try (Frame frame = mutator.frame(1)) {
                frame.set(0, newNode(1, 0));
                gate.collectUpToHere(mutator);
                frame.set(0, newNode(2, frame.get(0)));
                frame.set(0, newNode(3, frame.get(0)));
                gate.openAndFinish(mutator);
                heap.collect();
                long handle = frame.get(0);
                for (int i = 3; i > 0; i--) {
                    assertThat(mutator.getInt(handle, value)).as("after %s", phase).isEqualTo(i);
                    handle = mutator.getReference(handle, next);
                }
                assertThat(heap.stats().collection().objectsMarked()).isEqualTo(3);
            }
            heap.close();
        }
    }

    @Test
    void aCycleThatWasAskedForBeginsAfterTheCall() {
        open(Heaps.calm());
        for (int i = 1; i <= 100; i++) {
            long dead = newNode(i, 0);
            heap.collect();
            assertThat(mutator.isLive(dead)).isFalse();
            assertThat(heap.stats().collection().completed()).isEqualTo(i);
        }
    }

    @Test
    void collectDuringARunningCycleWaitsForTheNext() throws InterruptedException {
        PhaseGate gate = new PhaseGate(Phase.FLUSH);
        open(Heaps.calm().listener(gate));
        gate.collectUpToHere(mutator);
        long dead = newNode(1, 0); // born marked in the running cycle
        Thread opener = Thread.ofPlatform().start(gate::open);
        heap.collect();
        opener.join();
        assertThat(heap.stats().collection().completed()).isEqualTo(2);
        assertThat(mutator.isLive(dead)).isFalse();
    }

    @Test
    void eightThreadsCollectAtOnce() throws InterruptedException {
        // Without quarantine another thread may get the handle before this one looks.
        open(Heaps.calm().stress(StressOptions.NONE.withQuarantine(true)));
        List<Thread> threads = new ArrayList<>();
        AtomicInteger dead = new AtomicInteger();
        for (int t = 0; t < 8; t++) {
            boolean attached = t % 2 == 0;
            threads.add(
                    (t % 4 == 0 ? Thread.ofVirtual() : Thread.ofPlatform())
                            .start(
                                    () -> {
                                        for (int i = 0; i < 25; i++) {
                                            if (attached) {
                                                try (Mutator own = heap.attach()) {
                                                    long garbage = own.allocate(node);
                                                    heap.collect();
                                                    dead.addAndGet(own.isLive(garbage) ? 0 : 1);
                                                }
                                            } else {
                                                heap.collect();
                                            }
                                        }
                                    }));
        }
        try (var _ = mutator.safeRegion()) {
            for (Thread thread : threads) {
                assertThat(thread.join(Heaps.HANG)).isTrue();
            }
        }
        assertThat(dead.get()).isEqualTo(4 * 25);
        Heaps.assertValid(heap);
    }

    @Test
    void requestsMadeBeforeACycleBeginsAreOne() {
        PhaseGate gate = new PhaseGate(Phase.MARK);
        open(Heaps.calm().listener(gate));
        gate.collectUpToHere(mutator);
        for (int i = 0; i < 1000; i++) {
            heap.requestCollection(); // returns although the running cycle cannot end
        }
        gate.openAndFinish(mutator);
        heap.awaitCollection();
        assertThat(heap.stats().collection().completed()).isEqualTo(2);
        heap.awaitCollection(); // nothing to wait for
        assertThat(heap.stats().collection().completed()).isEqualTo(2);
    }

    @Test
    void aWaitingThreadThatIsInterruptedWaitsToTheEndAndStaysInterrupted() {
        open(Heaps.calm());
        long dead = newNode(1, 0);
        Thread.currentThread().interrupt();
        heap.collect();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(mutator.isLive(dead)).isFalse();
    }

    @Test
    void fiftyThousandCyclesOfASmallHeap() {
        open(Heaps.tiny());
        try (Frame frame = mutator.frame(1)) {
            for (int i = 0; i < 50_000; i++) {
                frame.set(0, newNode(i, 0));
                heap.collect();
            }
            assertThat(mutator.getInt(frame.get(0), value)).isEqualTo(49_999);
        }
        assertThat(heap.stats().collection().completed()).isEqualTo(50_000);
        assertThat(heap.stats().now().heapBytes()).isLessThan(1 << 20);
    }

    // What starts a cycle

    private void awaitCycle(Cause cause) {
        long deadline = System.nanoTime() + Heaps.HANG.toNanos();
        while (heap.stats().collection().lastCause() != cause) {
            assertThat(System.nanoTime()).as("no cycle for %s", cause).isLessThan(deadline);
            mutator.safepoint();
            Thread.onSpinWait();
        }
    }

    /// The collector may be slow to begin: whoever went on allocating would make the heap grow.
    private void awaitCycleAfter(long completed) {
        long deadline = System.nanoTime() + Heaps.HANG.toNanos();
        while (heap.stats().collection().completed() == completed) {
            assertThat(System.nanoTime()).as("no cycle").isLessThan(deadline);
            mutator.safepoint();
            Thread.onSpinWait();
        }
    }

    @Test
    void aNumberOfAllocationsStartsACycle() {
        open(Heaps.calm().triggerAllocations(1000));
        for (int i = 0; i < 999; i++) {
            newNode(i, 0);
        }
        assertThat(heap.stats().collection().completed()).isZero();
        for (int i = 0; i <= 2 * 1000 / 16; i++) {
            newNode(i, 0);
        }
        awaitCycle(Cause.ALLOCATION_COUNT);
    }

    /// A thread that only stores would fill the JVM's heap with what says which objects it wrote.
    @Test
    void soDoesAThreadThatWritesManyObjectsAndMakesNone() {
        open(Heaps.calm().initialBytes(128 << 20).initialHandles(1 << 21));
        int count = (1 << 20) + 10_000;
        Shape cells = heap.shape("cells").arrayOf(Kind.REFERENCE).build();
        Shape cell = heap.shape("cell").reference("content").mutable().build();
        Field content = cell.field("content");
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocateArray(cells, count));
            for (int i = 0; i < count; i++) {
                mutator.setReference(frame.get(0), i, mutator.allocate(cell));
            }
            assertThat(heap.stats().collection().completed()).isZero();
            for (int i = 0; i < count; i++) {
                mutator.setReference(mutator.getReference(frame.get(0), i), content, 0);
            }
            awaitCycle(Cause.WRITES);
        }
    }

    @Test
    void allocationsOfAllThreadsCountTogether() throws InterruptedException {
        open(Heaps.calm().triggerAllocations(1000));
        for (int thread = 0; thread < 4; thread++) {
            Thread other =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try (Mutator own = heap.attach()) {
                                            for (int i = 0; i < 250; i++) {
                                                own.seal(own.allocate(node));
                                            }
                                        }
                                    });
            if (thread < 3) {
                other.join();
                assertThat(heap.stats().collection().completed()).isZero();
            }
        }
        awaitCycle(Cause.ALLOCATION_COUNT); // those who have detached have told of the rest
    }

    @Test
    void countingAllocationsLeavesTheFastPathAlone() {
        open(Heaps.calm().triggerAllocations(16_000));
        newNode(0, 0);
        var allocator = ConcurrentHeap.contextOf(mutator).allocator();
        assertThat(allocator.isReserved(64, 2)).isTrue();
    }

    @Test
    void growthStartsACycle() {
        open(Heaps.calm().initialBytes(1 << 20).growthPercent(100));
        for (int round = 0; round < 20; round++) {
            long bytes = heap.stats().allocation().bytesAllocated();
            long completed = heap.stats().collection().completed();
            while (heap.stats().allocation().bytesAllocated() < bytes + (1 << 20)) {
                for (int i = 0; i < 1000; i++) {
                    newNode(i, 0);
                }
            }
            awaitCycleAfter(completed);
            assertThat(heap.stats().collection().lastCause()).isEqualTo(Cause.GROWTH);
        }
        assertThat(heap.stats().now().heapBytes()).as("of 20 MB").isLessThan(8 << 20);
    }

    @Test
    void anIdleHeapIsCollectedOnceAfterItWasUsed() {
        Duration idle = useOnce(Duration.ofMillis(20));
        long deadline = System.nanoTime() + Heaps.HANG.toNanos();
        while (heap.stats().collection().completed() == 0) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
        assertThat(heap.stats().collection().lastCause()).isEqualTo(Cause.IDLE);
        assertThat(heap.stats().collection().objectsSwept()).isEqualTo(1);
        sleep(10 * idle.toMillis());
        assertThat(heap.stats().collection().completed()).isEqualTo(1);
    }

    /// Opens a heap and uses it. If that takes longer than it takes to be idle, the heap may be
    /// found idle in the middle, so it is done again with more time.
    ///
    /// @return after how long the heap is idle
    private Duration useOnce(Duration idle) {
        long began = System.nanoTime();
        open(Heaps.calm().idleAfter(idle));
        newNode(1, 0);
        mutator.close();
        mutator = null;
        if (System.nanoTime() - began < idle.toNanos()) {
            return idle;
        }
        heap.close();
        return useOnce(idle.multipliedBy(2));
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void everyAllocationCollectsWhenItIsToldTo() {
        open(
                Heaps.tiny()
                        .stress(
                                StressOptions.NONE
                                        .withCollectEvery(1)
                                        .withPoison(true)
                                        .withQuarantine(true))
                        .verifyAfter(Heaps.EVERY_PHASE));
        try (Frame frame = mutator.frame(1)) {
            for (int i = 0; i < 300; i++) {
                frame.set(0, newNode(i, i % 10 == 0 ? 0 : frame.get(0)));
            }
            assertThat(heap.stats().collection().completed()).isGreaterThanOrEqualTo(300);
            assertThat(mutator.getInt(frame.get(0), value)).isEqualTo(299);
        }
    }

    @Test
    void aStalledAllocationIsCountedAndReported() {
        AtomicLong reported = new AtomicLong();
        List<Long> bytes = new ArrayList<>();
        open(
                Heaps.calm()
                        .initialBytes(1 << 20)
                        .maximumBytes(1 << 20)
                        .listener(
                                new HeapListener() {
                                    @Override
                                    public synchronized void allocationStalled(
                                            String thread, long requested, Duration waited) {
                                        assertThat(thread).isNotEmpty();
                                        assertThat(waited).isPositive();
                                        bytes.add(requested);
                                        reported.incrementAndGet();
                                    }
                                }));
        Shape large = heap.shape("Large").arrayOf(Kind.BYTE).build();
        for (int i = 0; i < 10; i++) {
            mutator.allocateArray(large, 700_000);
        }
        heap.collect(); // delivers what is left to tell
        assertThat(reported.get()).isPositive();
        assertThat(bytes).contains(large.arrayBytes(700_000));
        HeapStats stats = heap.stats();
        assertThat(stats.allocation().stalls()).isGreaterThanOrEqualTo(reported.get());
        assertThat(stats.mutators().getFirst().stalls()).isEqualTo(stats.allocation().stalls());
        assertThat(stats.mutators().getFirst().stallNanos()).isPositive();
    }

    // Handing objects over

    @Test
    void handingOverThroughACellLosesNothingWhileCyclesRun() throws InterruptedException {
        open(Heaps.calm().verifyAfter(List.of(Phase.MARK, Phase.SWEEP)));
        GlobalRoot shared = heap.newRoot();
        GlobalRoot direct = heap.newRoot();
        shared.set(mutator, mutator.allocate(cell));
        int count = 8_000;
        CountDownLatch ended = new CountDownLatch(2);
        AtomicLong received = new AtomicLong();
        List<Throwable> failures = new ArrayList<>();
        Mutator.Task producer =
                (own, frame) -> {
                    for (int i = 1; i <= count; i++) {
                        frame.set(0, own.allocate(node));
                        own.setInt(frame.get(0), value, i);
                        own.seal(frame.get(0));
                        boolean byRoot = i % 2 == 0;
                        while (!(byRoot
                                ? direct.compareAndSet(own, 0, frame.get(0))
                                : own.compareAndSetReference(
                                        shared.get(own), ref, 0, frame.get(0)))) {
                            own.safepoint();
                        }
                    }
                    ended.countDown();
                };
        Mutator.Task consumer =
                (own, frame) -> {
                    try {
                        for (int i = 1; i <= count; i++) {
                            boolean byRoot = i % 2 == 0;
                            while (true) {
                                long handle =
                                        byRoot
                                                ? direct.get(own)
                                                : own.getReference(shared.get(own), ref);
                                if (handle != 0) {
                                    frame.set(0, handle);
                                    break;
                                }
                                own.safepoint();
                            }
                            if (byRoot) {
                                direct.set(own, 0);
                            } else {
                                own.setReference(shared.get(own), ref, 0);
                            }
                            own.safepoint();
                            received.addAndGet(own.getInt(frame.get(0), value) == i ? 1 : 0);
                        }
                    } catch (Throwable e) {
                        failures.add(e);
                    } finally {
                        ended.countDown();
                    }
                };
        Thread one = mutator.spawn(producer, 0L);
        Thread other = mutator.spawn(consumer, 0L);
        try (var _ = mutator.safeRegion()) {
            while (ended.getCount() > 0 && failures.isEmpty()) {
                heap.collect();
            }
            if (failures.isEmpty()) {
                one.join();
            }
            other.join();
        }
        assertThat(failures).isEmpty();
        assertThat(received.get()).isEqualTo(count);
        Heaps.assertValid(heap);
    }

    @Test
    void aListenerCannotWaitForTheCollectorItRunsOn() {
        List<Throwable> thrown = new ArrayList<>();
        Heap[] opened = new Heap[1];
        open(
                Heaps.calm()
                        .listener(
                                new HeapListener() {
                                    @Override
                                    public void cycleEnded(long cycle, HeapStats stats) {
                                        try {
                                            opened[0].collect();
                                        } catch (RuntimeException e) {
                                            thrown.add(e);
                                        }
                                    }
                                }));
        opened[0] = heap;
        heap.collect();
        assertThat(thrown).hasSize(1).allMatch(e -> e instanceof HeapUsageException);
        assertThatThrownBy(
                        () -> {
                            throw thrown.getFirst();
                        })
                .hasMessageContaining("listener cannot wait");
    }
}
