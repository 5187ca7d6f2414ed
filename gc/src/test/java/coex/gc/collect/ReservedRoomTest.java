package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Frame;
import coex.gc.HeapExhaustedException;
import coex.gc.HeapOptions;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.StressOptions;
import coex.gc.layout.NodeForm;
import coex.gc.layout.NodeShape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ObjectAllocator;

import org.junit.jupiter.api.Test;

import java.util.Random;

/// What `ObjectAllocator.reserve` makes room for can be built without a safepoint, and is not lost.
class ReservedRoomTest {

    private static final int TREES = 40;
    private static final int LEAVES = 6;

    private ConcurrentHeap heap;
    private Mutator mutator;
    private ObjectAllocator allocator;
    private NodeShape shape;
    private long made;

    private void open(HeapOptions options) {
        heap = ConcurrentHeap.open(options);
        mutator = heap.attach();
        MutatorContext context = ConcurrentHeap.contextOf(mutator);
        allocator = context.allocator();
        shape = heap.nodeShape("Node", new NodeForm(0, 1, 0));
    }

    /// A tree of a parent and leaves, all of it built after one safepoint.
    private long tree() {
        NodeForm form = shape.form();
        int parentBytes = form.bytesOf(0, (1 << LEAVES) - 1);
        int leafBytes = form.bytesOf(1, 0);
        int bytes = parentBytes + LEAVES * leafBytes;
        if (!allocator.isReserved(bytes, LEAVES + 1)) {
            allocator.reserve(bytes, LEAVES + 1);
        }
        long[] leaves = new long[LEAVES];
        for (int i = 0; i < LEAVES; i++) {
            long leaf = allocator.takeReserved(leafBytes);
            Memory.putInt(leaf + NodeForm.ENTRY_BITS_OFFSET, 1);
            Memory.putInt(leaf + NodeForm.CHILD_BITS_OFFSET, 0);
            Memory.putLong(leaf + NodeForm.firstWord(0), made++);
            leaves[i] = allocator.publish(leaf, shape.id(), ObjectHeader.SEALED);
        }
        long parent = allocator.takeReserved(parentBytes);
        Memory.putInt(parent + NodeForm.ENTRY_BITS_OFFSET, 0);
        Memory.putInt(parent + NodeForm.CHILD_BITS_OFFSET, (1 << LEAVES) - 1);
        for (int i = 0; i < LEAVES; i++) {
            Memory.putInt(parent + NodeForm.FIRST_REFERENCE + 4 * i, (int) leaves[i]);
        }
        return allocator.publish(parent, shape.id(), ObjectHeader.SEALED);
    }

    private void assertTree(long tree) {
        MutatorContext context = ConcurrentHeap.contextOf(mutator);
        long before = -1;
        for (int i = 0; i < LEAVES; i++) {
            int handle = Memory.getInt(context.address(tree) + NodeForm.FIRST_REFERENCE + 4 * i);
            long leaf = context.address(Integer.toUnsignedLong(handle));
            long number = Memory.getLong(leaf + NodeForm.firstWord(0));
            assertThat(before == -1 || number == before + 1).isTrue();
            before = number;
        }
    }

    private void treesSurvive(HeapOptions options, int rounds) {
        open(options);
        Random random = new Random(7);
        try (Frame frame = mutator.frame(TREES)) {
            for (int round = 0; round < rounds; round++) {
                frame.set(random.nextInt(TREES), tree());
                for (int i = 0; i < TREES; i++) {
                    if (frame.get(i) != 0) {
                        assertTree(frame.get(i));
                    }
                }
            }
            Heaps.assertValid(heap);
        }
        heap.close();
    }

    @Test
    void treesSurviveACollectionInEveryReserve() {
        StressOptions stress = StressOptions.NONE.withCollectEvery(1).withPoison(true);
        treesSurvive(Heaps.verified().stress(stress).build(), 100);
    }

    @Test
    void treesSurviveTinyBlocksAndRuns() {
        StressOptions stress = StressOptions.NONE.withPoison(true);
        treesSurvive(Heaps.tiny().stress(stress).build(), 3000);
        treesSurvive(Heaps.tiny().stress(stress.withCollectEvery(3)).build(), 300);
    }

    @Test
    void exhaustionOfMemoryIsReportedAndTheHeapGoesOnAfterwards() {
        open(Heaps.tiny().maximumBytes(64 << 10).initialHandles(1 << 12).build());
        exhaustAndGoOn(HeapExhaustedException.Resource.BYTES);
    }

    @Test
    void exhaustionOfHandlesIsReportedAndTheHeapGoesOnAfterwards() {
        open(Heaps.tiny().maximumHandles(512).build());
        exhaustAndGoOn(HeapExhaustedException.Resource.HANDLES);
    }

    private void exhaustAndGoOn(HeapExhaustedException.Resource resource) {
        for (int round = 0; round < 3; round++) {
            try (Frame frame = mutator.frame(1000)) {
                assertThatThrownBy(
                                () -> {
                                    for (int i = 0; i < 1000; i++) {
                                        frame.set(i, tree());
                                    }
                                })
                        .isInstanceOfSatisfying(
                                HeapExhaustedException.class,
                                e -> assertThat(e.resource()).isEqualTo(resource));
                Heaps.assertValid(heap);
            }
            heap.collect();
            heap.collect(); // handles rest for a cycle
        }
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, tree());
            assertTree(frame.get(0));
            Heaps.assertValid(heap);
        }
        heap.close();
    }

    @Test
    void aFragmentedHeapIsUsedBeforeItIsCalledExhausted() {
        open(Heaps.calm().initialBytes(128 << 10).maximumBytes(128 << 10).blockBytes(4096).build());
        try (Frame frame = mutator.frame(1000)) {
            int count = 0;
            try {
                while (count < 1000) {
                    frame.set(count, tree());
                    count++;
                }
            } catch (HeapExhaustedException full) {
                assertThat(count).isGreaterThan(500);
            }
            for (int i = 0; i < count; i++) {
                if (i % 4 != 0) { // no block becomes wholly free
                    frame.set(i, 0);
                }
            }
            heap.collect();
            heap.collect();
            for (int i = 0; i < count / 4; i++) {
                frame.set(4 * i + 1, tree());
            }
            for (int i = 0; i < count; i += 4) {
                assertTree(frame.get(i));
            }
            Heaps.assertValid(heap);
        }
        heap.close();
    }

    @Test
    void aReserveAtTheEndOfTheHandleTableGrowsIt() {
        open(Heaps.calm().initialHandles(64).runHandles(64).build());
        try (Frame frame = mutator.frame(200)) {
            for (int i = 0; i < 200; i++) {
                frame.set(i, tree());
            }
            assertThat(heap.stats().growth().tableGrowths()).isPositive();
            assertThat(heap.stats().allocation().stalls()).isZero();
        }
        heap.close();
    }
}
