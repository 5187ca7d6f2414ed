package coex.kafka.streams;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.test.TestRecord;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;

/// Several stores in one task of a `TopologyTestDriver`, with all that Kafka Streams puts around
/// them.
final class Driver implements AutoCloseable {

    private final String application;
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> input;

    Driver(Path folder, StoreBuilder<?>... stores) {
        Topology topology = new Topology();
        topology.addSource(
                "source", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "input");
        topology.addProcessor("processor", Nothing::new, "source");
        for (StoreBuilder<?> each : stores) {
            topology.addStateStore(each, "processor");
        }
        Properties properties = properties(folder);
        application = properties.getProperty(StreamsConfig.APPLICATION_ID_CONFIG);
        driver = new TopologyTestDriver(topology, properties);
        input =
                driver.createInputTopic(
                        "input", new ByteArraySerializer(), new ByteArraySerializer());
    }

    static Properties properties(Path folder) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test-" + UUID.randomUUID());
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        return properties;
    }

    @SuppressWarnings("unchecked")
    <S extends StateStore> S store(String name) {
        return (S) driver.getAllStateStores().get(name);
    }

    /// Works on a record, after which the task commits.
    void commit() {
        input.pipeInput(new byte[1], new byte[1]);
    }

    /// What a store has written to its changelog.
    List<ConsumerRecord<byte[], byte[]>> changelog(String store) {
        commit(); // which hands over what was produced
        String topic = application + "-" + store + "-changelog";
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        for (TestRecord<byte[], byte[]> each :
                driver.createOutputTopic(
                                topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                        .readRecordsToList()) {
            all.add(
                    new ConsumerRecord<>(
                            topic,
                            0,
                            all.size(),
                            each.timestamp(),
                            TimestampType.CREATE_TIME,
                            0,
                            0,
                            each.key(),
                            each.value(),
                            each.headers(),
                            Optional.empty()));
        }
        return all;
    }

    @Override
    public void close() {
        driver.close();
    }

    private static final class Nothing implements Processor<byte[], byte[], byte[], byte[]> {
        @Override
        public void process(Record<byte[], byte[]> each) {
            // the test writes
        }
    }
}
