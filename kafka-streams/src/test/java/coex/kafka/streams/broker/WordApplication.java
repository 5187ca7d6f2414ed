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
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/// One instance of an application: it counts words, and joins them with a table of prices. Its
/// arguments are the broker's address, a folder for its state, the guarantee, and more properties.
///
/// Its standard input has questions:
///
/// | question | answer |
/// | --- | --- |
/// | `active`, `all` | how many words and the sum of counts, of what this instance is responsible for, or with standby replicas too |
/// | `at OFFSET,OFFSET,...` | the same, by a query that wants the words of partition 0, 1, ... up to there, and which offsets it was answered for; or why it was not |
/// | `tasks` | the partitions of `words` that this instance is responsible for, or `none` |
/// | `restored` | how many records were read from changelogs |
/// | `from` | for each partition of a changelog, from where on it was read |
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
        // Whoever joins gets tasks at once, and restores them.
        properties.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, Long.MAX_VALUE);
        properties.put("session.timeout.ms", 10_000);
        properties.put("heartbeat.interval.ms", 1_000);
        properties.put("producer.transaction.timeout.ms", 5_000);
        properties.put("coex.streams.heap.bytes", 256 << 20);
        for (String more : List.of(arguments).subList(3, arguments.length)) {
            properties.put(more.split("=")[0], more.split("=")[1]);
        }

        Restored restored = new Restored();
        try (KafkaStreams streams = new KafkaStreams(topology().build(), properties)) {
            streams.setGlobalStateRestoreListener(restored);
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

    /// What was read from changelogs.
    private static final class Restored implements StateRestoreListener {

        private final AtomicLong count = new AtomicLong();
        private final Map<String, Long> from = new ConcurrentSkipListMap<>();

        @Override
        public void onRestoreStart(TopicPartition at, String store, long begin, long end) {
            from.put(at.toString(), begin);
        }

        @Override
        public void onBatchRestored(TopicPartition at, String store, long end, long records) {
            count.addAndGet(records);
        }

        @Override
        public void onRestoreEnd(TopicPartition at, String store, long records) {
            // counted by batches
        }
    }

    private static void answer(KafkaStreams streams, Restored restored) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String answer =
                    switch (line) {
                        case "restored" -> restored.count.toString();
                        case "tasks" -> tasks(streams);
                        case "from" -> restored.from.toString();
                        case "active" -> counts(streams, false);
                        case "all" -> counts(streams, true);
                        case String at when at.startsWith("at ") -> countsAt(streams, at);
                        default -> "no such question";
                    };
            System.out.println(line + " " + answer);
        }
    }

    private static String tasks(KafkaStreams streams) {
        String partitions =
                streams.metadataForLocalThreads().stream()
                        .flatMap(thread -> thread.activeTasks().stream())
                        .flatMap(task -> task.topicPartitions().stream())
                        .filter(at -> at.topic().equals("words"))
                        .map(TopicPartition::partition)
                        .sorted()
                        .map(Object::toString)
                        .collect(Collectors.joining(","));
        return partitions.isEmpty() ? "none" : partitions;
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

    private static String countsAt(KafkaStreams streams, String question) {
        Position least = Position.emptyPosition();
        String[] offsets = question.substring("at ".length()).split(",");
        for (int i = 0; i < offsets.length; i++) {
            least.withComponent("words", i, Long.parseLong(offsets[i]));
        }
        var query = RangeQuery.<String, Long>withNoBounds();
        var request =
                StateQueryRequest.inStore(COUNTS)
                        .withQuery(query)
                        .withPositionBound(PositionBound.at(least));
        var result = streams.query(request);
        long words = 0;
        long sum = 0;
        String failure = null;
        for (var part : result.getPartitionResults().values()) {
            if (part.isFailure()) {
                failure = part.getFailureReason().toString();
                continue;
            }
            try (KeyValueIterator<String, Long> all = part.getResult()) {
                while (all.hasNext()) {
                    words++;
                    sum += all.next().value;
                }
            }
        }
        if (failure != null) {
            return failure;
        }
        Map<Integer, Long> seen = result.getPosition().getPartitionPositions("words");
        return words + " " + sum + " " + offsets(seen);
    }

    /// Of the partitions in their order, as [#countsAt] takes them.
    static String offsets(Map<Integer, Long> byPartition) {
        return new TreeMap<>(byPartition)
                .values().stream().map(Object::toString).collect(Collectors.joining(","));
    }
}
