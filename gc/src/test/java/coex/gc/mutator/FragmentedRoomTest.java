package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;

import org.junit.jupiter.api.Test;

/// Room that is made ahead uses the gaps that dead objects have left, as other allocation does.
class FragmentedRoomTest {

    private static final int HEAP_BYTES = 1 << 20;
    private static final int BLOCK_BYTES = 32 * 1024;
    private static final int LINE_BYTES = 128;

    @Test
    void smallObjectsWithRoomMadeAheadFillTheGapsOfAFullHeap() {
        try (Heap heap =
                Heap.open(
                        Heaps.calm()
                                .initialBytes(HEAP_BYTES)
                                .maximumBytes(HEAP_BYTES)
                                .blockBytes(BLOCK_BYTES)
                                .build())) {
            Mutator checked = heap.attach();
            ObjectAllocator allocator = ConcurrentHeap.contextOf(checked).allocator();
            Shape line = heap.shape("Line").reference("next").longField("a").build();
            Shape filler = heap.shape("Filler").arrayOf(coex.gc.Kind.LONG).build();
            Frame frame = checked.frame(1);
            fillEverySecondLine(checked, frame, line, filler);
            heap.collect();
            heap.collect();
            long before = allocator.bytes();
            while (allocator.bytes() - before
                    < HEAP_BYTES / 4) { // dead at once, but not collected yet
                allocator.reserve(24, 1);
                long address = allocator.takeReserved(24);
                Memory.putLong(address + 8, 0);
                Memory.putLong(address + 16, 0);
                allocator.publish(address, line.id(), ObjectHeader.SEALED);
            }
            Heaps.assertValid(heap);
            assertThat(allocator.bytes() - before).isGreaterThanOrEqualTo(HEAP_BYTES / 4);
        }
    }

    /// Fills most of the heap so that every block has objects in every second line, linked from
    /// slot 0.
    private static void fillEverySecondLine(
            Mutator checked, Frame frame, Shape line, Shape filler) {
        int lines = (HEAP_BYTES - 2 * BLOCK_BYTES) / LINE_BYTES;
        for (int i = 0; i < lines / 2; i++) {
            long kept = checked.allocate(line);
            checked.setReference(kept, line.field("next"), frame.get(0));
            checked.seal(kept);
            frame.set(0, kept);
            checked.seal(checked.allocateArray(filler, (2 * LINE_BYTES - 24 - 16) / 8));
        }
    }
}
