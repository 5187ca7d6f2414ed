package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/// A heap can be closed at any moment: everyone is told, nobody waits for ever, nothing crashes.
class CloseTest {

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

    /// Threads that note what ends them.
    private static final class Victims {
        final Queue<Throwable> ends = new ConcurrentLinkedQueue<>();
        final List<Thread> threads = new ArrayList<>();

        void start(Thread.Builder builder, Runnable work) {
            threads.add(
                    builder.start(
                            () -> {
                                try {
                                    work.run();
                                } catch (Throwable e) {
                                    ends.add(e);
                                }
                            }));
        }

        void assertAllWereTold() {
            threads.forEach(CloseTest::join);
            assertThat(ends).hasSize(threads.size());
            assertThat(ends)
                    .allSatisfy(end -> assertThat(end).isInstanceOf(HeapClosedException.class));
        }
    }

    @Test
    void aHeapThatWasNeverUsedCloses() {
        Heap heap = Heap.open(Heaps.calm().build());
        assertThat(heap.isClosed()).isFalse();
        heap.close();
        assertThat(heap.isClosed()).isTrue();
        heap.close();
    }

    @Test
    void aThousandHeapsAreOpenedAndClosed() {
        for (int i = 0; i < 1000; i++) {
            try (Heap heap = Heap.open(Heaps.tiny().build())) {
                Shape shape = heap.shape("S").build();
                heap.attach().allocate(shape);
            }
        }
    }

    @Test
    void closingAMutatorAndItsFramesAfterTheHeapDoesNothing() {
        Heap heap = Heap.open(Heaps.calm().build());
        Mutator mutator = heap.attach();
        Frame frame = mutator.frame(1);
        GlobalRoot root = heap.newRoot();
        SafeRegion region = mutator.safeRegion();
        heap.close();
        region.close();
        frame.close();
        mutator.close();
        root.close();
        assertThat(heap.current()).isNull();
    }

    @Test
    void aCleanerQueueGivesWhatItHasAfterTheHeapIsClosed() {
        Heap heap = Heap.open(Heaps.calm().build());
        Mutator mutator = heap.attach();
        CleanerQueue<String> queue = heap.newCleanerQueue();
        Shape shape = heap.shape("S").build();
        queue.register(mutator, mutator.allocate(shape), "dead");
        heap.collect();
        heap.close();
        assertThat(queue.poll()).isEqualTo("dead");
    }

    @Test
    void closingDuringCyclesWithBusyMutatorsTellsEveryone() {
        for (int round = 0; round < 60; round++) {
            HeapOptions.Builder options =
                    Heaps.calm().initialBytes(1 << 20).maximumBytes(4 << 20).initialHandles(1024);
            if (round % 3 == 0) {
                options.verifyAfter(Heaps.EVERY_PHASE);
            }
            Heap heap = Heap.open(options.build());
            Shape node = heap.shape("Node").reference("next").longField("x").build();
            Shape bytes = heap.shape("Bytes").arrayOf(Kind.BYTE).build();
            Victims victims = new Victims();
            CountDownLatch running = new CountDownLatch(5);
            for (int t = 0; t < 2; t++) {
                victims.start(
                        t == 0 ? Thread.ofPlatform() : Thread.ofVirtual(),
                        () -> {
                            Mutator own = heap.attach();
                            Frame frame = own.frame(1);
                            running.countDown();
                            untilClosed(
                                    () -> {
                                        long handle = own.allocate(node);
                                        own.seal(handle);
                                        frame.set(0, handle);
                                    });
                        });
            }
            victims.start(
                    Thread.ofPlatform(),
                    () -> {
                        Mutator own = heap.attach();
                        running.countDown();
                        untilClosed(() -> own.allocateArray(bytes, 1 << 20));
                    });
            victims.start(
                    Thread.ofPlatform(),
                    () -> {
                        running.countDown();
                        while (true) {
                            heap.collect();
                        }
                    });
            victims.start(
                    Thread.ofPlatform(),
                    () -> {
                        Mutator own = heap.attach();
                        running.countDown();
                        while (true) {
                            try (var _ = own.safeRegion()) {
                                heap.stats();
                            }
                            heap.awaitCollection();
                            heap.validate();
                        }
                    });
            await(running);
            spin(round * 50_000L);
            heap.close();
            victims.assertAllWereTold();
        }
    }

    /// The heap is small, so that these stall, and may find no room.
    private static void untilClosed(Runnable allocation) {
        while (true) {
            try {
                allocation.run();
            } catch (HeapExhaustedException e) {
                Thread.onSpinWait();
            }
        }
    }

    private static void spin(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whoWaitsForACollectionIsReleased() {
        for (Phase phase : Phase.values()) {
            PhaseGate gate = new PhaseGate(phase);
            Heap heap = Heap.open(Heaps.calm().listener(gate).build());
            Mutator mutator = heap.attach();
            gate.collectUpToHere(mutator);
            Victims victims = new Victims();
            CountDownLatch ready = new CountDownLatch(3);
            victims.start(
                    Thread.ofPlatform(),
                    () -> {
                        ready.countDown();
                        heap.collect();
                        heap.collect();
                    });
            victims.start(
                    Thread.ofVirtual(),
                    () -> {
                        heap.attach();
                        ready.countDown();
                        heap.collect();
                        heap.collect();
                    });
            victims.start(
                    Thread.ofPlatform(),
                    () -> {
                        ready.countDown();
                        heap.validate();
                        heap.collect();
                        heap.collect();
                    });
            await(ready);
            spin(2_000_000);
            Thread closer = Thread.ofPlatform().start(heap::close);
            while (!heap.isClosed()) {
                Thread.onSpinWait();
            }
            gate.open();
            assertThatThrownBy(
                            () -> {
                                while (true) {
                                    mutator.safepoint();
                                }
                            })
                    .isInstanceOf(HeapClosedException.class);
            join(closer);
            victims.assertAllWereTold();
        }
    }

    @Test
    void aThreadInASafeRegionLearnsOfItWhenItComesBack() {
        Heap heap = Heap.open(Heaps.calm().build());
        Shape shape = heap.shape("S").build();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Victims victims = new Victims();
        victims.start(
                Thread.ofPlatform(),
                () -> {
                    Mutator own = heap.attach();
                    Frame frame = own.frame(1);
                    frame.set(0, own.allocate(shape));
                    try (var _ = own.safeRegion()) {
                        inside.countDown();
                        await(go);
                    }
                    frame.get(0);
                });
        await(inside);
        heap.close();
        go.countDown();
        victims.assertAllWereTold();
    }

    @Test
    void aSpawnedThreadThatHasNotStartedYetEndsQuietly() {
        Heap heap = Heap.open(Heaps.calm().build());
        Mutator mutator = heap.attach();
        CountDownLatch go = new CountDownLatch(1);
        AtomicBoolean ran = new AtomicBoolean();
        AtomicReference<Throwable> uncaught = new AtomicReference<>();
        Thread child =
                mutator.spawn(
                        task -> {
                            Thread thread =
                                    new Thread(
                                            () -> {
                                                await(go);
                                                task.run();
                                            });
                            thread.setUncaughtExceptionHandler((_, e) -> uncaught.set(e));
                            return thread;
                        },
                        (_, _) -> ran.set(true));
        heap.close();
        go.countDown();
        join(child);
        assertThat(ran.get()).isFalse();
        assertThat(uncaught.get()).isNull();
    }

    @Test
    void aMutatorThatNeverPollsDelaysClosingForABoundedTimeAndDoesNotCrash() {
        Heap heap = Heap.open(Heaps.calm().build());
        Shape shape = heap.shape("S").longField("x").build();
        CountDownLatch running = new CountDownLatch(1);
        AtomicBoolean stop = new AtomicBoolean();
        Victims victims = new Victims();
        victims.start(
                Thread.ofPlatform(),
                () -> {
                    Mutator own = heap.attach();
                    long handle = own.allocate(shape);
                    running.countDown();
                    long sum = 0;
                    while (!stop.get()) {
                        sum += own.getLong(handle, shape.field("x"));
                    }
                    assertThat(sum).isZero();
                    own.safepoint();
                });
        await(running);
        heap.close();
        assertThat(heap.isClosed()).isTrue();
        spin(50_000_000);
        stop.set(true);
        victims.assertAllWereTold();
    }

    @Test
    void aListenerMayCloseTheHeap() {
        Heap[] opened = new Heap[1];
        opened[0] =
                Heap.open(
                        Heaps.calm()
                                .listener(
                                        new HeapListener() {
                                            @Override
                                            public void phaseEnded(
                                                    long cycle, Phase phase, Duration took) {
                                                if (phase == Phase.MARK) {
                                                    opened[0].close();
                                                }
                                            }
                                        })
                                .build());
        Mutator mutator = opened[0].attach();
        assertThatThrownBy(() -> opened[0].collect()).isInstanceOf(HeapClosedException.class);
        assertThatThrownBy(mutator::safepoint).isInstanceOf(HeapClosedException.class);
    }

    @Test
    void twoThreadsMayCloseAtOnce() {
        for (int i = 0; i < 50; i++) {
            Heap heap = Heap.open(Heaps.tiny().build());
            Thread one = Thread.ofPlatform().start(heap::close);
            Thread other = Thread.ofPlatform().start(heap::close);
            join(one);
            join(other);
            assertThat(heap.isClosed()).isTrue();
        }
    }
}
