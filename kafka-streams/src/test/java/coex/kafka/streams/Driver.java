package coex.kafka.streams;

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

import java.nio.file.Path;
import java.util.Properties;
import java.util.UUID;

/// Several stores in one task of a `TopologyTestDriver`, with all that Kafka Streams puts around
/// them.
final class Driver implements AutoCloseable {

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
        driver = new TopologyTestDriver(topology, properties(folder));
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
