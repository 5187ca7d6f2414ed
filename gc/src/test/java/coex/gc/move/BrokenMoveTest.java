package coex.gc.move;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.CycleKind;
import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.StressOptions;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.Protocol;
import coex.gc.mutator.Relocation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Moving an object fails when its handle names the new place, and is begun again.
@Timeout(300)
class BrokenMoveTest {

    private volatile boolean fails;

    private final Protocol failing =
            new Protocol() {
                @Override
                public void move(Relocation object) {
                    super.move(object);
                    if (fails) {
                        fails = false;
                        throw new StackOverflowError("of the test");
                    }
                }
            };

    /// Young cycles do not trace what is old: they would free the lines under it.
    @Test
    void theLinesOfTheNewPlaceAreInUse() {
        StressOptions stress =
                StressOptions.NONE
                        .withPoison(true)
                        .withMoveAll(true)
                        .withFullEvery(Integer.MAX_VALUE);
        try (Heap heap =
                ConcurrentHeap.open(Heaps.verified().stress(stress).build(), null, failing, true)) {
            Shape node = heap.shape("node").longField("number").build();
            Field number = node.field("number");
            Mutator mutator = heap.attach();
            Frame frame = mutator.frame(1);
            long made = mutator.allocate(node);
            frame.set(0, made);
            mutator.setLong(made, number, 7);
            mutator.seal(made);
            for (int cycle = 0; cycle < 3; cycle++) { // one learns what blocks can be emptied
                fails = true;
                heap.collect();
            }
            assertThat(fails).as("an object is still to be moved").isFalse();

            ConcurrentHeap.of(heap).collectAsBest();
            assertThat(heap.stats().collection().lastKind()).isEqualTo(CycleKind.YOUNG);
            assertThat(mutator.getLong(frame.get(0), number)).isEqualTo(7);
            Heaps.assertValid(heap);
        }
    }
}
