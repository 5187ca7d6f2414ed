package coex.gc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/// A heap whose initial size is not a whole number of the steps in which memory is given back.
class RegrownMemoryIsZeroTest {

    private static final int ARRAY = 1000;

    @Test
    void objectsInMemoryThatWasGivenBackAreEmpty() {
        HeapOptions options =
                HeapOptions.builder()
                        .blockBytes(16 << 10)
                        .initialBytes(48 << 10)
                        .maximumBytes(1 << 20)
                        .build();
        try (Heap heap = Heap.open(options)) {
            Shape bytes = heap.shape("Bytes").arrayOf(Kind.BYTE).build();
            fill(heap, bytes);
            heap.collect();
            heap.collect();
            assertThat(heap.stats().growth().heapShrinks()).isPositive();
            fill(heap, bytes);
        }
    }

    /// Fills some of the heap, having looked that it was empty, and lets go of it.
    private static void fill(Heap heap, Shape bytes) {
        byte[] dirt = new byte[ARRAY];
        Arrays.fill(dirt, (byte) 0x55);
        try (Mutator mutator = heap.attach();
                Frame frame = mutator.frame(300)) {
            byte[] found = new byte[ARRAY];
            for (int slot = 0; slot < frame.slots(); slot++) {
                long handle = mutator.allocateArray(bytes, ARRAY);
                frame.set(slot, handle);
                mutator.getBytes(handle, 0, found, 0, ARRAY);
                assertThat(Arrays.mismatch(found, new byte[ARRAY]))
                        .as("first dirty byte")
                        .isNegative();
                mutator.setBytes(handle, 0, dirt, 0, ARRAY);
            }
        }
    }
}
