package coex.examples.streams;

import coex.kafka.streams.CoexStoreSuppliers;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/// Counts the words of the topic `lines`, of all time and by the minute, with its state in our
/// stores, and answers questions meanwhile: who types a word is told its count. A broker has to be
/// there, with the topics `lines`, `totals` and `minutes`. At the top of the repository, Maven
/// makes the jars and writes down where they are; `java` is one of JDK 25:
///
///     mvn -q -pl examples/kafka-streams -am package dependency:build-classpath -DskipTests \
///         -DincludeScope=runtime -Dmdep.outputFile=target/classpath
///     cd examples/kafka-streams/target
///     java --enable-native-access=ALL-UNNAMED -cp "classes:$(cat classpath)" \
///         coex.examples.streams.WordCounts localhost:9092
public final class WordCounts {

    static final String COUNTS = "counts";

    private WordCounts() {}

    /// Argument: the address of a broker.
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            System.err.println("Usage: WordCounts BROKER, for example localhost:9092");
            System.exit(2);
        }
        Properties properties = properties(arguments[0]);
        try (KafkaStreams streams = new KafkaStreams(topology(properties), properties)) {
            streams.start();
            answer(streams);
        }
    }

    static Properties properties(String broker) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "word-counts");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, broker);
        properties.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        properties.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);

        // This puts every store of the topology on ours. The rest is about how much they may take.
        properties.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, CoexStoreSuppliers.class);
        properties.put("coex.streams.heap.bytes", 512 << 20);
        properties.put("coex.streams.full.wait.ms", 10_000);

        // Kafka's cache lies before a store, and answers take a lock of it: see "One moment" in
        // docs/kafka-streams.md. Without it each update goes on to the output.
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        return properties;
    }

    static Topology topology(Properties properties) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> lines = builder.stream("lines");
        KGroupedStream<String, String> words =
                lines.flatMapValues(line -> List.of(line.toLowerCase(Locale.ROOT).split("\\W+")))
                        .groupBy((_, word) -> word);
        words.count(Materialized.as(COUNTS)).toStream().mapValues(Object::toString).to("totals");
        words.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(1)))
                .count()
                .toStream((window, _) -> window.window().startTime() + " " + window.key())
                .mapValues(Object::toString)
                .to("minutes");
        return builder.build(properties);
    }

    /// Each question sees one moment of the store, and the stream does not wait for it.
    private static void answer(KafkaStreams streams) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String word = input.readLine(); word != null; word = input.readLine()) {
            try {
                ReadOnlyKeyValueStore<String, Long> counts =
                        streams.store(
                                StoreQueryParameters.fromNameAndType(
                                        COUNTS, QueryableStoreTypes.keyValueStore()));
                System.out.println(word + ": " + counts.get(word.strip()));
            } catch (InvalidStateStoreException e) {
                System.err.println("not now: " + e.getMessage());
            }
        }
    }
}
