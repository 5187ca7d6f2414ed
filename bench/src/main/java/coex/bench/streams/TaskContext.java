package coex.bench.streams;

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
final class TaskContext implements StateStoreContext {

    static final TopicPartition CHANGELOG = new TopicPartition("changelog", 0);

    private static final long HEAP_BYTES = 8L << 30;

    private final Map<String, Object> configs = new HashMap<>();
    private final Path folder;
    private final StreamsMetricsImpl metrics =
            new StreamsMetricsImpl(new Metrics(), "bench", Time.SYSTEM);

    private RecordBatchingStateRestoreCallback restore;

    TaskContext(StoreKind kind, Path folder) {
        this.folder = folder;
        configs.put("application.id", "bench");
        configs.put("metrics.recording.level", "INFO"); // RocksDB's store asks for it
        configs.put("coex.streams.heap.bytes", HEAP_BYTES);
        if (kind == StoreKind.LIMITED) {
            configs.put("coex.streams.store.bytes", HEAP_BYTES / 2);
        }
    }

    void restore(List<ConsumerRecord<byte[], byte[]>> records) {
        restore.restoreBatch(records);
    }

    /// A metric of the one store that has it; 0 if none has.
    double metric(String name) {
        return metrics.metrics().entrySet().stream()
                .filter(each -> each.getKey().name().equals(name))
                .mapToDouble(each -> ((Number) each.getValue().metricValue()).doubleValue())
                .findAny()
                .orElse(0);
    }

    @Override
    public String applicationId() {
        return "bench";
    }

    @Override
    public TaskId taskId() {
        return new TaskId(0, 0);
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return Optional.empty();
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
