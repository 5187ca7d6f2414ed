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
        mutator.actions().turnBarrierOff(true, false);
        heap.close();
    }

    private long newNode() {
        return mutator.allocator().allocate(node.id(), node.fixedBytes(), ObjectHeader.SEALED);
    }

    private long newBox() {
        return mutator.allocator().allocate(box.id(), box.fixedBytes(), ObjectHeader.MUTABLE);
    }

    private void store(long cell, long value) {
        long object = mutator.address(cell);
        mutator.storeReference(object, object + box.field("content").offset(), value);
    }

    private boolean replace(long cell, long expected, long value) {
        long object = mutator.address(cell);
        long content = object + box.field("content").offset();
        return mutator.compareAndSetReference(object, content, expected, value);
    }

    @Test
    void objectsOfBothKindsAreBornMarkedFromTheSnapshotOn() {
        newNode();
        newBox(); // handles of both kinds are set aside now
        mutator.actions().turnBarrierOn(false);
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
        mutator.actions().turnBarrierOn(false);
        mutator.actions().takeSnapshot(1, mutator.barrier());
        BlockSpace blocks = mutator.core().blocks();
        int length = 2 * blocks.blockBytes();
        long size = bytes.arrayBytes(length);
        long large =
                mutator.allocator().allocateArray(bytes.id(), size, ObjectHeader.SEALED, length);
        blocks.clearLineMarks();
        blocks.sweep(0, blocks.usedLimit(), true, Integer.MAX_VALUE, 1);
        assertThat(blocks.isInUse(mutator.address(large), size)).isTrue();
        blocks.sweep(0, blocks.usedLimit(), true, Integer.MAX_VALUE, 2);
        assertThat(blocks.isInUse(mutator.address(large), size)).isFalse();
    }

    @Test
    void aStoreBeforeTheSnapshotMarksBothValues() {
        long cell = newBox();
        long old = newNode();
        long value = newNode();
        store(cell, old);
        mutator.actions().turnBarrierOn(false);
        store(cell, value);
        assertThat(marks.isMarked(old)).isTrue();
        assertThat(marks.isMarked(value)).isTrue();
    }

    @Test
    void aCompareAndSetBeforeTheSnapshotMarksBothValues() {
        long cell = newBox();
        long old = newNode();
        long value = newNode();
        store(cell, old);
        mutator.actions().turnBarrierOn(false);
        assertThat(replace(cell, value, old)).isFalse();
        assertThat(replace(cell, old, value)).isTrue();
        assertThat(marks.isMarked(old)).isTrue();
        assertThat(marks.isMarked(value)).isTrue();
    }

    @Test
    void aCompareAndSetAfterTheSnapshotMarksTheOldValue() {
        long cell = newBox();
        long old = newNode();
        store(cell, old);
        mutator.actions().turnBarrierOn(false);
        mutator.actions().takeSnapshot(1, mutator.barrier());
        assertThat(replace(cell, old, 0)).isTrue();
        assertThat(marks.isMarked(old)).isTrue();
    }
}
