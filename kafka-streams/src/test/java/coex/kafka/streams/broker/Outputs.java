package coex.kafka.streams.broker;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// What [WordApplication] has written, as a reader of committed records sees it.
final class Outputs {

    /// The last count of each word.
    final Map<String, Long> counts = new HashMap<>();

    /// How many words were joined with their price.
    int joined;

    /// The sum of the counts.
    long sum() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    void read(KafkaConsumer<String, String> consumer, BooleanSupplier until) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Words.LONG);
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
