// SPDX-License-Identifier: Apache-2.0
package coex.gc.mark;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// A helper has nothing to do, and the JVM is out of memory where it would wait for work.
class FailingHelperTest {

    private final AtomicInteger failures = new AtomicInteger();
    private final CountDownLatch gaveUpOrCameBack = new CountDownLatch(2);

    private final ScheduleHook hook =
            new ScheduleHook() {
                @Override
                public void at(SchedulePoint point) {
                    if (point == SchedulePoint.MARKER_WAITS) {
                        failures.incrementAndGet();
                        gaveUpOrCameBack.countDown();
                        throw new OutOfMemoryError("of the test");
                    }
                    if (point == SchedulePoint.MARKER_RESTS && failures.get() > 0) {
                        gaveUpOrCameBack.countDown();
                    }
                }

                @Override
                public Thread newMarker(Runnable task) {
                    return Thread.ofPlatform().daemon().unstarted(task);
                }
            };

    /// It would fail over and over, and keep a processor busy, as long as marking goes on.
    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void itDoesNotComeBackBeforeItIsCalledAgain() throws InterruptedException {
        Heap heap =
                ConcurrentHeap.open(Heaps.calm().markers(2).build(), hook, Protocol.SOUND, false);
        Mutator mutator = heap.attach();
        Marker marker = new Marker(ConcurrentHeap.contextOf(mutator).core(), Protocol.SOUND);
        marker.begin(false);
        marker.share(2);
        gaveUpOrCameBack.await();
        assertThat(failures).hasValue(1);
        marker.begin(false); // it has left
        marker.release();
        heap.close();
    }
}
