package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A thread's mutable objects and its others take their handles from two runs.
class MutableHandlesTest {

    private static final int TABLE = 256;

    private Heap heap;
    private Mutator mutator;
    private Shape box;
    private Shape cell;

    @BeforeEach
    void open() {
        heap =
                Heap.open(
                        Heaps.calm()
                                .initialHandles(64)
                                .maximumHandles(TABLE)
                                .runHandles(64)
                                .build());
        mutator = heap.attach();
        box = heap.shape("Box").longField("value").build();
        cell = heap.shape("Cell").longField("value").mutable().build();
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long newBox() {
        long handle = mutator.allocate(box);
        mutator.seal(handle);
        return handle;
    }

    @Test
    void mutableObjectsLieSideBySideInTheTableHoweverManyOthersComeBetween() {
        long last = mutator.allocate(cell);
        for (int i = 0; i < 5; i++) {
            for (int k = 0; k < 10; k++) {
                newBox();
            }
            long next = mutator.allocate(cell);
            assertThat(next).isEqualTo(last + 1);
            last = next;
        }
    }

    @Test
    void oneKindOfObjectsCanHaveAllHandlesOfTheTable() {
        try (Frame frame = mutator.frame(TABLE)) {
            frame.set(0, mutator.allocate(cell));
            for (int i = 1; i < TABLE - 1; i++) {
                frame.set(i, newBox());
            }
            assertThatThrownBy(() -> mutator.allocate(cell))
                    .isInstanceOf(HeapExhaustedException.class);
            Heaps.assertValid(heap);
        }
        for (int i = 0; i < 2 * TABLE; i++) {
            newBox();
            mutator.allocate(cell);
        }
        Heaps.assertValid(heap);
    }

    @Test
    void aThreadThatDetachesGivesTheUnusedHandlesOfBothKindsBack() {
        newBox();
        mutator.allocate(cell);
        assertThat(heap.stats().now().handlesInUse()).isGreaterThan(100);
        mutator.close();
        assertThat(heap.stats().now().handlesInUse()).isEqualTo(2);
    }
}
