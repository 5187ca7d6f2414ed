package coex.kafka.streams.broker;

import static coex.kafka.streams.broker.Words.LONG;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The example application on a real broker, started from its source: it counts, and answers who
/// types a word.
///
/// Not in `mvn verify`, as [ExactlyOnceTest].
@Tag("broker")
class ExampleExactlyOnceTest {

    private static final Path SOURCE =
            Path.of(
                    "../examples/kafka-streams/src/main/java/coex/examples/streams/WordCounts.java");

    private static final int LINES = 3000;

    @TempDir Path folder;

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void wordsAreCountedAndAnswered() throws Exception {
        assertThat(SOURCE).exists();
        try (Broker broker = new Broker(folder)) {
            broker.create("lines", "totals", "minutes");
            produceLines(broker);
            List<String> flags =
                    List.of(
                            "-Xmx256m",
                            "--enable-native-access=ALL-UNNAMED",
                            "-Djava.io.tmpdir=" + folder); // Kafka's state is there
            Outputs outputs = new Outputs();
            try (ChildJvm example =
                            new ChildJvm(
                                    folder.resolve("example.err"),
                                    flags,
                                    SOURCE.toString(),
                                    broker.address());
                    KafkaConsumer<String, String> consumer =
                            Words.consumer(broker, Set.of("totals"))) {
                outputs.read(consumer, () -> outputs.sum() >= 4 * LINES);
                assertThat(outputs.counts)
                        .containsEntry("tea", 2L * LINES)
                        .containsEntry("rum", 1L * LINES)
                        .hasSize(3);
                assertThat(example.ask("tea", LONG)).isEqualTo(": " + 2 * LINES);
                assertThat(example.ask("milk", LONG)).isEqualTo(": null");
            }
        }
    }

    private static void produceLines(Broker broker) {
        try (KafkaProducer<String, String> producer = Words.producer(broker)) {
            for (int i = 0; i < LINES; i++) {
                producer.send(new ProducerRecord<>("lines", "Tea or rum, tea"));
            }
        }
    }
}
