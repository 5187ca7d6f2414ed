package coex.gc.mark;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;

/// A helper that is told to leave while it traces reads the heap until it has left. So the
/// collector waits for it: afterwards it may free memory, or release all of it.
class DismissedHelpersTest {

    private static final int OBJECTS = 64;

    private final Thread collector = Thread.currentThread();
    private final CountDownLatch helperHasWork = new CountDownLatch(1);
    private final CountDownLatch collectorWaits = new CountDownLatch(1);

    /// Written by the helper, read by the collector; volatile, since nothing else orders the two if
    /// the collector does not wait.
    private volatile boolean traces;

    /// The helper stops in the middle of its work until the collector waits for somebody.
    private void at(SchedulePoint point) {
        if (Thread.currentThread() == collector) {
            if (point == SchedulePoint.MARKER_WAITS) {
                collectorWaits.countDown();
            }
        } else if (point == SchedulePoint.MARK_BATCH && !traces) {
            traces = true;
            helperHasWork.countDown();
            await(collectorWaits);
            traces = false;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Timeout(300)
    void theyHaveLeftWhenTheCollectorGoesOn() {
        Heap heap =
                ConcurrentHeap.open(
                        Heaps.calm().markers(2).build(), this::at, Protocol.SOUND, false);
        Shape node = heap.shape("node").longField("number").build();
        Mutator mutator = heap.attach();
        Marker marker = new Marker(ConcurrentHeap.contextOf(mutator).core(), Protocol.SOUND);
        marker.begin(false);
        for (int i = 0; i < OBJECTS; i++) {
            marker.markRoot(mutator.allocate(node));
        }
        marker.share(2);
        marker.trace(1); // leaves half of it to the helper
        await(helperHasWork);

        marker.dismissHelpers();
        boolean stillThere = traces;
        collectorWaits.countDown(); // so that it leaves in any case
        assertThat(stillThere).isFalse();

        marker.release();
        heap.close();
    }
}
