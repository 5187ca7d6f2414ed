// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Frame;
import coex.gc.HeapClosedException;
import coex.gc.HeapListener;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.SafeRegion;
import coex.gc.Shape;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// An attached thread closes the heap in a listener, or in a safe region, while a cycle runs: no
/// mutator ends before the heap is closing, nobody loses what it still reads, and nobody waits for
/// ever.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClosingListenerTest {

    private static final int LENGTH = 300;

    /// Looks at every point whether a mutator has ended although the heap is not closing.
    private static final class EarlyEnd implements ScheduleHook {
        volatile ConcurrentHeap heap;
        final AtomicInteger early = new AtomicInteger();

        @Override
        public void at(SchedulePoint point) {
            ConcurrentHeap known = heap;
            if (known == null || point == SchedulePoint.EXIT) {
                return;
            }
            boolean ended = Arrays.stream(known.registry().all()).anyMatch(MutatorContext::isDead);
            if (ended && !known.isClosed()) {
                early.incrementAndGet();
            }
        }
    }

    private static ConcurrentHeap open(HeapListener listener, ScheduleHook hook, boolean thread) {
        return ConcurrentHeap.open(
                Heaps.calm().listener(listener).build(), hook, Protocol.SOUND, thread);
    }

    /// Those that end in a cycle.
    private static Set<Phase> phases() {
        Set<Phase> phases = new LinkedHashSet<>();
        HeapListener recorder =
                new HeapListener() {
                    @Override
                    public void phaseEnded(long cycle, Phase phase, Duration took) {
                        phases.add(phase);
                    }
                };
        try (ConcurrentHeap heap = open(recorder, null, false)) {
            heap.collect();
        }
        return phases;
    }

    private static final class Chain {
        final Shape cell;

        Chain(ConcurrentHeap heap) {
            cell = heap.shape("Cell").reference("next").longField("value").build();
        }

        void make(Mutator mutator, Frame frame) {
            for (int i = 0; i < LENGTH; i++) {
                long handle = mutator.allocate(cell);
                mutator.setLong(handle, cell.field("value"), i);
                mutator.setReference(handle, cell.field("next"), frame.get(0));
                mutator.seal(handle);
                frame.set(0, handle);
            }
        }

        void requireWhole(Mutator mutator, Frame frame) {
            long handle = frame.get(0);
            for (int i = LENGTH - 1; i >= 0; i--) {
                assertThat(mutator.getLong(handle, cell.field("value"))).isEqualTo(i);
                handle = mutator.getReference(handle, cell.field("next"));
            }
        }
    }

    /// A thread that reads a chain of its own until it is told that the heap is closed.
    private static Thread reader(
            ConcurrentHeap heap, Chain chain, CountDownLatch ready, List<Throwable> wrong) {
        return Thread.ofPlatform()
                .start(
                        () -> {
                            Mutator mutator = heap.attach();
                            try (Frame frame = mutator.frame(1)) {
                                chain.make(mutator, frame);
                                ready.countDown();
                                while (true) {
                                    chain.requireWhole(mutator, frame);
                                    mutator.safepoint();
                                }
                            } catch (HeapClosedException e) {
                                // as it should
                            } catch (Throwable e) {
                                wrong.add(e);
                            } finally {
                                ready.countDown();
                            }
                        });
    }

    private static void awaitReleased(ConcurrentHeap heap) throws InterruptedException {
        while (!heap.closer().isReleased()) {
            Thread.sleep(1);
        }
    }

    /// The thread runs the cycle itself.
    @ParameterizedTest
    @MethodSource("phases")
    void theOneThatCollectsClosesInAnyPhase(Phase last) throws Exception {
        EarlyEnd hook = new EarlyEnd();
        AtomicReference<ConcurrentHeap> opened = new AtomicReference<>();
        HeapListener closing =
                new HeapListener() {
                    @Override
                    public void phaseEnded(long cycle, Phase phase, Duration took) {
                        if (phase == last) {
                            opened.get().close();
                        }
                    }
                };
        ConcurrentHeap heap = open(closing, hook, false);
        opened.set(heap);
        hook.heap = heap;
        Chain chain = new Chain(heap);
        CountDownLatch ready = new CountDownLatch(1);
        List<Throwable> wrong = new ArrayList<>();
        Thread reader = reader(heap, chain, ready, wrong);
        ready.await();
        Mutator mutator = heap.attach();
        try (Frame frame = mutator.frame(1)) {
            chain.make(mutator, frame);
            heap.collect();
        } catch (HeapClosedException e) {
            // unless the cycle had come to its end
        }
        assertThat(heap.isClosed()).isTrue();
        assertThatThrownBy(mutator::safepoint).isInstanceOf(HeapClosedException.class);
        reader.join();
        assertThat(wrong).isEmpty();
        awaitReleased(heap);
        assertThat(hook.early).hasValue(0);
    }

    /// A listener is told of an event in the middle of an allocation, while another thread is in
    /// the middle of a cycle.
    @ParameterizedTest
    @MethodSource("phases")
    void oneThatAllocatesClosesInAnyPhase(Phase last) throws Exception {
        EarlyEnd hook = new EarlyEnd();
        AtomicReference<ConcurrentHeap> opened = new AtomicReference<>();
        CountDownLatch reached = new CountDownLatch(1);
        HeapListener staying =
                new HeapListener() {
                    @Override
                    public void phaseEnded(long cycle, Phase phase, Duration took) {
                        if (phase == last) {
                            reached.countDown();
                            while (!opened.get().isClosed()) {
                                Thread.onSpinWait();
                            }
                        }
                    }
                };
        ConcurrentHeap heap = open(staying, hook, false);
        opened.set(heap);
        hook.heap = heap;
        Chain chain = new Chain(heap);
        CountDownLatch ready = new CountDownLatch(1);
        List<Throwable> wrong = new ArrayList<>();
        Thread reader = reader(heap, chain, ready, wrong);
        ready.await();
        Mutator mutator = heap.attach();
        Thread collecting = Thread.ofPlatform().start(() -> collectUntilClosed(heap));
        AtomicReference<Thread> closer = new AtomicReference<>();
        assertThatThrownBy(() -> allocateAndClose(heap, chain, mutator, reached, closer))
                .isInstanceOf(HeapClosedException.class);
        assertThat(closer).hasValue(Thread.currentThread());
        collecting.join();
        reader.join();
        assertThat(wrong).isEmpty();
        awaitReleased(heap);
        assertThat(hook.early).hasValue(0);
    }

    private static void collectUntilClosed(ConcurrentHeap heap) {
        try {
            while (true) {
                heap.collect();
            }
        } catch (HeapClosedException e) {
            // as it should
        }
    }

    private static void allocateAndClose(
            ConcurrentHeap heap,
            Chain chain,
            Mutator mutator,
            CountDownLatch reached,
            AtomicReference<Thread> closer) {
        try (Frame kept = mutator.frame(1)) {
            chain.make(mutator, kept);
            while (reached.getCount() > 0) {
                mutator.safepoint();
            }
            // The thread that collects comes to no event now.
            heap.core()
                    .events()
                    .add(
                            _ -> {
                                closer.set(Thread.currentThread());
                                heap.close();
                            });
            while (true) {
                chain.requireWhole(mutator, kept);
                try (Frame dropped = mutator.frame(1)) {
                    chain.make(mutator, dropped);
                }
            }
        }
    }

    /// The collector takes the snapshot of a thread that is in a safe region; then its stack is the
    /// collector's, and the thread waits before it ends.
    @Test
    void oneThatTheCollectorActsForEndsWhenThatIsDone() throws Exception {
        AtomicReference<MutatorContext> context = new AtomicReference<>();
        AtomicReference<Thread> closer = new AtomicReference<>();
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch seen = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        ScheduleHook hook =
                point -> {
                    if (point == SchedulePoint.STACK_FROZEN && locked.getCount() > 0) {
                        locked.countDown();
                        while (!context.get().isDead() && !isPausing(closer.get())) {
                            Thread.onSpinWait();
                        }
                        ended.set(context.get().isDead());
                        seen.countDown();
                    }
                };
        ConcurrentHeap heap = open(HeapListener.NONE, hook, true);
        Mutator mutator = heap.attach();
        context.set(ConcurrentHeap.contextOf(mutator));
        closer.set(Thread.currentThread());
        try (Frame _ = mutator.frame(1);
                SafeRegion _ = mutator.safeRegion()) {
            heap.requestCollection();
            locked.await();
            heap.close();
        }
        seen.await();
        assertThat(ended).as("ended while the collector acted for it").isFalse();
        assertThat(context.get().isDead()).isTrue();
        awaitReleased(heap);
    }

    private static boolean isPausing(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().endsWith(".Backoff"));
    }
}
