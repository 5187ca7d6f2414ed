package coex.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.GlobalKTable;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.JoinWindows;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.SlidingWindows;
import org.apache.kafka.streams.kstream.StreamJoined;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.kstream.Suppressed.BufferConfig;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.BuiltInDslStoreSuppliers;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.VersionedBytesStoreSupplier;
import org.apache.kafka.streams.state.internals.TimeOrderedKeyValueBuffer;
import org.apache.kafka.streams.state.internals.WrappedStateStore;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// One line of configuration puts a topology with every kind of store on ours; what comes out is
/// what comes out of Kafka's stores in memory.
class DslTest {

    private static final List<String> WORDS = List.of("tea", "rum", "milk", "water", "ale");

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"default", "headers"})
    void aTopologyOnOurStoresGivesTheSame(String format) {
        Properties properties = Driver.properties(folder);
        properties.put("dsl.store.format", format);
        // The driver commits after each record; with files once is enough.
        properties.put("coex.streams.local.state", format.equals("default"));
        compare(properties, List.of("lines", "lines", "others"), DslTest::streams);
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "headers"})
    void tablesOnOurStoresGiveTheSame(String format) {
        Properties properties = Driver.properties(folder);
        properties.put("dsl.store.format", format);
        properties.put("coex.streams.local.state", "false");
        compare(properties, List.of("lines", "others", "versions", "everywhere"), DslTest::tables);
    }

    /// @param topics into which records go, more often if a topic is there several times
    private static void compare(
            Properties properties, List<String> topics, Function<Properties, Topology> topology) {
        assertThat(outputs(properties, topics, topology, CoexStoreSuppliers.class))
                .hasSizeGreaterThan(500)
                .isEqualTo(
                        outputs(
                                properties,
                                topics,
                                topology,
                                BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers.class));
    }

    private static StreamsBuilder builder(Properties properties) {
        return new StreamsBuilder(new TopologyConfig(new StreamsConfig(properties)));
    }

    /// Tables joined with tables, by key and by what their values name, streams joined with a
    /// global table and with what a table was at the time, and results that come when a window is
    /// over.
    private static Topology tables(Properties properties) {
        StreamsBuilder builder = builder(properties);
        KTable<String, String> left = builder.table("lines");
        KTable<String, String> right = builder.table("others");
        left.outerJoin(right, (one, other) -> one + "+" + other).toStream().to("out");
        left.join(right, DslTest::first, (one, other) -> one + ">" + other).toStream().to("out");

        KStream<String, String> lines = left.toStream();
        GlobalKTable<String, String> everywhere =
                builder.globalTable("everywhere", Materialized.as("everywhere"));
        lines.leftJoin(
                        everywhere,
                        (_, line) -> first(line),
                        (String line, String found) -> line + "@" + found)
                .to("out");
        KTable<String, String> versions =
                builder.table("versions", Materialized.as(versioned(properties)));
        lines.leftJoin(versions, (line, version) -> line + "#" + version).to("out");

        KGroupedStream<String, String> words =
                lines.groupBy(
                        (_, line) -> first(line), Grouped.with(Serdes.String(), Serdes.String()));
        TimeWindows windows =
                TimeWindows.ofSizeAndGrace(Duration.ofSeconds(10), Duration.ofSeconds(2));
        send(
                words.windowedBy(windows)
                        .emitStrategy(EmitStrategy.onWindowClose())
                        .count()
                        .toStream());
        send(
                words.windowedBy(
                                SlidingWindows.ofTimeDifferenceAndGrace(
                                        Duration.ofSeconds(3), Duration.ofSeconds(2)))
                        .emitStrategy(EmitStrategy.onWindowClose())
                        .count()
                        .toStream());
        send(
                words.windowedBy(
                                SessionWindows.ofInactivityGapAndGrace(
                                        Duration.ofSeconds(2), Duration.ofSeconds(1)))
                        .emitStrategy(EmitStrategy.onWindowClose())
                        .count()
                        .toStream());
        send(
                words.windowedBy(windows)
                        .count()
                        .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()))
                        .toStream());
        return builder.build(properties);
    }

    private static String first(String line) {
        return line.split(" ")[0];
    }

    /// Kafka has none in memory.
    private static VersionedBytesStoreSupplier versioned(Properties properties) {
        Duration history = Duration.ofSeconds(30);
        return properties.get(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG)
                        == CoexStoreSuppliers.class
                ? CoexStores.versionedKeyValueStore("versions", history)
                : Stores.persistentVersionedKeyValueStore("versions", history);
    }

    private static Topology streams(Properties properties) {
        StreamsBuilder builder = builder(properties);
        Duration ten = Duration.ofSeconds(10);
        KStream<String, String> lines = builder.stream("lines");
        KGroupedStream<String, String> words =
                lines.flatMapValues(line -> List.of(line.split(" ")))
                        .groupBy((_, word) -> word, Grouped.with(Serdes.String(), Serdes.String()));
        words.count().toStream().mapValues(Object::toString).to("out");
        send(words.windowedBy(TimeWindows.ofSizeWithNoGrace(ten)).count().toStream());
        send(words.windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(ten)).count().toStream());
        send(
                words.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofSeconds(2)))
                        .count()
                        .toStream());
        lines.outerJoin(
                        builder.stream("others"),
                        (one, other) -> one + "+" + other,
                        JoinWindows.ofTimeDifferenceAndGrace(Duration.ofSeconds(1), ten),
                        StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String()))
                .to("out");
        return builder.build(properties);
    }

    private static void send(KStream<?, Long> windows) {
        Function<Object, String> text = String::valueOf;
        windows.map((key, count) -> KeyValue.pair(text.apply(key), text.apply(count))).to("out");
    }

    private static List<String> outputs(
            Properties given,
            List<String> topics,
            Function<Properties, Topology> topology,
            Class<? extends DslStoreSuppliers> suppliers) {
        Properties properties = new Properties();
        properties.putAll(given);
        properties.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, suppliers);
        properties.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        properties.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(19);
        try (TopologyTestDriver driver =
                new TopologyTestDriver(topology.apply(properties), properties)) {
            List<TestInputTopic<String, String>> inputs =
                    topics.stream().map(topic -> input(driver, topic)).toList();
            long time = 1_000_000;
            for (int i = 0; i < 400; i++) {
                time += random.nextInt(700);
                String line = word(random) + " " + word(random);
                inputs.get(random.nextInt(inputs.size())).pipeInput(word(random), line, time);
            }
            if (suppliers == CoexStoreSuppliers.class) {
                everyStoreIsOurs(driver);
            }
            return driver
                    .createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                    .readKeyValuesToList()
                    .stream()
                    .map(KeyValue::toString)
                    .toList();
        }
    }

    /// Kafka Streams asks for no store for the buffer of `suppress`.
    private static void everyStoreIsOurs(TopologyTestDriver driver) {
        Map<String, StateStore> all = new HashMap<>(driver.getAllStateStores());
        all.values().removeIf(each -> innermost(each) instanceof TimeOrderedKeyValueBuffer);
        assertThat(all).isNotEmpty();
        assertThat(all)
                .allSatisfy(
                        (name, store) ->
                                assertThat(innermost(store).getClass().getPackageName())
                                        .as(name)
                                        .isEqualTo("coex.kafka.streams.store"));
    }

    /// Without what Kafka Streams puts around it.
    private static StateStore innermost(StateStore store) {
        StateStore inner = store;
        while (true) {
            if (inner instanceof WrappedStateStore<?, ?, ?> around) {
                inner = around.wrapped();
            } else if (inner.getClass().getSimpleName().endsWith("Adapter")) {
                inner = adapted(inner);
            } else {
                return inner;
            }
        }
    }

    private static StateStore adapted(StateStore adapter) {
        try {
            Field store = adapter.getClass().getDeclaredField("store");
            store.setAccessible(true);
            return (StateStore) store.get(adapter);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("what does this adapt? " + adapter.getClass(), e);
        }
    }

    private static TestInputTopic<String, String> input(TopologyTestDriver driver, String topic) {
        return driver.createInputTopic(topic, new StringSerializer(), new StringSerializer());
    }

    private static String word(RandomGenerator random) {
        return WORDS.get(random.nextInt(WORDS.size()));
    }
}
