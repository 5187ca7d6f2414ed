package coex.kafka.streams.broker;

import static coex.kafka.streams.broker.Words.LONG;
import static coex.kafka.streams.broker.Words.RECORDS;
import static coex.kafka.streams.broker.Words.WORDS;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Two instances on a real broker, with exactly-once: one is killed in the middle, the other takes
/// over, and every count is exact. Then the state is restored: from the files, from the files that
/// a kill has left, and from the changelogs alone.
///
/// Not in `mvn verify`: it needs a minute or two, most of it waiting for what Kafka waits for.
@Tag("broker")
class ExactlyOnceTest {

    @TempDir Path folder;

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void countsAreExactWhenAnInstanceIsKilled() throws Exception {
        try (Broker broker = new Broker(folder)) {
            broker.create("words", "prices", "counted", "joined");
            Words.producePrices(broker);
            Words.produceWords(broker, 0, RECORDS / 2);
            Outputs outputs = new Outputs();
            try (KafkaConsumer<String, String> consumer = Words.consumer(broker)) {
                try (ChildJvm survivor = instance(broker, "survivor")) {
                    survivor.await("state RUNNING", LONG);
                    try (ChildJvm victim = instance(broker, "victim")) {
                        victim.await("state RUNNING", LONG);
                        Words.produceWords(broker, RECORDS / 2, RECORDS * 3 / 4);
                        outputs.read(consumer, () -> outputs.joined >= RECORDS / 2);
                        victim.kill();
                    }
                    Words.produceWords(broker, RECORDS * 3 / 4, RECORDS);
                    outputs.read(consumer, () -> outputs.joined >= RECORDS);
                    outputs.read(consumer, () -> outputs.sum() >= RECORDS);
                    assertThat(outputs.joined).isEqualTo(RECORDS);
                    assertThat(outputs.counts).isEqualTo(Words.counted(RECORDS));

                    // The one that was killed comes back, with the files that it has left.
                    try (ChildJvm again = instance(broker, "victim")) {
                        again.await("state RUNNING", LONG);
                        awaitEverything(again, "all");
                        awaitEverything(survivor, "all");
                        again.stop();
                    }
                    awaitEverything(survivor, "active");
                    survivor.stop();
                }
                restoreFromFilesAndWithout(broker);
                outputs.drain(consumer);
                assertThat(outputs.joined).isEqualTo(RECORDS);
                assertThat(outputs.counts).isEqualTo(Words.counted(RECORDS));
            }
        }
    }

    private void restoreFromFilesAndWithout(Broker broker) throws Exception {
        try (ChildJvm restarted = instance(broker, "survivor")) {
            restarted.await("state RUNNING", LONG);
            awaitEverything(restarted, "active");
            // Its files had everything, but for the marks of transactions.
            assertThat(Long.parseLong(restarted.ask("restored", LONG))).isLessThan(RECORDS / 100);
        }
        delete(folder.resolve("survivor"));
        try (ChildJvm wiped = instance(broker, "survivor")) {
            wiped.await("state RUNNING", LONG);
            awaitEverything(wiped, "active");
            assertThat(Long.parseLong(wiped.ask("restored", LONG))).isGreaterThanOrEqualTo(WORDS);
        }
    }

    private static void awaitEverything(ChildJvm instance, String question)
            throws IOException, InterruptedException {
        String wanted = WORDS + " " + RECORDS;
        Words.awaitAnswer(instance, question, wanted::equals);
    }

    private ChildJvm instance(Broker broker, String name) throws IOException {
        return Words.instance(folder, broker, name, "exactly_once_v2");
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
