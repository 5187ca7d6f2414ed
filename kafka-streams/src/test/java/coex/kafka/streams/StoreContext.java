package coex.kafka.streams;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.CommitCallback;
import org.apache.kafka.streams.processor.StateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.internals.metrics.StreamsMetricsImpl;

import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a task gives its stores, without a task.
public final class StoreContext implements StateStoreContext {

    static final TopicPartition CHANGELOG = new TopicPartition("changelog", 3);

    private final Path folder;
    private final Map<String, Object> configs = new HashMap<>();
    private final Metrics registry = new Metrics();
    private final StreamsMetricsImpl metrics =
            new StreamsMetricsImpl(registry, "test", Time.SYSTEM);

    private RecordBatchingStateRestoreCallback restore;
    private long offset = -1;

    public StoreContext(Path folder) {
        this.folder = folder;
        configs.put("application.id", folder.toString());
    }

    StoreContext with(String config, Object value) {
        configs.put(config, value);
        return this;
    }

    /// A store that was opened.
    public <S extends StateStore> S open(S store) {
        store.init(this, store);
        return store;
    }

    /// What is written from now on belongs to this record of the topic `input`.
    void at(long recordOffset) {
        offset = recordOffset;
    }

    /// A metric of the store that was opened.
    double metric(String name) {
        return registry.metrics().entrySet().stream()
                .filter(each -> each.getKey().name().equals(name))
                .filter(each -> each.getKey().group().equals("stream-coex-state-metrics"))
                .mapToDouble(each -> (double) each.getValue().metricValue())
                .findAny()
                .orElseThrow();
    }

    void restore(List<ConsumerRecord<byte[], byte[]>> records) {
        restore.restoreBatch(records);
    }

    @Override
    public String applicationId() {
        return folder.toString();
    }

    @Override
    public TaskId taskId() {
        return new TaskId(0, CHANGELOG.partition());
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return offset < 0 ? Optional.empty() : Optional.of(new At(offset));
    }

    private record At(long offset) implements RecordMetadata {
        @Override
        public String topic() {
            return "input";
        }

        @Override
        public int partition() {
            return CHANGELOG.partition();
        }
    }

    @Override
    public Serde<?> keySerde() {
        return Serdes.ByteArray();
    }

    @Override
    public Serde<?> valueSerde() {
        return Serdes.ByteArray();
    }

    @Override
    public File stateDir() {
        return folder.toFile();
    }

    @Override
    public StreamsMetrics metrics() {
        return metrics;
    }

    @Override
    public void register(StateStore store, StateRestoreCallback callback) {
        restore = (RecordBatchingStateRestoreCallback) callback;
    }

    @Override
    public void register(StateStore store, StateRestoreCallback callback, CommitCallback commit) {
        register(store, callback);
    }

    @Override
    public Map<String, Object> appConfigs() {
        return configs;
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return Map.of();
    }
}
