package coex.examples.streams;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.internals.WrappedStateStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;

/// The example without a broker.
class WordCountsTest {

    @TempDir Path folder;

    @Test
    void wordsAreCountedInAllAndByTheMinute() {
        Properties properties = WordCounts.properties("none:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        try (TopologyTestDriver driver =
                new TopologyTestDriver(WordCounts.topology(properties), properties)) {
            var lines =
                    driver.createInputTopic(
                            "lines", new StringSerializer(), new StringSerializer());
            Instant noon = Instant.parse("2026-01-01T12:00:00Z");
            lines.pipeInput("", "Tea or rum, or tea", noon);
            lines.pipeInput("", "Rum", noon.plusSeconds(90));
            assertThat(driver.<String, Long>getKeyValueStore(WordCounts.COUNTS).get("rum"))
                    .isEqualTo(2);
            Map<String, String> minutes =
                    driver.createOutputTopic(
                                    "minutes", new StringDeserializer(), new StringDeserializer())
                            .readKeyValuesToMap();
            assertThat(minutes)
                    .containsEntry("2026-01-01T12:00:00Z tea", "2")
                    .containsEntry("2026-01-01T12:01:00Z rum", "1");
        }
    }

    /// It would lock, and an answer would not be of one moment.
    @Test
    void thereIsNoCacheBeforeTheStore() {
        Properties properties = WordCounts.properties("none:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        try (TopologyTestDriver driver =
                new TopologyTestDriver(WordCounts.topology(properties), properties)) {
            StateStore store = driver.getAllStateStores().get(WordCounts.COUNTS);
            while (store instanceof WrappedStateStore<?, ?, ?> around) {
                assertThat(store.getClass().getSimpleName()).doesNotContain("Caching");
                store = around.wrapped();
            }
            assertThat(store.getClass().getName()).startsWith("coex.kafka.streams.");
        }
    }
}
