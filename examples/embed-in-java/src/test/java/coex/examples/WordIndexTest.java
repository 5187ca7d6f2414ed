package coex.examples;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.StressOptions;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

class WordIndexTest {

    @Test
    void itCountsWhatAHashMapCountsWhileTheCollectorRunsAtEveryTenthAllocation() {
        HeapOptions options =
                HeapOptions.builder()
                        .maximumBytes(64L << 20)
                        .stress(StressOptions.NONE.withCollectEvery(10).withPoison(true))
                        .build();
        Map<String, Long> expected = new HashMap<>();
        try (Heap heap = Heap.open(options);
                WordIndex index = new WordIndex(heap)) {
            Random random = new Random(7);
            for (int i = 0; i < 20_000; i++) {
                String word = "w" + (int) Math.abs(random.nextGaussian() * 200);
                index.add(word);
                expected.merge(word, 1L, Long::sum);
            }
            Map<String, Long> counted = new HashMap<>();
            index.forEach(counted::put);
            assertThat(counted).isEqualTo(expected);
            assertThat(index.size()).isEqualTo(expected.size());
            assertThat(index.count("w0")).isEqualTo(expected.get("w0"));
            assertThat(index.count("never")).isZero();
            assertThat(heap.stats().collection().completed()).isPositive();
            assertThat(heap.validate().errors()).isEmpty();
        }
    }

    @Test
    void theProgramPrintsTheMostFrequentWordsFirst() throws Exception {
        InputStream input = System.in;
        PrintStream output = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try {
            System.setIn(
                    new ByteArrayInputStream(
                            "to be or not to be, that is to say".getBytes(StandardCharsets.UTF_8)));
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            WordIndex.main(new String[0]);
        } finally {
            System.setIn(input);
            System.setOut(output);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .startsWith("3 to", "2 be")
                .hasSize(7);
    }
}
