package coex.kafka.streams.broker;

import coex.kafka.streams.CoexStoreSuppliers;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;

/// One instance of an application: it counts words, and joins them with a table of prices. Started
/// by [ExactlyOnceTest] with the broker's address, a folder for its state and the guarantee.
///
/// Its standard input has questions: `active` and `all` are answered with the number of words and
/// the sum of counts, of what this instance is responsible for and with standby replicas too;
/// `restored` with the number of records that were read from changelogs.
public final class WordApplication {

    static final String COUNTS = "counts";

    private WordApplication() {}

    public static void main(String[] arguments) throws IOException {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "words");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, arguments[0]);
        properties.put(StreamsConfig.STATE_DIR_CONFIG, arguments[1]);
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, arguments[2]);
        properties.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, CoexStoreSuppliers.class);
        properties.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        properties.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1);
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        properties.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, 60_000);
        properties.put("session.timeout.ms", 6_000);
        properties.put("heartbeat.interval.ms", 1_000);
        properties.put("producer.transaction.timeout.ms", 5_000);
        properties.put("coex.streams.heap.bytes", 256 << 20);

        AtomicLong restored = new AtomicLong();
        try (KafkaStreams streams = new KafkaStreams(topology().build(), properties)) {
            streams.setGlobalStateRestoreListener(counting(restored));
            streams.setStateListener((now, _) -> System.out.println("state " + now));
            streams.setUncaughtExceptionHandler(
                    problem -> {
                        problem.printStackTrace();
                        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
                    });
            Thread hook = new Thread(() -> streams.close(Duration.ofSeconds(50)));
            Runtime.getRuntime().addShutdownHook(hook);
            streams.start();
            answer(streams, restored);
        }
    }

    private static StreamsBuilder topology() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> words = builder.stream("words");
        words.groupByKey()
                .count(Materialized.as(COUNTS))
                .toStream()
                .mapValues(Object::toString)
                .to("counted");
        words.join(builder.<String, String>table("prices"), (word, price) -> word + price)
                .to("joined");
        return builder;
    }

    private static StateRestoreListener counting(AtomicLong restored) {
        return new StateRestoreListener() {
            @Override
            public void onRestoreStart(TopicPartition at, String store, long from, long to) {
                // counted at the end
            }

            @Override
            public void onBatchRestored(TopicPartition at, String store, long end, long count) {
                restored.addAndGet(count);
            }

            @Override
            public void onRestoreEnd(TopicPartition at, String store, long count) {
                // counted by batches
            }
        };
    }

    private static void answer(KafkaStreams streams, AtomicLong restored) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String answer =
                    switch (line) {
                        case "restored" -> Long.toString(restored.get());
                        case "active" -> counts(streams, false);
                        case "all" -> counts(streams, true);
                        default -> "no such question";
                    };
            System.out.println(line + " " + answer);
        }
    }

    private static String counts(KafkaStreams streams, boolean standby) {
        try {
            var parameters =
                    StoreQueryParameters.fromNameAndType(
                            COUNTS, QueryableStoreTypes.<String, Long>keyValueStore());
            var store = streams.store(standby ? parameters.enableStaleStores() : parameters);
            long words = 0;
            long sum = 0;
            try (KeyValueIterator<String, Long> all = store.all()) {
                while (all.hasNext()) {
                    KeyValue<String, Long> next = all.next();
                    words++;
                    sum += next.value;
                }
            }
            return words + " " + sum;
        } catch (InvalidStateStoreException e) {
            return "not now";
        }
    }
}
