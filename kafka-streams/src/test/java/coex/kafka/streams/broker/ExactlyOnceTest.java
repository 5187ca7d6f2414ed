package coex.kafka.streams.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// Two instances on a real broker, with exactly-once: one is killed in the middle, the other takes
/// over, and every count is exact. Then the state is restored: from the files, from the files that
/// a kill has left, and from the changelogs alone.
///
/// Not in `mvn verify`: it needs a minute or two, most of it waiting for what Kafka waits for.
@Tag("broker")
class ExactlyOnceTest {

    private static final int RECORDS = 100_000;
    private static final int WORDS = 997;
    private static final long LONG = 240;

    private static final List<String> FLAGS =
            List.of("-Xmx256m", "--enable-native-access=ALL-UNNAMED");

    @TempDir Path folder;

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void countsAreExactWhenAnInstanceIsKilled() throws Exception {
        try (Broker broker = new Broker(folder)) {
            broker.create("words", "prices", "counted", "joined");
            producePrices(broker);
            produceWords(broker, 0, RECORDS / 2);
            Outputs outputs = new Outputs();
            try (KafkaConsumer<String, String> consumer = consumer(broker)) {
                consumer.subscribe(Set.of("counted", "joined"));
                try (ChildJvm survivor = instance(broker, "survivor")) {
                    survivor.await("state RUNNING", LONG);
                    try (ChildJvm victim = instance(broker, "victim")) {
                        victim.await("state RUNNING", LONG);
                        produceWords(broker, RECORDS / 2, RECORDS * 3 / 4);
                        outputs.read(consumer, () -> outputs.joined >= RECORDS / 2);
                        victim.kill();
                    }
                    produceWords(broker, RECORDS * 3 / 4, RECORDS);
                    outputs.read(consumer, () -> outputs.joined >= RECORDS);
                    outputs.read(consumer, outputs::countsAreComplete);
                    assertThat(outputs.joined).isEqualTo(RECORDS);
                    assertThat(outputs.counts).isEqualTo(expected());

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
                assertThat(outputs.counts).isEqualTo(expected());
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
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONG);
        String answer;
        do {
            answer = instance.ask(question, LONG);
            if (answer.equals(wanted)) {
                return;
            }
            Thread.sleep(100);
        } while (System.nanoTime() < end);
        throw new AssertionError("asked " + question + ", wanted " + wanted + ", got " + answer);
    }

    private ChildJvm instance(Broker broker, String name) throws IOException {
        return new ChildJvm(
                folder.resolve(name + ".err"),
                FLAGS,
                WordApplication.class,
                broker.address(),
                folder.resolve(name).toString(),
                "exactly_once_v2");
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static String word(int record) {
        return "word" + record % WORDS;
    }

    private static Map<String, Long> expected() {
        Map<String, Long> counts = new HashMap<>();
        for (int i = 0; i < RECORDS; i++) {
            counts.merge(word(i), 1L, Long::sum);
        }
        return counts;
    }

    private static KafkaProducer<String, String> producer(Broker broker) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", broker.address());
        properties.put("enable.idempotence", "true");
        return new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer());
    }

    private static void producePrices(Broker broker) {
        try (KafkaProducer<String, String> producer = producer(broker)) {
            for (int i = 0; i < WORDS; i++) {
                producer.send(new ProducerRecord<>("prices", word(i), "=" + i));
            }
        }
    }

    private static void produceWords(Broker broker, int from, int to) {
        try (KafkaProducer<String, String> producer = producer(broker)) {
            for (int i = from; i < to; i++) {
                producer.send(new ProducerRecord<>("words", word(i), "1"));
            }
        }
    }

    private static KafkaConsumer<String, String> consumer(Broker broker) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", broker.address());
        properties.put("group.id", "test");
        properties.put("auto.offset.reset", "earliest");
        properties.put("isolation.level", "read_committed");
        return new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
    }

    /// What has come out, as a reader of committed records sees it.
    private static final class Outputs {

        private final Map<String, Long> counts = new HashMap<>();
        private int joined;

        boolean countsAreComplete() {
            return counts.values().stream().mapToLong(Long::longValue).sum() >= RECORDS;
        }

        void read(KafkaConsumer<String, String> consumer, BooleanSupplier until) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONG);
            while (!until.getAsBoolean()) {
                if (System.nanoTime() > end) {
                    throw new AssertionError("joined=%d words=%d".formatted(joined, counts.size()));
                }
                poll(consumer);
            }
        }

        /// Reads until there has been nothing for a while.
        void drain(KafkaConsumer<String, String> consumer) {
            while (poll(consumer) > 0) {
                // what comes too much is counted
            }
        }

        private int poll(KafkaConsumer<String, String> consumer) {
            int count = 0;
            for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofSeconds(2))) {
                count++;
                if (each.topic().equals("joined")) {
                    joined++;
                } else {
                    counts.put(each.key(), Long.valueOf(each.value()));
                }
            }
            return count;
        }
    }
}
