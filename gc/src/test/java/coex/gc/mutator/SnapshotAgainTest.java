package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.ObjectHeader;

import org.junit.jupiter.api.Test;

/// A snapshot that a thread has completed and then failed to answer is asked for again.
class SnapshotAgainTest {

    private static final HeapOptions OPTIONS =
            HeapOptions.builder().hugePages(false).snapshotSlots(0).build();

    @Test
    void itLeavesFrozenWhatWasFrozenAlthoughThoseFramesArePopped() {
        try (Heap heap = ConcurrentHeap.open(OPTIONS, null, Protocol.SOUND, false)) {
            Shape shape = heap.shape("thing").longField("number").build();
            MutatorContext mutator = ConcurrentHeap.contextOf(heap.attach());
            long[] held = new long[3];
            for (int frame = 0; frame < held.length; frame++) {
                mutator.stack().push(1);
                held[frame] =
                        mutator.allocator()
                                .allocate(shape.id(), shape.fixedBytes(), ObjectHeader.SEALED);
                mutator.stack().set(frame, held[frame]);
            }
            mutator.actions().takeSnapshot(1, mutator.barrier());
            mutator.popTo(1); // over the frozen frame 1, which nobody has shaded

            mutator.actions().takeSnapshot(1, mutator.barrier());

            assertThat(mutator.actions().frozenTop()).isEqualTo(2);
            assertThat(ShadowStack.slotOpaque(mutator.actions().frozenSlots(), 1))
                    .isEqualTo(held[1]);
            assertThat(mutator.core().handles().marks().isMarked(held[1])).isFalse();
            mutator.actions().turnBarrierOff(true, false);
        }
    }
}
