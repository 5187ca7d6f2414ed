// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.store;

import coex.kafka.streams.table.Bounds;
import coex.kafka.streams.table.SnapshotTable;
import coex.kafka.streams.table.TableSnapshot;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.ResultOrder;
import org.apache.kafka.streams.state.HeadersBytesStore;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.TimestampedBytesStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.Objects;

/// A key-value store. Keys are in the order of their bytes, unsigned.
public sealed class CoexKeyValueStore extends CoexStore implements KeyValueStore<Bytes, byte[]> {

    private static final Logger LOG = LoggerFactory.getLogger(CoexKeyValueStore.class);

    public CoexKeyValueStore(String name) {
        this(name, "key-value");
    }

    private CoexKeyValueStore(String name, String format) {
        super(name, format);
    }

    /// One whose values begin with a timestamp.
    public static final class Timestamped extends CoexKeyValueStore
            implements TimestampedBytesStore {
        public Timestamped(String name) {
            super(name, "timestamped key-value");
        }
    }

    /// One whose values begin with headers and a timestamp.
    public static final class WithHeaders extends CoexKeyValueStore
            implements TimestampedBytesStore, HeadersBytesStore {
        public WithHeaders(String name) {
            super(name, "key-value with headers");
        }
    }

    // Writing

    @Override
    public void put(Bytes key, byte[] value) {
        Objects.requireNonNull(key, "key cannot be null");
        SnapshotTable open = table();
        open.put(key.get(), value, point(open.streamTime()));
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
        byte[] present = get(key);
        if (present == null) {
            put(key, value);
        }
        return present;
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        for (KeyValue<Bytes, byte[]> each : entries) {
            put(each.key, each.value);
        }
    }

    @Override
    public byte[] delete(Bytes key) {
        byte[] present = get(key);
        put(key, null);
        return present;
    }

    @Override
    void restore(ConsumerRecord<byte[], byte[]> change) {
        put(Bytes.wrap(change.key()), change.value());
    }

    // Reading

    @Override
    public byte[] get(Bytes key) {
        return table().get(Objects.requireNonNull(key, "key cannot be null").get());
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        return scan(table().snapshot(), closed(from, to), false);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseRange(Bytes from, Bytes to) {
        return scan(table().snapshot(), closed(from, to), true);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return scan(table().snapshot(), Bounds.ALL, false);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseAll() {
        return scan(table().snapshot(), Bounds.ALL, true);
    }

    @Override
    public <S extends Serializer<P>, P> KeyValueIterator<Bytes, byte[]> prefixScan(
            P prefix, S serializer) {
        byte[] bytes = serializer.serialize(null, prefix);
        return scan(table().snapshot(), Bounds.startingWith(bytes), false);
    }

    @Override
    public long approximateNumEntries() {
        try (TableSnapshot snapshot = table().snapshot()) {
            return snapshot.size();
        }
    }

    static Bounds closed(Bytes from, Bytes to) {
        if (from != null && to != null && from.compareTo(to) > 0) {
            LOG.warn("Empty range, its beginning comes after its end: from={} to={}", from, to);
        }
        return Bounds.closed(from == null ? null : from.get(), to == null ? null : to.get());
    }

    private KeyValueIterator<Bytes, byte[]> scan(
            TableSnapshot snapshot, Bounds bounds, boolean descending) {
        return new ScanIterator<>(
                name(),
                snapshot,
                snapshot.scan(bounds, descending),
                entry -> KeyValue.pair(Bytes.wrap(entry.key()), entry.value()));
    }

    @Override
    @SuppressWarnings("unchecked")
    QueryResult<?> answer(Query<?> query, TableSnapshot snapshot) {
        return switch (query) {
            case KeyQuery<?, ?> one ->
                    QueryResult.forResult(snapshot.get(((Bytes) one.getKey()).get()));
            case RangeQuery<?, ?> several -> {
                var range = (RangeQuery<Bytes, byte[]>) several;
                Bounds bounds =
                        closed(
                                range.getLowerBound().orElse(null),
                                range.getUpperBound().orElse(null));
                boolean descending = range.resultOrder() == ResultOrder.DESCENDING;
                yield QueryResult.forResult(scan(snapshot, bounds, descending));
            }
            default -> null;
        };
    }
}
