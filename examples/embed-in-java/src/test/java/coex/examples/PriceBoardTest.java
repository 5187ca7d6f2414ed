package coex.examples;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.PersistentMap;
import coex.gc.Heap;
import coex.gc.HeapOptions;

import org.junit.jupiter.api.Test;

class PriceBoardTest {

    @Test
    void aVersionNeverChangesWhileTheBoardDoes() {
        try (Heap heap = Heap.open()) {
            PriceBoard board = new PriceBoard(heap);
            board.set("tea", 250);
            PersistentMap<String, Long> before = board.now();
            board.set("tea", 270);
            assertThat(before.get("tea")).isEqualTo(250);
            assertThat(board.get("tea")).isEqualTo(270);
            assertThat(board.get("coffee")).isNull();
            before.close();
            assertThat(heap.stats().now().globalRoots()).isEqualTo(1);
        }
    }

    @Test
    void thousandsOfReadersSeePricesOfOneMomentEach() throws InterruptedException {
        HeapOptions options = HeapOptions.builder().maximumBytes(256L << 20).build();
        try (Heap heap = Heap.open(options)) {
            assertThat(PriceBoard.run(heap, 100, 1_000, 2_000)).isEqualTo(2_000);
            assertThat(heap.stats().now().globalRoots()).as("only the last version").isEqualTo(1);
            assertThat(heap.validate().errors()).isEmpty();
        }
    }
}
