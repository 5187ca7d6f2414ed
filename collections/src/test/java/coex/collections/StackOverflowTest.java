package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.HeapOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;

/// A stack that ends in the middle of an operation may take a lent mutator with it. The heap goes
/// on.
class StackOverflowTest {

    private static final int OVERFLOWS = 400;

    private long sum;

    @Test
    @Timeout(300)
    void theHeapCollectsAfterStacksOverflowedInOperations() throws InterruptedException {
        HeapOptions options =
                HeapOptions.builder().hugePages(false).lateAfter(Duration.ofMillis(20)).build();
        try (Heap heap = Heap.open(options)) {
            PersistentMap<String, Long> map =
                    PersistentCollections.in(heap).map(Codec.STRING, Codec.LONG).with("k", 1L);
            for (int i = 0; i < OVERFLOWS; i++) {
                Thread thread = Thread.ofPlatform().start(() -> overflow(map));
                thread.join();
            }
            heap.collect();
            assertThat(heap.validate().errors()).isEmpty();
            assertThat(map.get("k")).isEqualTo(1L);
            heap.collect();
        }
    }

    private void overflow(PersistentMap<String, Long> map) {
        try {
            descend(map);
        } catch (StackOverflowError e) {
            sum++;
        }
    }

    private void descend(PersistentMap<String, Long> map) {
        sum += map.get("k");
        descend(map);
    }
}
