package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.Heaps;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.SchedulePoint;
import coex.gc.layout.ObjectHeader;

import org.junit.jupiter.api.Test;

/// A thread whose snapshot fails when its handles are marked, and nothing yet says that it is past
/// the snapshot, runs on as one before it.
class BrokenSnapshotTest {

    private final Thread owner = Thread.currentThread();

    private boolean fails;

    private void at(SchedulePoint point) {
        if (point == SchedulePoint.BIRTHS_MARKED && Thread.currentThread() == owner && fails) {
            fails = false;
            throw new OutOfMemoryError("of the test");
        }
    }

    private static long newNode(MutatorContext mutator, Shape node) {
        return mutator.allocator().allocate(node.id(), node.fixedBytes(), ObjectHeader.SEALED);
    }

    /// What is born marked is not traced, so what a thread before its snapshot put there would be
    /// lost.
    @Test
    void nothingIsBornMarkedBeforeItIsComplete() {
        try (Heap heap =
                ConcurrentHeap.open(Heaps.calm().build(), this::at, Protocol.SOUND, true)) {
            Shape node = heap.shape("node").longField("number").build();
            MutatorContext mutator = ConcurrentHeap.contextOf(heap.attach());
            newNode(mutator, node); // handles are set aside now
            fails = true;
            heap.requestCollection();
            long end = System.nanoTime() + Heaps.HANG.toNanos();
            while (fails) {
                assertThat(System.nanoTime() - end).as("time over").isNegative();
                try {
                    mutator.poll();
                } catch (OutOfMemoryError e) {
                    assertThat(e).hasMessage("of the test");
                    assertThat(mutator.barrier().isPastSnapshot()).isFalse();
                }
            }
            long before = mutator.actions().epoch();
            long born = newNode(mutator, node);
            boolean isComplete =
                    mutator.actions().epoch() > before; // and the cycle may have ended by now
            boolean isMarked = mutator.core().handles().marks().isMarked(born);
            assertThat(isComplete || !isMarked).isTrue();
        }
    }
}
