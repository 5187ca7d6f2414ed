package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.HeapOptions;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/// A collection keeps its heap, and when the last one is dropped the heap goes too.
class DroppedHeapTest {

    private static PersistentMap<String, Long> mapInAHeapOfItsOwn(String name) {
        Heap heap = Heap.open(HeapOptions.builder().name(name).maximumBytes(16 << 20).build());
        return PersistentCollections.in(heap).map(Codec.STRING, Codec.LONG).with("tea", 250L);
    }

    private static boolean isOpen(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("coex-gc-" + name));
    }

    private static void awaitReleased(String name) throws InterruptedException {
        long giveUp = System.nanoTime() + Duration.ofMinutes(5).toNanos();
        while (isOpen(name)) {
            assertThat(System.nanoTime() - giveUp).as("released: " + name).isNegative();
            System.gc();
            Thread.sleep(10);
        }
    }

    @Test
    void aMapKeepsItsHeapUntilItIsDropped() throws Exception {
        PersistentMap<String, Long> kept = mapInAHeapOfItsOwn("kept-by-a-map");
        mapInAHeapOfItsOwn("not-kept");
        awaitReleased("not-kept");
        assertThat(kept.get("tea")).isEqualTo(250L);
        kept = null;
        awaitReleased("kept-by-a-map");
    }
}
