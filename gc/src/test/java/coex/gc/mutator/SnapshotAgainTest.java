package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.SchedulePoint;
import coex.gc.layout.ObjectHeader;

import org.junit.jupiter.api.Test;

/// A snapshot is asked for again that a thread has completed and then failed to answer, or that has
/// failed in the middle.
class SnapshotAgainTest {

    private static final HeapOptions OPTIONS =
            HeapOptions.builder().hugePages(false).snapshotSlots(0).build();

    private boolean fails;

    private void at(SchedulePoint point) {
        if (point == SchedulePoint.BIRTHS_MARKED && fails) {
            fails = false;
            throw new OutOfMemoryError("of the test");
        }
    }

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

    /// A frame that nobody returns to is read by one young cycle and not by the next. That it was
    /// read is said when the snapshot is complete: one that fails has shown it to nobody.
    @Test
    void whatItWasAboutToShowIsShownWhenItIsTakenAgain() {
        try (Heap heap = ConcurrentHeap.open(OPTIONS, this::at, Protocol.SOUND, false)) {
            MutatorContext mutator = ConcurrentHeap.contextOf(heap.attach());
            HandshakeActions actions = mutator.actions();
            for (int frame = 0; frame < 3; frame++) {
                mutator.stack().push(1);
            }
            actions.takeSnapshot(1, mutator.barrier());
            actions.turnBarrierOff(true, false);
            mutator.popTo(2); // to the frame of slot 1, which may change now
            mutator.stack().push(1);

            fails = true;
            assertThatThrownBy(() -> actions.takeSnapshot(2, mutator.barrier()))
                    .hasMessage("of the test");
            actions.takeSnapshot(2, mutator.barrier());

            assertThat(actions.frozenTop()).isEqualTo(2);
            assertThat(actions.firstToRead(false)).isEqualTo(1);
            actions.turnBarrierOff(true, false);
        }
    }
}
