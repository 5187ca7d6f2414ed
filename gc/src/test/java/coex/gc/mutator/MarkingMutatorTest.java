package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.Heaps;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.handle.Marks;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.BlockSpace;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a mutator marks itself in each state of a cycle, whatever the collector does: the test
/// takes it from state to state.
class MarkingMutatorTest {

    private final Heap heap =
            ConcurrentHeap.open(Heaps.calm().build(), null, Protocol.SOUND, false);
    private final Shape node = heap.shape("node").longField("number").build();
    private final Shape box = heap.shape("box").reference("content").mutable().build();
    private final MutatorContext mutator = ConcurrentHeap.contextOf(heap.attach());
    private final Marks marks = mutator.core().handles().marks();

    @AfterEach
    void close() {
        mutator.actions().turnBarrierOff();
        heap.close();
    }

    private long newNode() {
        return mutator.allocator().allocate(node.id(), node.fixedBytes(), ObjectHeader.SEALED);
    }

    private long newBox() {
        return mutator.allocator().allocate(box.id(), box.fixedBytes(), ObjectHeader.MUTABLE);
    }

    private long content(long handle) {
        return mutator.address(handle) + box.field("content").offset();
    }

    @Test
    void objectsOfBothKindsAreBornMarkedFromTheSnapshotOn() {
        newNode();
        newBox(); // handles of both kinds are set aside now
        mutator.actions().turnBarrierOn();
        assertThat(marks.isMarked(newNode())).isFalse();
        assertThat(marks.isMarked(newBox())).isFalse();
        mutator.actions().takeSnapshot(1, mutator.barrier());
        for (int i = 0; i < 1000; i++) { // those set aside, and those taken later
            assertThat(marks.isMarked(newNode())).isTrue();
            assertThat(marks.isMarked(newBox())).isTrue();
        }
    }

    @Test
    void aLargeObjectBornAfterTheSnapshotIsNotSweptInThatCycle() {
        Shape bytes = heap.shape("bytes").arrayOf(Kind.BYTE).build();
        mutator.actions().turnBarrierOn();
        mutator.actions().takeSnapshot(1, mutator.barrier());
        BlockSpace blocks = mutator.core().blocks();
        int length = 2 * blocks.blockBytes();
        long size = bytes.arrayBytes(length);
        long large =
                mutator.allocator().allocateArray(bytes.id(), size, ObjectHeader.SEALED, length);
        blocks.clearLineMarks();
        blocks.sweep(0, blocks.usedLimit(), 1);
        assertThat(blocks.isInUse(mutator.address(large), size)).isTrue();
        blocks.sweep(0, blocks.usedLimit(), 2);
        assertThat(blocks.isInUse(mutator.address(large), size)).isFalse();
    }

    @Test
    void aStoreBeforeTheSnapshotMarksBothValues() {
        long cell = newBox();
        long old = newNode();
        long value = newNode();
        mutator.storeReference(content(cell), old);
        mutator.actions().turnBarrierOn();
        mutator.storeReference(content(cell), value);
        assertThat(marks.isMarked(old)).isTrue();
        assertThat(marks.isMarked(value)).isTrue();
    }

    @Test
    void aCompareAndSetBeforeTheSnapshotMarksBothValues() {
        long cell = newBox();
        long old = newNode();
        long value = newNode();
        mutator.storeReference(content(cell), old);
        mutator.actions().turnBarrierOn();
        assertThat(mutator.compareAndSetReference(content(cell), value, old)).isFalse();
        assertThat(mutator.compareAndSetReference(content(cell), old, value)).isTrue();
        assertThat(marks.isMarked(old)).isTrue();
        assertThat(marks.isMarked(value)).isTrue();
    }

    @Test
    void aCompareAndSetAfterTheSnapshotMarksTheOldValue() {
        long cell = newBox();
        long old = newNode();
        mutator.storeReference(content(cell), old);
        mutator.actions().turnBarrierOn();
        mutator.actions().takeSnapshot(1, mutator.barrier());
        assertThat(mutator.compareAndSetReference(content(cell), old, 0)).isTrue();
        assertThat(marks.isMarked(old)).isTrue();
    }
}
