package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.collect.ConcurrentHeap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// Threads come, go, block, end and die, and the collector neither loses nor waits for them. Whole,
/// because all share one heap with threads that are ended for sure.
class MutatorTest {

    private Heap heap;
    private Mutator mutator;
    private Shape box;
    private Field value;
    private Shape cell;
    private Field ref;

    private void open(HeapOptions.Builder options) {
        heap = Heap.open(options.build());
        mutator = heap.attach();
        box = heap.shape("Box").longField("value").build();
        value = box.field("value");
        cell = heap.shape("Cell").reference("ref").mutable().build();
        ref = cell.field("ref");
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long newBox(Mutator by, long content) {
        long handle = by.allocate(box);
        by.setLong(handle, value, content);
        by.seal(handle);
        return handle;
    }

    private static void join(Thread thread) {
        try {
            assertThat(thread.join(Heaps.HANG)).as("%s ended", thread).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // Attaching

    @Test
    void aNumberBelongsToOneMutatorAtATime() {
        open(Heaps.calm());
        int own = ConcurrentHeap.contextOf(mutator).number();
        AtomicInteger first = new AtomicInteger();
        AtomicInteger second = new AtomicInteger();
        CountDownLatch firstNumbered = new CountDownLatch(1);
        CountDownLatch secondNumbered = new CountDownLatch(1);
        Thread thread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    Mutator other = heap.attach();
                                    first.set(ConcurrentHeap.contextOf(other).number());
                                    firstNumbered.countDown();
                                    try (var _ = other.safeRegion()) {
                                        await(secondNumbered);
                                    }
                                    other.close();
                                });
        await(firstNumbered);
        Thread later =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try (Mutator other = heap.attach()) {
                                        second.set(ConcurrentHeap.contextOf(other).number());
                                    }
                                    secondNumbered.countDown();
                                });
        join(later);
        join(thread);
        assertThat(List.of(own, first.get(), second.get())).doesNotHaveDuplicates();
        assertThat(own).isPositive();
        assertThat(numberOfANewThread()).as("given again").isLessThanOrEqualTo(3);
    }

    private int numberOfANewThread() {
        AtomicInteger number = new AtomicInteger();
        join(
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try (Mutator other = heap.attach()) {
                                        number.set(ConcurrentHeap.contextOf(other).number());
                                    }
                                }));
        return number.get();
    }

    @Test
    void aThreadThatAttachesAgainGetsTheSameMutator() {
        open(Heaps.calm());
        assertThat(heap.attach()).isSameAs(mutator);
        assertThat(heap.current()).isSameAs(mutator);
        assertThat(mutator.heap()).isSameAs(heap);
        assertThat(mutator.thread()).isSameAs(Thread.currentThread());
        assertThat(heap.stats().registeredThreads()).isEqualTo(1);
    }

    @Test
    void detachingTwiceDoesNothingAndAttachingAgainGivesANewMutator() {
        open(Heaps.calm());
        mutator.close();
        mutator.close();
        assertThat(heap.current()).isNull();
        assertThat(heap.stats().registeredThreads()).isZero();
        Mutator again = heap.attach();
        assertThat(again).isNotSameAs(mutator);
        mutator.close();
        assertThat(heap.current()).isSameAs(again);
    }

    @Test
    void aThreadThatIsNotAttachedHasNoMutator() {
        open(Heaps.calm());
        AtomicReference<Object> found = new AtomicReference<>("unset");
        join(Thread.ofPlatform().start(() -> found.set(heap.current())));
        assertThat(found.get()).isNull();
    }

    @Test
    void oneThreadIsAMutatorOfSeveralHeaps() {
        open(Heaps.calm());
        try (Heap other = Heap.open(Heaps.calm().build())) {
            Shape there = other.shape("Box").longField("value").build();
            Mutator second = other.attach();
            long here = newBox(mutator, 1);
            long elsewhere = second.allocate(there);
            assertThat(here).isEqualTo(elsewhere);
            other.collect();
            assertThat(mutator.getLong(here, value)).isEqualTo(1);
            assertThat(second.isLive(elsewhere)).isFalse();
        }
    }

    @Test
    void threadsAttachAndDetachWhileCyclesRun() {
        open(Heaps.verified().verifyAfter(List.of(Phase.MARK, Phase.SWEEP, Phase.FINISH)));
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 6; t++) {
            Runnable work =
                    () -> {
                        try {
                            for (int i = 0; i < 200; i++) {
                                try (Mutator own = heap.attach();
                                        Frame frame = own.frame(1)) {
                                    frame.set(0, newBox(own, i));
                                    for (int g = 0; g < 20; g++) {
                                        newBox(own, g);
                                    }
                                    assertThat(own.getLong(frame.get(0), value)).isEqualTo(i);
                                }
                            }
                        } catch (Throwable e) {
                            failures.add(e);
                        }
                    };
            threads.add(
                    t % 2 == 0 ? Thread.ofPlatform().start(work) : Thread.startVirtualThread(work));
        }
        while (threads.stream().anyMatch(Thread::isAlive)) {
            heap.collect();
        }
        assertThat(failures).isEmpty();
        assertThat(heap.stats().registeredThreads()).isEqualTo(1);
        assertThat(heap.stats().allocation().allocations()).isEqualTo(6 * 200 * 21);
        heap.collect();
        assertThat(heap.stats().collection().objectsMarked()).isZero();
    }

    @Test
    void aThreadThatExitsDuringMarkingTakesNothingWithIt() {
        for (Phase phase : List.of(Phase.BARRIER_ON, Phase.SNAPSHOT, Phase.MARK, Phase.RETIRE)) {
            PhaseGate gate = new PhaseGate(phase);
            open(Heaps.verified().listener(gate));
            CountDownLatch mayExit = new CountDownLatch(1);
            try (Frame frame = mutator.frame(1)) {
                frame.set(0, mutator.allocate(cell));
                Thread exiting =
                        mutator.spawn(
                                (own, arguments) -> {
                                    while (mayExit.getCount() > 0) {
                                        own.safepoint();
                                        Thread.onSpinWait();
                                    }
                                    long made = newBox(own, 9);
                                    own.setReference(arguments.get(0), ref, made);
                                },
                                frame.get(0));
                gate.collectUpToHere(mutator);
                mayExit.countDown();
                join(exiting);
                gate.openAndFinish(mutator);
                heap.collect();
                long made = mutator.getReference(frame.get(0), ref);
                assertThat(mutator.getLong(made, value)).as("after %s", phase).isEqualTo(9);
            }
            heap.close();
        }
    }

    @Test
    void aThreadThatDiesWithoutDetachingIsBuriedAndReported() {
        Queue<String> abandoned = new ConcurrentLinkedQueue<>();
        open(
                Heaps.verified()
                        .listener(
                                new HeapListener() {
                                    @Override
                                    public void mutatorAbandoned(String threadName) {
                                        abandoned.add(threadName);
                                    }
                                }));
        for (Thread.Builder builder :
                List.of(Thread.ofPlatform().name("careless"), Thread.ofVirtual().name("light"))) {
            join(
                    builder.start(
                            () -> {
                                Mutator own = heap.attach();
                                Frame frame = own.frame(1);
                                frame.set(0, newBox(own, 1));
                            }));
        }
        heap.collect();
        assertThat(abandoned).containsExactlyInAnyOrder("careless", "light");
        assertThat(heap.stats().registeredThreads()).isEqualTo(1);
        assertThat(heap.stats().detached().allocations()).isEqualTo(2);
        heap.collect();
        assertThat(heap.stats().now().handlesInUse()).as("roots and runs are gone").isZero();
    }

    // Safe regions

    @Test
    void aBlockedThreadDoesNotHoldUpACycleAndKeepsItsRoots() {
        open(Heaps.verified());
        CountDownLatch blocked = new CountDownLatch(2);
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger intact = new AtomicInteger();
        Runnable work =
                () -> {
                    try (Mutator own = heap.attach();
                            Frame frame = own.frame(1)) {
                        frame.set(0, newBox(own, 5));
                        try (var _ = own.safeRegion()) {
                            blocked.countDown();
                            await(go);
                        }
                        intact.addAndGet(own.getLong(frame.get(0), value) == 5 ? 1 : 0);
                    }
                };
        Thread platform = Thread.ofPlatform().start(work);
        Thread virtual = Thread.startVirtualThread(work);
        try (var _ = mutator.safeRegion()) {
            await(blocked);
        }
        heap.collect();
        heap.collect();
        assertThat(heap.stats().collection().objectsMarked()).isEqualTo(2);
        go.countDown();
        join(platform);
        join(virtual);
        assertThat(intact.get()).isEqualTo(2);
    }

    @Test
    void safeRegionsNestAndTheOutermostCounts() {
        open(Heaps.calm());
        SafeRegion outer = mutator.safeRegion();
        SafeRegion inner = mutator.safeRegion();
        heap.collect(); // waits, in a region of its own
        inner.close();
        inner.close();
        assertThatThrownBy(() -> mutator.safepoint()).hasMessageContaining("in a safe region");
        outer.close();
        mutator.safepoint();
        outer.close();
        mutator.safepoint();
    }

    @Test
    void aThreadThatEntersAndLeavesRegionsAllTheTimeKeepsItsRoots() {
        open(Heaps.verified().maximumBytes(4 << 20).verifyAfter(List.of(Phase.MARK)));
        AtomicBoolean stop = new AtomicBoolean();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try (Mutator own = heap.attach();
                                            Frame low = own.frame(1);
                                            Frame frame = own.frame(1)) {
                                        for (int i = 0; !stop.get(); i++) {
                                            low.set(0, newBox(own, i));
                                            frame.set(0, newBox(own, i));
                                            try (var _ = own.safeRegion()) {
                                                Thread.onSpinWait();
                                            }
                                            assertThat(own.getLong(frame.get(0), value))
                                                    .isEqualTo(i);
                                            assertThat(own.getLong(low.get(0), value)).isEqualTo(i);
                                        }
                                    } catch (Throwable e) {
                                        failure.set(e);
                                    }
                                });
        for (int i = 0; i < 120; i++) {
            heap.collect();
        }
        stop.set(true);
        join(thread);
        assertThat(failure.get()).isNull();
    }

    @Test
    void aLateMutatorIsReportedAndTheCycleEndsOnceItPolls() {
        AtomicReference<HeapListener.LateMutator> late = new AtomicReference<>();
        CountDownLatch reported = new CountDownLatch(1);
        open(
                Heaps.calm()
                        .lateAfter(Duration.ofMillis(20))
                        .listener(
                                new HeapListener() {
                                    @Override
                                    public void mutatorLate(LateMutator found) {
                                        late.compareAndSet(null, found);
                                        reported.countDown();
                                    }
                                }));
        heap.requestCollection();
        await(reported); // without a safepoint
        assertThat(heap.stats().collection().completed()).isZero();
        assertThat(late.get().thread()).isEqualTo(Thread.currentThread().getName());
        assertThat(late.get().cycle()).isEqualTo(1);
        assertThat(late.get().phase()).isEqualTo(Phase.BARRIER_ON);
        assertThat(late.get().waited()).isGreaterThanOrEqualTo(Duration.ofMillis(20));
        assertThat(late.get().at()).isNotBlank();
        heap.awaitCollection();
        assertThat(heap.stats().collection().completed()).isEqualTo(1);
    }

    // Spawning

    @Test
    void aSpawnedThreadFindsItsArgumentsRooted() {
        open(Heaps.verified());
        AtomicReference<String> seen = new AtomicReference<>();
        Thread thread;
        try (Frame frame = mutator.frame(2)) {
            frame.set(0, newBox(mutator, 1));
            frame.set(1, newBox(mutator, 2));
            thread =
                    mutator.spawn(
                            (own, arguments) -> {
                                heap.collect();
                                seen.set(
                                        arguments.slots()
                                                + ":"
                                                + own.getLong(arguments.get(0), value)
                                                + own.getLong(arguments.get(1), value)
                                                + arguments.get(2)
                                                + (heap.current() == own)
                                                + (own.thread() == Thread.currentThread()));
                            },
                            frame.get(0),
                            frame.get(1),
                            0);
        }
        heap.collect();
        try (var _ = mutator.safeRegion()) {
            join(thread);
        }
        assertThat(seen.get()).isEqualTo("3:120truetrue");
        assertThat(heap.stats().registeredThreads()).isEqualTo(1);
    }

    @Test
    void argumentsAreKeptFromSpawnToStartInEveryPhase() {
        for (Phase phase : Phase.values()) {
            PhaseGate gate = new PhaseGate(phase);
            open(Heaps.verified().listener(gate));
            AtomicReference<Long> found = new AtomicReference<>();
            CountDownLatch go = new CountDownLatch(1);
            ThreadFactory slow =
                    task ->
                            new Thread(
                                    () -> {
                                        await(go);
                                        task.run();
                                    });
            Thread child;
            try (Frame frame = mutator.frame(1)) {
                frame.set(0, newBox(mutator, 3));
                gate.collectUpToHere(mutator);
                child =
                        mutator.spawn(
                                slow,
                                (own, arguments) -> found.set(own.getLong(arguments.get(0), value)),
                                frame.get(0));
            }
            gate.openAndFinish(mutator);
            heap.collect();
            go.countDown();
            try (var _ = mutator.safeRegion()) {
                join(child);
            }
            assertThat(found.get()).as("after %s", phase).isEqualTo(3);
            heap.close();
        }
    }

    @Test
    void aThousandSpawnedThreadsHandTheirResultsOver() {
        open(Heaps.verified().verifyAfter(List.of(Phase.FINISH)));
        Shape results = heap.shape("Results").arrayOf(Kind.REFERENCE).mutable().build();
        try (Frame frame = mutator.frame(2)) {
            frame.set(0, mutator.allocateArray(results, 1000));
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                int number = i;
                frame.set(1, newBox(mutator, i));
                ThreadFactory factory =
                        i % 2 == 0 ? Thread.ofPlatform().factory() : Thread.ofVirtual().factory();
                threads.add(
                        mutator.spawn(
                                factory,
                                (own, arguments) -> {
                                    long input = own.getLong(arguments.get(1), value);
                                    long result = newBox(own, input * 3);
                                    assertThat(
                                                    own.compareAndSetReference(
                                                            arguments.get(0), number, 0, result))
                                            .isTrue();
                                },
                                frame.get(0),
                                frame.get(1)));
                if (i % 100 == 0) {
                    heap.requestCollection();
                }
            }
            try (var _ = mutator.safeRegion()) {
                threads.forEach(MutatorTest::join);
            }
            heap.collect();
            for (int i = 0; i < 1000; i++) {
                long result = mutator.getReference(frame.get(0), i);
                assertThat(mutator.getLong(result, value)).isEqualTo(3L * i);
            }
            assertThat(heap.stats().registeredThreads()).isEqualTo(1);
        }
    }

    private void assertNothingLeaked() {
        assertThat(heap.stats().registeredThreads()).isEqualTo(1);
        heap.collect();
        assertThat(heap.stats().collection().objectsMarked()).isZero();
        Heaps.assertValid(heap);
    }

    @Test
    void aFactoryThatGivesNoThreadLeaksNothing() {
        open(Heaps.calm());
        assertThatThrownBy(() -> mutator.spawn(_ -> null, (_, _) -> {}, newBox(mutator, 1)))
                .isInstanceOf(HeapUsageException.class)
                .hasMessageContaining("the thread factory gave no thread");
        assertNothingLeaked();
    }

    @Test
    void aFactoryThatThrowsLeaksNothingAndItsExceptionComesOut() {
        open(Heaps.calm());
        IllegalStateException full = new IllegalStateException("no more threads");
        assertThatThrownBy(
                        () ->
                                mutator.spawn(
                                        _ -> {
                                            throw full;
                                        },
                                        (_, _) -> {},
                                        newBox(mutator, 1)))
                .isSameAs(full);
        assertNothingLeaked();
    }

    @Test
    void aThreadThatCannotBeStartedLeaksNothing() {
        open(Heaps.calm());
        Thread ended = Thread.ofPlatform().start(() -> {});
        join(ended);
        assertThatThrownBy(() -> mutator.spawn(_ -> ended, (_, _) -> {}, newBox(mutator, 1)))
                .isInstanceOf(HeapUsageException.class)
                .hasMessageContaining("was started");
        assertNothingLeaked();
    }

    @Test
    void aFactoryThatStartsItsThreadDoesNoHarm() {
        open(Heaps.verified());
        AtomicInteger intact = new AtomicInteger();
        for (int i = 0; i < 200; i++) {
            List<Thread> started = new ArrayList<>();
            ThreadFactory eager =
                    task -> {
                        Thread thread = Thread.ofPlatform().unstarted(task);
                        thread.setUncaughtExceptionHandler((_, _) -> {});
                        thread.start();
                        started.add(thread);
                        return thread;
                    };
            assertThatThrownBy(
                            () ->
                                    mutator.spawn(
                                            eager,
                                            (own, _) -> {
                                                for (int n = 0; n < 50; n++) {
                                                    newBox(own, n);
                                                }
                                                intact.incrementAndGet();
                                            }))
                    .isInstanceOf(HeapUsageException.class)
                    .hasMessageContaining("was started");
            started.forEach(MutatorTest::join);
        }
        assertNothingLeaked();
    }

    @Test
    void aTaskThatThrowsIsDetached() {
        open(Heaps.calm());
        ThreadFactory quiet =
                task -> {
                    Thread thread = new Thread(task);
                    thread.setUncaughtExceptionHandler((_, _) -> {});
                    return thread;
                };
        Thread thread =
                mutator.spawn(
                        quiet,
                        (own, _) -> {
                            Frame frame = own.frame(1);
                            frame.set(0, newBox(own, 1));
                            throw new IllegalStateException("expected");
                        });
        try (var _ = mutator.safeRegion()) {
            join(thread);
        }
        assertNothingLeaked();
    }

    @Test
    void aTaskThatEndsInASafeRegionIsDetached() {
        open(Heaps.verified());
        for (int i = 0; i < 100; i++) {
            Thread thread =
                    mutator.spawn(
                            (own, _) -> {
                                newBox(own, 1);
                                own.safeRegion();
                            });
            heap.requestCollection();
            try (var _ = mutator.safeRegion()) {
                join(thread);
            }
        }
        assertNothingLeaked();
    }

    @Test
    void manyVirtualThreadsAllocateAndBlock() {
        open(Heaps.calm().verifyAfter(List.of(Phase.FINISH)));
        AtomicInteger intact = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 300; t++) {
            threads.add(
                    Thread.startVirtualThread(
                            () -> {
                                try (Mutator own = heap.attach();
                                        Frame frame = own.frame(1)) {
                                    for (int i = 0; i < 10; i++) {
                                        frame.set(0, newBox(own, i));
                                        try (var _ = own.safeRegion()) {
                                            Thread.yield();
                                            Thread.sleep(1);
                                        }
                                        if (own.getLong(frame.get(0), value) == i) {
                                            intact.incrementAndGet();
                                        }
                                    }
                                } catch (InterruptedException e) {
                                    throw new AssertionError(e);
                                }
                            }));
        }
        while (threads.stream().anyMatch(Thread::isAlive)) {
            heap.collect();
        }
        assertThat(intact.get()).isEqualTo(3000);
    }
}
