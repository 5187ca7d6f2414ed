// SPDX-License-Identifier: Apache-2.0
package coex.gc.mark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Heap;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// The thread of a helper ends while it has work, and cannot say so: it was out of stack also where
/// it would have told. Its place is then taken by another.
class DeadHelperTest {

    private static final int OBJECTS = 64;

    private final CountDownLatch hasWork = new CountDownLatch(1);
    private final CountDownLatch dies = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    /// Helpers run on a second thread each. That of the first stops for ever when it has work; its
    /// own ends when the test says so, which is as if it had died.
    private final ScheduleHook hook =
            new ScheduleHook() {
                private Thread first;

                @Override
                public void at(SchedulePoint point) {
                    if (point == SchedulePoint.MARK_BATCH && Thread.currentThread() == first) {
                        hasWork.countDown();
                        await(never);
                    }
                }

                @Override
                public Thread newMarker(Runnable task) {
                    Thread body = Thread.ofVirtual().unstarted(task);
                    boolean isFirst = threads.isEmpty();
                    if (isFirst) {
                        first = body;
                    }
                    Thread thread =
                            Thread.ofPlatform()
                                    .daemon()
                                    .unstarted(
                                            () -> {
                                                body.start();
                                                if (isFirst) {
                                                    await(dies);
                                                } else {
                                                    join(body);
                                                }
                                            });
                    threads.add(thread);
                    return thread;
                }
            };

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// Each call traces an object, or finds that there is none left here and looks for the dead.
    private static void traceAll(Marker marker) {
        for (int i = 0; i <= OBJECTS; i++) {
            marker.trace(1);
        }
    }

    private Heap open() {
        return ConcurrentHeap.open(Heaps.calm().markers(3).build(), hook, Protocol.SOUND, false);
    }

    /// A marker whose first helper has died with work.
    private Marker withADeadHelper(Heap heap) {
        Shape node = heap.shape("node").longField("number").build();
        Mutator mutator = heap.attach();
        Marker marker = new Marker(ConcurrentHeap.contextOf(mutator).core(), Protocol.SOUND);
        long[] objects = new long[OBJECTS];
        for (int i = 0; i < OBJECTS; i++) {
            objects[i] = mutator.allocate(node);
        }
        marker.begin(false);
        for (long object : objects) {
            marker.markRoot(object);
        }
        marker.share(2);
        marker.trace(1); // leaves half of it to the helper
        await(hasWork);
        dies.countDown();
        join(threads.getFirst());
        return marker;
    }

    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void itsWorkCountsAsLostAndNobodyWaitsForIt() {
        Heap heap = open();
        Marker marker = withADeadHelper(heap);

        marker.share(3);
        assertThatThrownBy(() -> traceAll(marker)).hasMessage("the thread of a marker has ended");
        marker.begin(false);
        marker.release();
        heap.close();
    }

    /// When the collector finds nobody busy any more, that may be because a helper has failed.
    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void markingIsNeverCompleteWithoutItsWork() {
        Heap heap = open();
        Marker marker = withADeadHelper(heap);

        boolean complete = false;
        Throwable failure = null;
        try {
            while (!complete) {
                complete = marker.trace(1);
            }
        } catch (OutOfMemoryError e) {
            failure = e;
        }
        assertThat(complete).isFalse();
        assertThat(failure).hasMessage("the thread of a marker has ended");
        marker.begin(false);
        marker.release();
        heap.close();
    }
}
