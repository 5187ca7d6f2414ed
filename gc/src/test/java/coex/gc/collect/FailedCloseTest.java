// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapListener;
import coex.gc.Heaps;
import coex.gc.Phase;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/// A heap is closed, and the JVM is out of memory or of stack at one step of that after the other:
/// nobody waits any more, and what was not done is taken up again.
class FailedCloseTest {

    private static final int FAILURES_BEHIND = 10;

    private static Stream<Error> failures() {
        return Stream.of(new OutOfMemoryError("a test's"), new StackOverflowError("a test's"));
    }

    /// Fails at some of the steps of closing, which are counted from 1.
    private static final class FailingSteps implements ScheduleHook {
        final Error failure;
        final IntPredicate fails;
        final AtomicInteger steps = new AtomicInteger();

        FailingSteps(Error failure, IntPredicate fails) {
            this.failure = failure;
            this.fails = fails;
        }

        @Override
        public void at(SchedulePoint point) {
            if (point == SchedulePoint.CLOSING && fails.test(steps.incrementAndGet())) {
                throw failure;
            }
        }

        @Override
        public void atPhase(Phase phase) {}
    }

    private static final class Told implements HeapListener {
        final AtomicInteger closing = new AtomicInteger();

        @Override
        public void closing(Heap heap) {
            closing.incrementAndGet();
        }
    }

    private static ConcurrentHeap open(ScheduleHook hook, HeapListener listener) {
        return ConcurrentHeap.open(
                Heaps.calm().name("unclosed").listener(listener).build(),
                hook,
                Protocol.SOUND,
                true);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long giveUp = System.nanoTime() + Heaps.HANG.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - giveUp).isNegative();
            Thread.sleep(1);
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whoWaitsIsToldAtOnceAndTheNextCloseGoesOn(Error failure) throws Exception {
        int step = 1;
        while (failsAndGoesOn(step, failure)) {
            step++;
        }
        assertThat(step).as("the first step that there is not").isGreaterThan(3);
    }

    /// False if there is no such step.
    private static boolean failsAndGoesOn(int step, Error failure) throws Exception {
        Told told = new Told();
        FailingSteps hook = new FailingSteps(failure, each -> each == step);
        ConcurrentHeap heap = open(hook, told);
        heap.attach(); // runs without coming to a safepoint, so that no cycle ends
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread waiter =
                Thread.ofPlatform()
                        .uncaughtExceptionHandler((_, e) -> end.set(e))
                        .unstarted(heap::collect);
        waiter.start();
        await(() -> waiter.getState() == Thread.State.TIMED_WAITING);
        boolean failed = false;
        try {
            heap.close();
        } catch (Error e) {
            assertThat(e).isSameAs(failure);
            failed = true;
        }
        assertThat(heap.isClosed()).isTrue();
        assertThat(waiter.join(Heaps.HANG)).as("ended, step %d", step).isTrue();
        assertThat(end.get()).isInstanceOf(HeapClosedException.class);
        assertThat(heap.closer().isReleased()).isEqualTo(!failed);
        heap.close();
        assertThat(heap.closer().isReleased()).as("released, step %d", step).isTrue();
        assertThat(told.closing).hasValue(1);
        return failed;
    }

    /// The thread is late for as long as the test wants, so that closing is left to a thread of its
    /// own.
    @ParameterizedTest
    @MethodSource("failures")
    void aThreadThatClosesBehindNeverGivesUp(Error failure) throws Exception {
        AtomicInteger failures = new AtomicInteger();
        FailingSteps hook =
                new FailingSteps(
                        failure,
                        step ->
                                Thread.currentThread().getName().equals("coex-gc-closer")
                                        && step % 2 == 0
                                        && failures.incrementAndGet() <= 2 * FAILURES_BEHIND);
        ConcurrentHeap heap = open(hook, HeapListener.NONE);
        CountDownLatch attached = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread late =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    heap.attach();
                                    attached.countDown();
                                    awaitUninterrupted(done);
                                });
        attached.await();
        heap.close();
        await(() -> failures.get() >= FAILURES_BEHIND || !isThere("coex-gc-closer"));
        assertThat(failures.get()).isGreaterThanOrEqualTo(FAILURES_BEHIND);
        assertThat(heap.closer().isReleased()).isFalse();
        done.countDown();
        late.join();
        await(heap.closer()::isReleased);
        assertThat(failures.get()).isGreaterThanOrEqualTo(2 * FAILURES_BEHIND);
    }

    private static boolean isThere(String thread) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(each -> each.getName().equals(thread));
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Opens a heap and fails to close it.
    private static HeapCloser closeInVain(FailingSteps hook) {
        ConcurrentHeap heap = open(hook, HeapListener.NONE);
        assertThatThrownBy(heap::close).isSameAs(hook.failure);
        return heap.closer();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatNobodyClosesAgainIsReleasedWhenItIsDropped(Error failure) throws Exception {
        HeapCloser closer = closeInVain(new FailingSteps(failure, step -> step <= FAILURES_BEHIND));
        await(
                () -> {
                    System.gc();
                    return closer.isReleased();
                });
    }

    /// With less and less stack, down to where nothing of it can be done.
    @Test
    void closingWhereTheStackEndsCanBeDoneAgain() throws Exception {
        List<ConcurrentHeap> heaps = new ArrayList<>();
        AtomicReference<Throwable> unexpected = new AtomicReference<>();
        Thread deep =
                Thread.ofPlatform()
                        .uncaughtExceptionHandler((_, e) -> unexpected.set(e))
                        .unstarted(() -> closeAtEveryDepth(heaps));
        deep.start();
        assertThat(deep.join(Duration.ofMinutes(5))).isTrue();
        assertThat(unexpected.get()).isNull();
        assertThat(heaps).isNotEmpty();
        for (ConcurrentHeap heap : heaps) {
            heap.close();
            assertThat(heap.closer().isReleased()).isTrue();
        }
    }

    /// Where the stack has ended, each caller on the way back closes a heap of its own.
    private static void closeAtEveryDepth(List<ConcurrentHeap> heaps) {
        for (int i = 0; i < 200; i++) {
            heaps.add(ConcurrentHeap.open(Heaps.tiny().build(), null, Protocol.SOUND, false));
        }
        try {
            descend(new ArrayList<>(heaps));
        } catch (StackOverflowError e) {
            // All but the first few callers have tried.
        }
    }

    private static void descend(List<ConcurrentHeap> left) {
        try {
            descend(left);
        } finally {
            closeOne(left);
        }
    }

    private static void closeOne(List<ConcurrentHeap> left) {
        if (!left.isEmpty()) {
            left.removeLast().close();
        }
    }
}
