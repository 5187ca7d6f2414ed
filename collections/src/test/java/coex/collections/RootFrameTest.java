package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;
import coex.gc.InvariantViolation;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.memory.AddressTags;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// In tests a frame of roots is not used after it was closed, nor beyond its end.
class RootFrameTest {

    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final Mutator checked = heap.attach();
    private final MutatorContext mutator = ConcurrentHeap.contextOf(checked);

    @BeforeEach
    void onlyWhereTheyAreChecked() {
        assumeTrue(AddressTags.ON);
    }

    @AfterEach
    void close() {
        checked.close();
        heap.close();
    }

    @Test
    void framesThatAreClosedInOrderAreFine() {
        try (RootFrame outer = RootFrame.slots(mutator, 2)) {
            try (RootFrame inner = RootFrame.of(mutator, 0, 0, 0)) {
                outer.set(1, 0);
                assertThat(inner.get(2)).isZero();
            }
            assertThat(outer.get(1)).isZero();
        }
    }

    @Test
    void aFrameThatIsClosedIsNotUsed() {
        RootFrame frame = RootFrame.slots(mutator, 1);
        frame.close();
        assertThatThrownBy(() -> frame.get(0)).isInstanceOf(InvariantViolation.class);
        assertThatThrownBy(() -> frame.set(0, 0)).isInstanceOf(InvariantViolation.class);
        assertThatThrownBy(frame::close).isInstanceOf(InvariantViolation.class);
        try (RootFrame other = RootFrame.slots(mutator, 1)) { // in its place
            assertThatThrownBy(() -> frame.set(0, 0)).isInstanceOf(InvariantViolation.class);
            assertThatThrownBy(frame::close).isInstanceOf(InvariantViolation.class);
            assertThat(other.get(0)).isZero();
        }
    }

    @Test
    void aFrameIsNotClosedAfterOneBelowIt() {
        RootFrame outer = RootFrame.slots(mutator, 1);
        RootFrame inner = RootFrame.slots(mutator, 1);
        outer.close();
        assertThatThrownBy(inner::close)
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("frame used that is popped");
    }

    @Test
    void aFrameHasNoSlotsOfOthers() {
        try (RootFrame outer = RootFrame.slots(mutator, 1);
                RootFrame inner = RootFrame.slots(mutator, 1)) {
            assertThatThrownBy(() -> outer.set(1, 0)) // which would be one of the other
                    .isInstanceOf(InvariantViolation.class)
                    .hasMessageContaining("slot used that a frame does not have");
            assertThatThrownBy(() -> inner.get(-1)).isInstanceOf(InvariantViolation.class);
        }
    }

    @Test
    void aFrameWithoutAnObjectIsChecked() {
        int outer = mutator.root(0);
        int inner = mutator.root(0, 0);
        mutator.reroot(inner, 1, 0);
        assertThatThrownBy(() -> mutator.reroot(outer, 0, 0))
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("not on top");
        assertThatThrownBy(() -> mutator.reroot(inner, 2, 0))
                .isInstanceOf(InvariantViolation.class);
        mutator.popTo(inner);
        assertThatThrownBy(() -> mutator.popTo(inner)).isInstanceOf(InvariantViolation.class);
        mutator.popTo(outer);
    }

    /// What is called pops its own frames, so the one that is popped is on top.
    @Test
    void aFrameThatACalleeLeftOpenIsNoticed() {
        int outer = mutator.root(0);
        mutator.root(0); // left open
        mutator.popTo(outer);
        assertThatThrownBy(() -> mutator.root(0))
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("frame popped that is not on top");
        mutator.unwindTo(0);

        RootFrame first = RootFrame.slots(mutator, 1);
        RootFrame second = RootFrame.slots(mutator, 1);
        RootFrame.slots(mutator, 1); // left open
        second.close();
        assertThatThrownBy(() -> first.set(0, 0))
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("frame popped that is not on top");
        mutator.unwindTo(0);
    }

    /// Generated code leaves its frames to whoever catches the exception.
    @Test
    void framesThatAnExceptionHasLeftAreUnwound() {
        int caught = mutator.root(0);
        int popped = mutator.root(0);
        mutator.enter(2); // left by an exception
        mutator.popTo(popped);
        mutator.unwindTo(caught + 1);
        mutator.popTo(mutator.root(0));
        mutator.reroot(caught, 0, 0);
        mutator.popTo(caught);
        mutator.unwindTo(7); // nothing is there
    }

    @Test
    void aSlotBelowTheTopFrameIsReadAndWritten() {
        long one = object();
        int outer = mutator.root(0, 0);
        int inner = mutator.root(one);
        mutator.rerootBelow(outer, 1, one);
        assertThat(mutator.rooted(outer, 1)).isEqualTo(one);
        assertThat(mutator.rooted(outer, 0)).isZero();
        assertThat(mutator.rooted(inner, 0)).isEqualTo(one);
        assertThatThrownBy(() -> mutator.rooted(outer, 2)).isInstanceOf(InvariantViolation.class);
        assertThatThrownBy(() -> mutator.rerootBelow(outer, -1, 0))
                .isInstanceOf(InvariantViolation.class);
        mutator.popTo(inner);
        mutator.popTo(outer);
    }

    private long object() {
        return checked.allocate(heap.shape("Any").longField("value").build());
    }
}
