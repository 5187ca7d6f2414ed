package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapListener;
import coex.gc.HeapOptions;
import coex.gc.HeapUsageException;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.Shape;
import coex.gc.StressOptions;
import coex.gc.heap.GlobalRoots;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.TaskMutators;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/// Threads that are not attached use a heap with borrowed mutators, which keep nobody waiting while
/// they are idle.
class LentMutatorsTest {

    private ConcurrentHeap heap = open(options().build());

    private static HeapOptions.Builder options() {
        return HeapOptions.builder().initialBytes(1 << 20).maximumBytes(64 << 20).hugePages(false);
    }

    private static ConcurrentHeap open(HeapOptions options) {
        return ConcurrentHeap.of(Heap.open(options));
    }

    @AfterEach
    void close() {
        heap.close();
    }

    @Test
    void anAttachedThreadUsesItsOwnMutatorAndBorrowsInASafeRegion() {
        Mutator mutator = heap.attach();
        MutatorContext own = ConcurrentHeap.contextOf(mutator);
        MutatorContext entered = heap.enter();
        assertThat(entered).isSameAs(own);
        heap.leave(entered);
        try (var _ = mutator.safeRegion()) {
            MutatorContext borrowed = heap.enter();
            assertThat(borrowed.mode().isLent()).isTrue();
            heap.leave(borrowed);
        }
        mutator.close();
        MutatorContext borrowed = heap.enter();
        assertThat(borrowed.mode().isLent()).isTrue();
        heap.leave(borrowed);
    }

    @Test
    void collectionsDoNotWaitForIdleMutatorsAndTheBorrowerSeesWhatTheyChanged() {
        for (int i = 0; i < 20; i++) {
            MutatorContext borrowed = heap.enter();
            assertThat(borrowed.mode().isBlocked()).isFalse();
            heap.leave(borrowed);
            assertThat(borrowed.mode().isBlocked()).isTrue();
            heap.collect();
            assertThat(borrowed.actions().epoch()).isEqualTo(i + 1);
        }
    }

    @Test
    void manyVirtualThreadsShareAFewMutatorsAndLoseNothing() throws Exception {
        heap.close();
        heap =
                open(
                        options()
                                .blockBytes(2048)
                                .runHandles(3)
                                .verifyAfter(EnumSet.of(Phase.MARK, Phase.SWEEP))
                                .stress(
                                        StressOptions.NONE
                                                .withPoison(true)
                                                .withQuarantine(true)
                                                .withCollectEvery(101))
                                .build());
        Shape box = heap.shape("Box").longField("value").build();
        Semaphore atOnce = new Semaphore(100); // else all might wait with a mutator at one time
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                int number = i;
                atOnce.acquire();
                all.add(
                        threads.submit(
                                () -> {
                                    try {
                                        keepAndRead(box, number);
                                    } finally {
                                        atOnce.release();
                                    }
                                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
        assertThat(heap.validate().errors()).isEmpty();
        assertThat(heap.stats().mutators().size()).isLessThan(300);
    }

    private void keepAndRead(Shape box, long number) {
        GlobalRoots roots = heap.core().roots();
        MutatorContext borrowed = heap.enter();
        int cell = roots.take();
        long handle;
        try {
            handle = borrowed.allocator().allocate(box.id(), box.fixedBytes(), ObjectHeader.SEALED);
            Memory.putLong(borrowed.address(handle) + box.field("value").offset(), number);
            borrowed.storeRoot(roots.addressOf(cell), handle);
        } finally {
            heap.leave(borrowed);
        }
        for (int i = 0; i < 10; i++) {
            Thread.yield();
            MutatorContext again = heap.enter();
            try {
                long address = again.address(handle);
                assertThat(Memory.getLong(address + box.field("value").offset())).isEqualTo(number);
            } finally {
                heap.leave(again);
            }
        }
        roots.giveUp(cell);
    }

    @Test
    void closingTheHeapWaitsForABorrowerWhoIsThenTold() throws Exception {
        CountDownLatch borrowed = new CountDownLatch(1);
        CountDownLatch closing = new CountDownLatch(1);
        heap.addListener(
                new HeapListener() {
                    @Override
                    public void closing(Heap closed) {
                        closing.countDown();
                    }
                });
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> borrower =
                    threads.submit(
                            () -> {
                                MutatorContext context = heap.enter();
                                borrowed.countDown();
                                closing.await();
                                while (!heap.registry().isClosing()) {
                                    Thread.onSpinWait();
                                }
                                heap.leave(context);
                                return null;
                            });
            borrowed.await();
            heap.close();
            assertThatThrownBy(borrower::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(HeapClosedException.class);
        }
        assertThatThrownBy(heap::enter).isInstanceOf(HeapClosedException.class);
    }

    @Test
    void aListenerOnTheCollectorsThreadIsRefused() {
        AtomicReference<Throwable> refused = new AtomicReference<>();
        heap.addListener(
                new HeapListener() {
                    @Override
                    public void phaseEnded(long cycle, Phase phase, Duration duration) {
                        try {
                            heap.leave(heap.enter());
                        } catch (RuntimeException e) {
                            refused.set(e);
                        }
                    }
                });
        heap.collect();
        assertThat(refused.get())
                .isInstanceOf(HeapUsageException.class)
                .hasMessageContaining("a listener cannot use collections");
    }

    @Test
    void aListenerOnABorrowersThreadMayBorrowAndCollect() {
        heap.close();
        heap = open(HeapOptions.builder().initialBytes(1 << 16).maximumBytes(64 << 20).build());
        Thread borrower = Thread.currentThread();
        AtomicBoolean told = new AtomicBoolean();
        heap.addListener(
                new HeapListener() {
                    @Override
                    public void resized(String region, long from, long to) {
                        // The collector may be the first to tell.
                        if (Thread.currentThread() == borrower && !told.get()) {
                            MutatorContext inner = heap.enter();
                            heap.leave(inner);
                            heap.collect();
                            told.set(true);
                        }
                    }
                });
        Shape box = heap.shape("Box").longField("value").build();
        List<Integer> cells = new ArrayList<>();
        while (!told.get()) {
            MutatorContext borrowed = heap.enter();
            try {
                long handle =
                        borrowed.allocator()
                                .allocate(box.id(), box.fixedBytes(), ObjectHeader.SEALED);
                cells.add(heap.core().roots().take());
                long cell = heap.core().roots().addressOf(cells.getLast());
                borrowed.storeRoot(cell, handle);
            } finally {
                heap.leave(borrowed);
            }
        }
        assertThat(heap.validate().errors()).isEmpty();
    }

    /// More than are kept idle, so that some of them are unregistered.
    @Test
    void aTaskMutatorGivenBackAfterItsHeapHasClosedStaysDead() {
        TaskMutators tasks = ConcurrentHeap.of(heap).taskMutators();
        List<MutatorContext> taken = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            MutatorContext context = tasks.take();
            context.allocator().allocate(numbers(heap).id(), numbers(heap).fixedBytes(), 0);
            context.enterSafeRegion();
            taken.add(context);
        }
        heap.close();
        for (MutatorContext context : taken) {
            tasks.giveBack(context);
            assertThat(context.isDead()).isTrue();
        }
        assertThat(tasks.taken()).isZero();
    }

    private static Shape numbers(ConcurrentHeap heap) {
        return heap.extension(Shape.class, () -> heap.shape("N").longField("n").build());
    }
}
