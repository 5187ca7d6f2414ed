// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.store;

import coex.gc.HeapClosedException;
import coex.kafka.streams.instance.InstanceHeap;
import coex.kafka.streams.instance.LocalState;
import coex.kafka.streams.table.SnapshotTable;
import coex.kafka.streams.table.TableSnapshot;

import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.MeasurableStat;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.Sensor.RecordingLevel;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.metrics.StreamsMetricsImpl;
import org.apache.kafka.streams.processor.internals.metrics.TaskMetrics;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/// What a store tells of itself in Kafka's registry of metrics.
final class StoreMetrics implements AutoCloseable {

    static final String GROUP = "stream-coex-state-metrics";

    /// Counting what a store holds goes through all of it.
    private static final long BYTES_GOOD_FOR = TimeUnit.MINUTES.toNanos(1);

    private final StreamsMetrics registry;
    private final Sensor sensor;
    private final Sensor droppedRecords;
    private final Map<String, String> tags;
    private final SnapshotTable table;
    private final int rows;

    // Guarded by this object's monitor.

    private double bytesCounted;
    private long countedAt;

    /// @param rows how many entries of the table each entry of the store has
    /// @param local null if the store has no file
    StoreMetrics(
            StateStoreContext context,
            String store,
            InstanceHeap instance,
            SnapshotTable table,
            int rows,
            LocalState local) {
        this.table = table;
        this.rows = rows;
        registry = context.metrics();
        String task = context.taskId().toString();
        String thread = Thread.currentThread().getName();
        tags = Map.of("thread-id", thread, "task-id", task, "store", store);
        sensor = registry.addSensor("coex-store-" + task + "-" + store, RecordingLevel.INFO);
        gauge("entries", "The number of entries", this::entries);
        gauge("bytes-held", "The bytes of the heap that the store holds", this::bytesHeld);
        gauge(
                "wait-ms-total",
                "Milliseconds that the store has waited for room in the heap",
                () -> whileOpen(() -> table.waited().toMillis()));
        gauge(
                "file-bytes",
                "The bytes of the store's file",
                () -> local == null ? 0 : local.fileBytes());
        gauge(
                "failed-saves",
                "How many times the store's file could not be written",
                () -> local == null ? 0 : local.failures());
        gauge(
                "heap-bytes-used",
                "The bytes that are used in the heap of the instance",
                () -> whileOpen(() -> instance.stats().now().heapUsed()));
        gauge(
                "heap-bytes-maximum",
                "The most bytes that the heap of the instance may use",
                () -> whileOpen(() -> instance.stats().now().heapMaximum()));
        droppedRecords =
                registry instanceof StreamsMetricsImpl own
                        ? TaskMetrics.droppedRecordsSensor(thread, task, own)
                        : null;
    }

    private void gauge(String name, String description, DoubleSupplier value) {
        sensor.add(new MetricName(name, GROUP, description, tags), new Gauge(value));
    }

    private double entries() {
        return whileOpen(
                () -> {
                    try (TableSnapshot snapshot = table.snapshot()) {
                        return (double) snapshot.size() / rows;
                    }
                });
    }

    /// 0 of a store that is closed, perhaps while it is asked: whoever reports metrics may have
    /// found this one before it was removed.
    private double whileOpen(DoubleSupplier value) {
        if (!table.isOpen()) {
            return 0;
        }
        try {
            return value.getAsDouble();
        } catch (InvalidStateStoreException | HeapClosedException e) {
            if (table.isOpen()) {
                throw e;
            }
            return 0;
        }
    }

    private synchronized double bytesHeld() {
        long now = System.nanoTime();
        if (countedAt == 0 || now - countedAt > BYTES_GOOD_FOR) {
            bytesCounted = whileOpen(table::bytesHeld);
            countedAt = now;
        }
        return table.isOpen() ? bytesCounted : 0;
    }

    /// A record came too late and was not written.
    void dropped() {
        if (droppedRecords != null) {
            droppedRecords.record();
        }
    }

    @Override
    public void close() {
        registry.removeSensor(sensor);
    }

    /// A number that is asked for when the metric is.
    private record Gauge(DoubleSupplier value) implements MeasurableStat {

        @Override
        public double measure(MetricConfig config, long now) {
            return value.getAsDouble();
        }

        @Override
        public void record(MetricConfig config, double recorded, long timeMs) {
            // nothing is recorded
        }
    }
}
