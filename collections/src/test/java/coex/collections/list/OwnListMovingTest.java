package coex.collections.list;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.value.Primitive;
import coex.gc.Frame;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.StressOptions;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A list that only its owner has is lengthened in place, but not while the collector moves it.
@Timeout(300)
class OwnListMovingTest {

    private static final int LISTS = 8;

    /// The collector has copied one of the lists, and waits there.
    private final CountDownLatch copied = new CountDownLatch(1);

    /// The owner has lengthened all of them.
    private final CountDownLatch lengthened = new CountDownLatch(1);

    private void stopAtCopy(SchedulePoint point) {
        if (point == SchedulePoint.COPIED && copied.getCount() > 0) {
            copied.countDown();
            await(lengthened);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatIsAppendedMeanwhileIsNotLeftBehind() throws Exception {
        HeapOptions options =
                HeapOptions.builder()
                        .initialBytes(1 << 20)
                        .maximumBytes(16 << 20)
                        .hugePages(false)
                        .stress(StressOptions.NONE.withPoison(true).withMoveAll(true))
                        .build();
        try (ConcurrentHeap heap =
                        ConcurrentHeap.open(options, this::stopAtCopy, Protocol.SOUND, false);
                Mutator checked = heap.attach()) {
            MutatorContext mutator = ConcurrentHeap.contextOf(checked);
            ListType longs = ListType.of(heap, Primitive.LONG);
            Frame frame = checked.frame(LISTS);
            append(longs, mutator, frame, 0);
            append(longs, mutator, frame, 1);
            heap.collect(); // the thread gives the block of the lists back
            Thread collector = Thread.ofPlatform().start(heap::collect);
            while (copied.getCount() > 0) {
                mutator.poll();
            }
            append(longs, mutator, frame, 2);
            lengthened.countDown();
            while (collector.isAlive()) {
                mutator.poll();
            }
            for (int slot = 0; slot < LISTS; slot++) {
                assertThat(longs.length(mutator, frame.get(slot))).isEqualTo(3);
                assertThat(longs.get(mutator, frame.get(slot), 2)).isEqualTo(2);
            }
        }
    }

    private static void append(ListType longs, MutatorContext mutator, Frame frame, long element) {
        for (int slot = 0; slot < LISTS; slot++) {
            frame.set(slot, longs.appendToOwn(mutator, frame.get(slot), element));
        }
    }
}
