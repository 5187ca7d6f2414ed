package coex.kafka.streams.broker;

import static coex.kafka.streams.broker.Words.LONG;
import static coex.kafka.streams.broker.Words.RECORDS;
import static coex.kafka.streams.broker.Words.WORDS;

import static org.assertj.core.api.Assertions.assertThat;

import coex.kafka.streams.CoexStores;
import coex.kafka.streams.StoreContext;

import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// An instance on a real broker, with at-least-once: a running task commits its stores. The
/// instance is killed and comes back, and reads from the changelogs what its files do not have, and
/// no more. Queries that want a position are asked before and after.
///
/// Not in `mvn verify`, as [ExactlyOnceTest].
@Tag("broker")
class AtLeastOnceTest {

    private static final int SAVED = RECORDS * 3 / 4;

    @TempDir Path folder;

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void aRestartAfterAKillReadsOnlyWhatCameAfterTheLastCommit() throws Exception {
        try (Broker broker = new Broker(folder)) {
            broker.create("words", "prices", "counted", "joined");
            Words.producePrices(broker);
            Words.produceWords(broker, 0, SAVED);
            Outputs outputs = new Outputs();
            try (KafkaConsumer<String, String> consumer = Words.consumer(broker)) {
                try (ChildJvm instance = instance(broker)) {
                    instance.await("state RUNNING", LONG);
                    queriesWaitForTheirPosition(broker, instance);
                    awaitSaved(broker);
                    Words.produceWords(broker, SAVED, RECORDS);
                    outputs.read(consumer, () -> outputs.joined > SAVED);
                    instance.kill();
                }
                Map<String, Long> saved = saved(broker);
                try (ChildJvm again = instance(broker)) {
                    again.await("state RUNNING", LONG);
                    long sum = sumOfEverything(broker, again);
                    assertThat(again.ask("from", LONG)).isEqualTo(afterThose(saved));
                    assertThat(Long.parseLong(again.ask("restored", LONG)))
                            .isLessThanOrEqualTo(RECORDS - SAVED);

                    outputs.read(consumer, () -> outputs.joined >= RECORDS);
                    outputs.read(consumer, () -> outputs.sum() == sum);
                    assertThat(sum).isGreaterThanOrEqualTo(RECORDS);
                    Words.counted(RECORDS)
                            .forEach(
                                    (word, count) ->
                                            assertThat(outputs.counts.get(word))
                                                    .as(word)
                                                    .isGreaterThanOrEqualTo(count));
                }
            }
        }
    }

    /// Without Kafka's cache each word makes one record of the changelog, and a query reads the
    /// store alone.
    private ChildJvm instance(Broker broker) throws IOException {
        return Words.instance(
                folder, broker, "instance", "at_least_once", "statestore.cache.max.bytes=0");
    }

    /// Nothing was lost or counted twice yet: whatever has all words has the right sum.
    private static void queriesWaitForTheirPosition(Broker broker, ChildJvm instance)
            throws Exception {
        Map<Integer, Long> last = broker.last("words");
        String all = WordApplication.offsets(last);
        String answer = Words.awaitAnswer(instance, "at " + all, text -> !isBehind(text));
        assertThat(answer).isEqualTo(WORDS + " " + SAVED + " " + all);

        last.merge(0, 1L, Long::sum); // a record that is not there
        answer = instance.ask("at " + WordApplication.offsets(last), LONG);
        assertThat(answer).matches(AtLeastOnceTest::isBehind);
    }

    private static boolean isBehind(String answer) {
        return answer.equals("NOT_UP_TO_BOUND");
    }

    private static long sumOfEverything(Broker broker, ChildJvm instance) throws Exception {
        String all = WordApplication.offsets(broker.last("words"));
        String answer = Words.awaitAnswer(instance, "at " + all, text -> !isBehind(text));
        assertThat(answer).startsWith(WORDS + " ").endsWith(" " + all);
        return Long.parseLong(answer.split(" ")[1]);
    }

    // What the files of the instance have

    /// Until the files have every count and every price.
    private void awaitSaved(Broker broker) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONG);
        while (saved(broker).values().stream().mapToLong(last -> last + 1).sum() < SAVED + WORDS) {
            assertThat(System.nanoTime()).as("%s", saved(broker)).isLessThan(end);
            Thread.sleep(100);
        }
        assertThat(saved(broker)).hasSize(2 * Broker.PARTITIONS);
    }

    private static Iterable<String> changelogs(Broker broker) throws Exception {
        return broker.topics().stream().filter(name -> name.endsWith("-changelog")).toList();
    }

    /// By partition of a changelog, the last offset that is in the file of its store.
    private Map<String, Long> saved(Broker broker) throws Exception {
        Map<String, Long> saved = new TreeMap<>();
        for (String changelog : changelogs(broker)) {
            for (int i = 0; i < Broker.PARTITIONS; i++) {
                Long offset = saved(new TopicPartition(changelog, i));
                if (offset != null) {
                    saved.put(changelog + "-" + i, offset);
                }
            }
        }
        return saved;
    }

    /// Looks into a copy, since the instance may be writing. Null if no save is there.
    private Long saved(TopicPartition changelog) throws IOException {
        String store = changelog.topic().replaceFirst("^words-(.*)-changelog$", "$1");
        Path task = folder.resolve("instance", "words", "0_" + changelog.partition());
        Path copies = folder.resolve("copies");
        Path copy = Files.createDirectories(copies.resolve("coex")).resolve(store + ".coex");
        try {
            Path file = task.resolve("coex", store + ".coex");
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException e) {
            return null;
        }
        var opened =
                new StoreContext(copies).open(CoexStores.timestampedKeyValueStore(store).get());
        try {
            return opened.committedOffset(changelog);
        } finally {
            opened.close();
        }
    }

    /// As [WordApplication] says it.
    private static String afterThose(Map<String, Long> saved) {
        Map<String, Long> after = new TreeMap<>(saved);
        after.replaceAll((at, offset) -> offset + 1);
        return after.toString();
    }
}
