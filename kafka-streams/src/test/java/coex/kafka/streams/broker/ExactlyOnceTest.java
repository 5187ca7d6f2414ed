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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Instances on a real broker, with exactly-once. Of two, one is killed with work of its own
/// undone, the other takes over, and every count is exact. Then the state is restored: from the
/// files, from the files that a kill has left, and from the changelogs alone.
///
/// Not in `mvn verify`: it needs a minute or two, most of it waiting for what Kafka waits for.
@Tag("broker")
class ExactlyOnceTest {

    /// Records that there are when the victim is gone.
    private static final int STOPPED = RECORDS * 3 / 4 + 1000;

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
                    outputs.read(consumer, () -> outputs.joined >= RECORDS / 4);
                    try (ChildJvm victim = instance(broker, "victim")) {
                        victim.await("state RUNNING", LONG);
                        killInTheMiddle(broker, victim);
                    }
                    Words.produceWords(broker, STOPPED, RECORDS);
                    outputs.read(consumer, () -> outputs.joined >= RECORDS);
                    assertThat(survivor.ask("tasks", LONG)).isEqualTo("0,1,2,3");
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

    /// It has half of the partitions, has committed some of their records, and leaves others
    /// undone.
    private static void killInTheMiddle(Broker broker, ChildJvm victim) throws Exception {
        String answer = Words.awaitAnswer(victim, "tasks", tasks -> tasks.contains(","));
        List<Integer> own = Stream.of(answer.split(",")).map(Integer::valueOf).toList();
        long before = committed(broker, own);
        Words.produceWords(broker, RECORDS / 2, RECORDS * 3 / 4);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONG);
        while (committed(broker, own) <= before) {
            assertThat(System.nanoTime()).as("committed by the victim").isLessThan(end);
            Thread.sleep(10);
        }
        assertThat(victim.ask("tasks", LONG)).isEqualTo(answer);
        victim.suspend();
        Words.produceWords(broker, RECORDS * 3 / 4, STOPPED);
        Map<Integer, Long> last = broker.last("words");
        long produced = own.stream().mapToLong(each -> last.get(each) + 1).sum();
        assertThat(committed(broker, own)).isLessThan(produced);
        victim.kill();
    }

    /// How many records of these partitions are done.
    private static long committed(Broker broker, List<Integer> partitions) throws Exception {
        Map<Integer, Long> committed = broker.committed("words", "words");
        return partitions.stream().mapToLong(each -> committed.getOrDefault(each, 0L)).sum();
    }

    /// A running task commits no store. So what a killed instance has in its files is what it had
    /// when it last restored: at first nothing, and afterwards what it has read from the
    /// changelogs.
    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void afterAKillEverythingSinceTheLastRestoreIsReadAgain() throws Exception {
        try (Broker broker = new Broker(folder)) {
            broker.create("words", "prices", "counted", "joined");
            Words.producePrices(broker);
            Words.produceWords(broker, 0, RECORDS / 2);
            SavedOffsets files = new SavedOffsets(folder, "alone");
            Outputs outputs = new Outputs();
            try (KafkaConsumer<String, String> consumer = Words.consumer(broker)) {
                try (ChildJvm first = instance(broker, "alone")) {
                    outputs.read(consumer, () -> outputs.joined >= RECORDS / 2);
                    outputs.read(consumer, () -> outputs.sum() >= RECORDS / 2);
                    first.kill();
                }
                // Before a task runs its stores are committed, with offsets that are not known.
                assertThat(files.read(broker).values())
                        .hasSize(2 * Broker.PARTITIONS)
                        .allMatch(offset -> offset < 0);

                Map<String, Long> saved;
                try (ChildJvm second = instance(broker, "alone")) {
                    second.await("state RUNNING", LONG);
                    assertThat(second.ask("from", LONG)).matches("\\{([^=]+=0(, )?){8}}");
                    Words.produceWords(broker, RECORDS / 2, RECORDS);
                    outputs.read(consumer, () -> outputs.joined >= RECORDS);
                    outputs.read(consumer, () -> outputs.sum() >= RECORDS);
                    second.kill();
                    saved = files.read(broker);
                }
                assertThat(saved.values())
                        .hasSize(2 * Broker.PARTITIONS)
                        .allMatch(offset -> offset > 0);

                try (ChildJvm third = instance(broker, "alone")) {
                    third.await("state RUNNING", LONG);
                    assertThat(third.ask("from", LONG)).isEqualTo(SavedOffsets.afterThose(saved));
                    awaitEverything(third, "active");
                }
                outputs.drain(consumer);
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
