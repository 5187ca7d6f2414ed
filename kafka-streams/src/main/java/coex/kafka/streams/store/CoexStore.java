// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.store;

import coex.gc.HeapExhaustedException;
import coex.kafka.streams.instance.InstanceHeap;
import coex.kafka.streams.instance.LocalState;
import coex.kafka.streams.instance.SavedMoment;
import coex.kafka.streams.instance.StoreSettings;
import coex.kafka.streams.table.SnapshotTable;
import coex.kafka.streams.table.StoreFullException;
import coex.kafka.streams.table.StreamPoint;
import coex.kafka.streams.table.TableSnapshot;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig.InternalConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.processor.internals.ChangelogRecordDeserializationHelper;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;

/// What all stores have in common: a table in the heap of the instance, a file, and how they are
/// opened, restored, committed, asked and closed.
///
/// The stream thread that has the task is the only one that writes. Interactive queries come on any
/// thread; each works on a snapshot of the table, with the position that belongs to it.
abstract class CoexStore implements StateStore {

    private final String name;
    private final String format;

    // What an open store has. Set by the writer in `init`, before the store is open

    private StateStoreContext context;
    private InstanceHeap instance;
    private LocalState local;
    private StoreMetrics metrics;
    private boolean consistent;

    /// Whether what is written comes from the changelog. The writer's.
    private boolean restoring;

    /// - writers: the writer, in `init`; the last one stays when the store is closed
    /// - readers: any thread
    /// - ordering: volatile
    /// - why: what a query finds in it was written before
    private volatile SnapshotTable table;

    /// @param format how keys and values are written: what a file must have been saved with
    CoexStore(String name, String format) {
        this.name = Objects.requireNonNull(name, "name cannot be null");
        this.format = format;
    }

    @Override
    public final String name() {
        return name;
    }

    // Opening and closing

    @Override
    public final void init(StateStoreContext context, StateStore root) {
        StoreSettings settings = StoreSettings.of(context.appConfigs());
        this.context = context;
        this.consistent =
                InternalConfig.getBoolean(
                        context.appConfigs(),
                        InternalConfig.IQ_CONSISTENCY_OFFSET_VECTOR_ENABLED,
                        false);
        this.instance = InstanceHeap.enter(settings);
        boolean ready = false;
        try {
            open(settings);
            ready = true;
        } finally {
            if (!ready) {
                release();
            }
        }
        if (root != null) {
            context.register(root, (RecordBatchingStateRestoreCallback) this::restore);
        }
    }

    private void open(StoreSettings settings) {
        LocalState.Restored restored =
                new LocalState.Restored(
                        SnapshotTable.empty(instance.collections()), SavedMoment.NONE);
        if (settings.localState()) {
            Path folder = context.stateDir().toPath().resolve("coex");
            Path path = folder.resolve(name + ".coex");
            local = new LocalState(path, format, settings.maximumAge(), instance);
            try {
                restored = local.restore();
            } catch (HeapExhaustedException e) {
                throw new StoreFullException(name, e);
            }
        }
        SavedMoment moment = restored.moment();
        SnapshotTable made =
                new SnapshotTable(
                        name,
                        restored.entries(),
                        moment.position(),
                        moment.streamTime(),
                        settings.storeBytes(name),
                        settings.fullWait(),
                        instance::onSaver);
        boolean global = context.taskId().partition() < 0; // those are committed all the time
        if (local != null && settings.exactlyOnce() && !global) {
            LocalState file = local;
            made.beforeReplacing(() -> letGoWhenRunning(file));
        }
        restoredAt(moment);
        metrics = new StoreMetrics(context, name, instance, made, rows(), local);
        table = made;
    }

    /// With exactly-once, Kafka Streams commits stores that are restored or are standby replicas,
    /// but not those of a running task, until it is suspended or closed.
    private void letGoWhenRunning(LocalState file) {
        if (!restoring) {
            file.letGo();
        }
    }

    @Override
    public final void close() {
        SnapshotTable open = table;
        if (open != null && open.isOpen()) {
            open.close();
            release();
        }
    }

    private void release() {
        try (var _ = local == null ? null : (AutoCloseable) local::close) {
            if (metrics != null) {
                metrics.close();
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e); // closing a file throws no other
        } finally {
            local = null;
            metrics = null;
            instance.leave();
        }
    }

    @Override
    public final boolean isOpen() {
        SnapshotTable newest = table;
        return newest != null && newest.isOpen();
    }

    @Override
    public final boolean persistent() {
        return true;
    }

    @Override
    @Deprecated
    public final boolean managesOffsets() {
        return true;
    }

    // Restoring and committing

    private void restore(Collection<ConsumerRecord<byte[], byte[]>> records) {
        Position position = Position.emptyPosition();
        restoring = true;
        try {
            for (ConsumerRecord<byte[], byte[]> each : records) {
                restore(each);
                ChangelogRecordDeserializationHelper.applyChecksAndUpdatePosition(
                        each, consistent, position);
            }
        } finally {
            restoring = false;
        }
        if (!position.isEmpty()) {
            table().merge(position);
        }
    }

    /// Writes what a record of the changelog says.
    abstract void restore(ConsumerRecord<byte[], byte[]> change);

    /// The store begins with what was saved at this moment.
    void restoredAt(SavedMoment moment) {}

    /// How many entries of the table each entry of the store has.
    int rows() {
        return 1;
    }

    /// See [SavedMoment#sequence].
    int sequence() {
        return 0;
    }

    @Override
    public final void commit(Map<TopicPartition, Long> offsets) {
        if (local == null) {
            return;
        }
        SnapshotTable open = table();
        if (local.commit(offsets, open.changes())) {
            SavedMoment moment =
                    new SavedMoment(
                            System.currentTimeMillis(),
                            local.committed(),
                            open.position(),
                            open.streamTime(),
                            sequence());
            local.hand(open.version(), moment);
        }
    }

    @Override
    public final Long committedOffset(TopicPartition partition) {
        return local == null ? null : local.committedOffset(partition);
    }

    // For the stores

    /// The table of the open store.
    ///
    /// @throws InvalidStateStoreException if it was not opened
    final SnapshotTable table() {
        SnapshotTable newest = table;
        if (newest == null) {
            throw new InvalidStateStoreException("Store " + name + " is currently closed");
        }
        return newest;
    }

    final StateStoreContext context() {
        return context;
    }

    /// A record came too late and was not written.
    final void dropped() {
        metrics.dropped();
    }

    /// Where the stream is when something is written now. A task that was suspended and restores
    /// again may still have the record that it worked on last, of which the changelog need not say
    /// anything: what is restored has the positions that the changelog gives.
    final StreamPoint point(long streamTime) {
        RecordMetadata record = restoring ? null : context.recordMetadata().orElse(null);
        return record == null || record.topic() == null
                ? StreamPoint.at(streamTime)
                : new StreamPoint(record.topic(), record.partition(), record.offset(), streamTime);
    }

    // Asking

    @Override
    public final Position getPosition() {
        return table().position();
    }

    /// The answer to a query, or null if this store does not know such queries. Whoever gets an
    /// iterator closes the snapshot with it.
    abstract QueryResult<?> answer(Query<?> query, TableSnapshot snapshot);

    @Override
    public final <R> QueryResult<R> query(Query<R> query, PositionBound bound, QueryConfig config) {
        long begin = System.nanoTime();
        QueryResult<R> result;
        try {
            result = answered(query, bound);
        } catch (RuntimeException e) {
            result =
                    QueryResult.forFailure(
                            FailureReason.STORE_EXCEPTION,
                            "%s failed to handle query %s: %s".formatted(getClass(), query, e));
            result.setPosition(table().position());
        }
        if (config.isCollectExecutionInfo()) {
            result.addExecutionInfo(
                    "Handled in %s in %dns".formatted(getClass(), System.nanoTime() - begin));
        }
        return result;
    }

    @SuppressWarnings("unchecked")
    private <R> QueryResult<R> answered(Query<R> query, PositionBound bound) {
        TableSnapshot snapshot = table().snapshot();
        boolean kept = false;
        try {
            Position position = snapshot.position();
            QueryResult<R> result;
            if (isBehind(position, bound)) {
                result = QueryResult.notUpToBound(position, bound, context.taskId().partition());
            } else {
                QueryResult<R> answer = (QueryResult<R>) answer(query, snapshot);
                result = answer == null ? QueryResult.forUnknownQueryType(query, this) : answer;
            }
            result.setPosition(position);
            kept = result.isSuccess() && result.getResult() instanceof ScanIterator;
            return result;
        } finally {
            if (!kept) {
                snapshot.close();
            }
        }
    }

    /// Whether the query wants more of this store's partition than there is.
    private boolean isBehind(Position position, PositionBound bound) {
        int partition = context.taskId().partition();
        Position wanted = bound.position();
        for (String topic : wanted.getTopics()) {
            Long least = wanted.getPartitionPositions(topic).get(partition);
            Long seen = position.getPartitionPositions(topic).get(partition);
            if (least != null && (seen == null || seen < least)) {
                return true;
            }
        }
        return false;
    }

    /// What Kafka's own stores say of a query whose range is open where theirs are not.
    final QueryResult<?> unsupported(Query<?> query, String why) {
        return QueryResult.forFailure(
                FailureReason.UNKNOWN_QUERY_TYPE,
                "This store (%s) doesn't know how to execute the given query (%s) because %s"
                        .formatted(getClass(), query, why));
    }
}
