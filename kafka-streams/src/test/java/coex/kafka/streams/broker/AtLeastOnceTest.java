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
import java.nio.file.Path;
import java.util.Map;
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
                Map<String, Long> saved = files().read(broker);
                try (ChildJvm again = instance(broker)) {
                    again.await("state RUNNING", LONG);
                    long sum = sumOfEverything(broker, again);
                    assertThat(again.ask("from", LONG)).isEqualTo(SavedOffsets.afterThose(saved));
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

    private SavedOffsets files() {
        return new SavedOffsets(folder, "instance");
    }

    /// Until the files have every count and every price.
    private void awaitSaved(Broker broker) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONG);
        SavedOffsets files = files();
        while (files.read(broker).values().stream().mapToLong(last -> last + 1).sum()
                < SAVED + WORDS) {
            assertThat(System.nanoTime()).as("%s", files.read(broker)).isLessThan(end);
            Thread.sleep(100);
        }
        assertThat(files.read(broker)).hasSize(2 * Broker.PARTITIONS);
    }
}
