// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.store;

import coex.kafka.streams.instance.SavedMoment;
import coex.kafka.streams.table.SnapshotTable;
import coex.kafka.streams.table.TableEntry;
import coex.kafka.streams.table.TableSnapshot;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.query.MultiVersionedKeyQuery;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.ResultOrder;
import org.apache.kafka.streams.query.VersionedKeyQuery;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.VersionedBytesStore;
import org.apache.kafka.streams.state.VersionedKeyValueStore;
import org.apache.kafka.streams.state.VersionedRecord;
import org.apache.kafka.streams.state.VersionedRecordIterator;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/// A versioned key-value store: each key has the values that it had at different times.
///
/// What a key has now is kept under the key, in a part of the table behind all segments, and never
/// expires. What it had before is kept by the time until which it was so:
///
///     now     | last segment 8 | key |                       from 8, value
///     before  | segment of to 8 | key | 0 0 | to 8 |         from 8, 1, value   or   from 8, 0
///
/// The second form before is of a time without a value that something is known to have followed.
/// One with `from` equal to `to` stands where a key was removed that had nothing before: what comes
/// later for an earlier time ends there.
public final class CoexVersionedStore extends CoexStore implements VersionedBytesStore {

    /// Comes after all others.
    private static final long NOW = Long.MAX_VALUE;

    private final Retention retention;

    public CoexVersionedStore(String name, long historyRetention, long segmentInterval) {
        this(name, historyRetention, new SegmentedKeys(segmentInterval, false));
    }

    private CoexVersionedStore(String name, long historyRetention, SegmentedKeys keys) {
        super(name, "versioned, " + keys);
        this.retention = new Retention(historyRetention, keys);
    }

    @Override
    void restoredAt(SavedMoment moment) {
        retention.restart();
    }

    /// A value, or that there was none, from one time to another.
    ///
    /// @param to `NOW` if it is the newest
    /// @param value null for none
    private record Span(long from, long to, byte[] value) {

        VersionedRecord<byte[]> record() {
            if (value == null) {
                return null;
            }
            return to == NOW
                    ? new VersionedRecord<>(value, from)
                    : new VersionedRecord<>(value, from, to);
        }
    }

    // How they are written

    private static byte[] keyNow(Bytes key) {
        byte[] bytes = key.get();
        return ByteBuffer.allocate(Long.BYTES + bytes.length)
                .put(SegmentedKeys.first(NOW))
                .put(bytes)
                .array();
    }

    private byte[] keyBefore(Bytes key, long to) {
        return SegmentedKeys.of(retention.keys().segment(to), key.get(), to);
    }

    private static Span now(byte[] written) {
        if (written == null) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(written);
        long from = in.getLong();
        byte[] value = new byte[in.remaining()];
        in.get(value);
        return new Span(from, NOW, value);
    }

    private static Span before(TableEntry entry) {
        ByteBuffer in = ByteBuffer.wrap(entry.value());
        long from = in.getLong();
        byte[] value = null;
        if (in.get() == 1) {
            value = new byte[in.remaining()];
            in.get(value);
        }
        return new Span(from, SegmentedKeys.time(entry.key()), value);
    }

    // Writing

    @Override
    public long put(Bytes key, byte[] value, long timestamp) {
        Objects.requireNonNull(key, "key cannot be null");
        SnapshotTable open = table();
        long before = open.streamTime();
        if (timestamp < before - retention.millis()) {
            dropped();
            open.advance(point(before));
            return VersionedKeyValueStore.PUT_RETURN_CODE_NOT_PUT;
        }
        long streamTime = Math.max(before, timestamp);
        List<TableEntry> writes = new ArrayList<>(3);
        long to = put(open, key, value, timestamp, writes);
        if (writes.isEmpty()) {
            open.advance(point(streamTime));
        } else {
            open.put(writes, point(streamTime));
        }
        retention.apply(open, streamTime - retention.millis());
        return to;
    }

    /// Adds what a put writes to `writes`, and returns what it returns.
    private long put(
            SnapshotTable open, Bytes key, byte[] value, long timestamp, List<TableEntry> writes) {
        Span now = now(open.get(keyNow(key)));
        if (now != null && now.from() <= timestamp) {
            replace(open, key, now, value, timestamp, writes);
            return VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED;
        }
        Span next = timestamp < open.streamTime() ? firstEndingAfter(open, key, timestamp) : null;
        if (next == null && now == null) {
            if (value != null) {
                writes.add(writtenNow(key, value, timestamp));
            } else {
                putRemoval(open, key, timestamp, writes);
            }
            return VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED;
        }
        return insert(key, next == null ? now : next, value, timestamp, writes);
    }

    /// The newest value is replaced by one that is not older.
    private void replace(
            SnapshotTable open,
            Bytes key,
            Span now,
            byte[] value,
            long timestamp,
            List<TableEntry> writes) {
        if (now.from() < timestamp) {
            writes.add(writtenBefore(key, new Span(now.from(), timestamp, now.value())));
        }
        if (value != null) {
            writes.add(writtenNow(key, value, timestamp));
        } else {
            writes.add(new TableEntry(keyNow(key), null));
            if (now.from() == timestamp) {
                putRemoval(open, key, timestamp, writes);
            }
        }
    }

    /// The key was removed at a time, if nothing that it had is known to end then.
    private void putRemoval(
            SnapshotTable open, Bytes key, long timestamp, List<TableEntry> writes) {
        if (open.get(keyBefore(key, timestamp)) == null) {
            writes.add(writtenBefore(key, new Span(timestamp, timestamp, null)));
        }
    }

    private static TableEntry writtenNow(Bytes key, byte[] value, long timestamp) {
        byte[] written =
                ByteBuffer.allocate(Long.BYTES + value.length)
                        .putLong(timestamp)
                        .put(value)
                        .array();
        return new TableEntry(keyNow(key), written);
    }

    private TableEntry writtenBefore(Bytes key, Span span) {
        byte[] value = span.value();
        ByteBuffer to =
                ByteBuffer.allocate(Long.BYTES + 1 + (value == null ? 0 : value.length))
                        .putLong(span.from())
                        .put((byte) (value == null ? 0 : 1));
        if (value != null) {
            to.put(value);
        }
        return new TableEntry(keyBefore(key, span.to()), to.array());
    }

    /// Puts a value into the time before `next` begins, or into its time. Returns where it ends.
    private long insert(
            Bytes key, Span next, byte[] value, long timestamp, List<TableEntry> writes) {
        long to = next.from() > timestamp ? next.from() : next.to();
        if (next.from() < timestamp) {
            writes.add(writtenBefore(key, new Span(next.from(), timestamp, next.value())));
        }
        writes.add(writtenBefore(key, new Span(timestamp, to, value)));
        return to;
    }

    @Override
    public byte[] delete(Bytes key, long timestamp) {
        Objects.requireNonNull(key, "key cannot be null");
        if (timestamp < table().streamTime() - retention.millis()) {
            put(key, null, timestamp); // which drops it
            return null;
        }
        byte[] present = get(key, timestamp);
        put(key, null, timestamp);
        return present;
    }

    @Override
    void restore(ConsumerRecord<byte[], byte[]> change) {
        put(Bytes.wrap(change.key()), change.value(), change.timestamp());
    }

    // Reading

    @Override
    public byte[] get(Bytes key) {
        Objects.requireNonNull(key, "key cannot be null");
        return bytes(now(table().get(keyNow(key))));
    }

    @Override
    public byte[] get(Bytes key, long asOf) {
        Objects.requireNonNull(key, "key cannot be null");
        try (TableSnapshot snapshot = table().snapshot()) {
            return bytes(spanAt(snapshot, key, asOf));
        }
    }

    /// As the other stores of this interface: timestamp 8, value.
    private static byte[] bytes(Span span) {
        if (span == null || span.value() == null) {
            return null;
        }
        return ByteBuffer.allocate(Long.BYTES + span.value().length)
                .putLong(span.from())
                .put(span.value())
                .array();
    }

    /// What a key had at a time. Null if nothing is known of it; what it has now never expires.
    private Span spanAt(TableSnapshot snapshot, Bytes key, long asOf) {
        Span now = now(snapshot.get(keyNow(key)));
        if (now != null && now.from() <= asOf) {
            return now;
        }
        if (asOf < snapshot.streamTime() - retention.millis()) {
            return null;
        }
        Span first = firstEndingAfter(snapshot, key, asOf);
        return first != null && first.from() <= asOf ? first : null;
    }

    private Span firstEndingAfter(SnapshotTable open, Bytes key, long time) {
        try (TableSnapshot snapshot = open.snapshot()) {
            return firstEndingAfter(snapshot, key, time);
        }
    }

    private Span firstEndingAfter(TableSnapshot snapshot, Bytes key, long time) {
        Iterator<TableEntry> entries = endingAfter(snapshot, key, time);
        return entries.hasNext() ? before(entries.next()) : null;
    }

    /// What a key had before, in the order of time. No time is later than the stream's.
    private Iterator<TableEntry> endingAfter(TableSnapshot snapshot, Bytes key, long time) {
        long last = snapshot.streamTime();
        if (time >= last) {
            return Collections.emptyIterator();
        }
        return new SegmentScan(
                snapshot,
                retention.keys().segment(Math.max(time + 1, last - retention.millis())),
                retention.keys().segment(last),
                retention.keys().step(),
                false,
                segment -> SegmentedKeys.times(segment, key.get(), time + 1, last));
    }

    @Override
    @SuppressWarnings("unchecked")
    QueryResult<?> answer(Query<?> query, TableSnapshot snapshot) {
        return switch (query) {
            case VersionedKeyQuery<?, ?> one -> {
                Bytes key = ((VersionedKeyQuery<Bytes, byte[]>) one).key();
                long asOf = one.asOfTimestamp().map(Instant::toEpochMilli).orElse(NOW);
                Span found = spanAt(snapshot, key, asOf);
                yield QueryResult.forResult(found == null ? null : found.record());
            }
            case MultiVersionedKeyQuery<?, ?> several ->
                    QueryResult.forResult(
                            versions(snapshot, (MultiVersionedKeyQuery<Bytes, byte[]>) several));
            default -> null;
        };
    }

    private VersionedRecordIterator<byte[]> versions(
            TableSnapshot snapshot, MultiVersionedKeyQuery<Bytes, byte[]> query) {
        long from = query.fromTime().map(Instant::toEpochMilli).orElse(Long.MIN_VALUE);
        long to = query.toTime().map(Instant::toEpochMilli).orElse(NOW);
        List<VersionedRecord<byte[]>> found = new ArrayList<>();
        if (to >= snapshot.streamTime() - retention.millis()) {
            Iterator<TableEntry> entries = endingAfter(snapshot, query.key(), from);
            while (entries.hasNext()) {
                Span span = before(entries.next());
                if (span.from() <= to && span.value() != null) {
                    found.add(span.record());
                }
            }
        }
        Span now = now(snapshot.get(keyNow(query.key())));
        if (now != null && now.from() <= to) {
            found.add(now.record());
        }
        if (query.resultOrder() != ResultOrder.ASCENDING) {
            Collections.reverse(found);
        }
        return new Records(found.iterator());
    }

    /// The versions of one key.
    private record Records(Iterator<VersionedRecord<byte[]>> all)
            implements VersionedRecordIterator<byte[]> {

        @Override
        public boolean hasNext() {
            return all.hasNext();
        }

        @Override
        public VersionedRecord<byte[]> next() {
            return all.next();
        }

        @Override
        public void close() {
            // they are in the JVM's heap
        }
    }

    // What versioned stores do not offer

    private UnsupportedOperationException unsupported(String operation) {
        return new UnsupportedOperationException(
                "versioned stores have no %s: store=%s".formatted(operation, name()));
    }

    @Override
    public void put(Bytes key, byte[] value) {
        throw unsupported("put without a timestamp");
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
        throw unsupported("putIfAbsent");
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        throw unsupported("putAll");
    }

    @Override
    public byte[] delete(Bytes key) {
        throw unsupported("delete without a timestamp");
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        throw unsupported("range");
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseRange(Bytes from, Bytes to) {
        throw unsupported("reverseRange");
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        throw unsupported("all");
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseAll() {
        throw unsupported("reverseAll");
    }

    @Override
    public <S extends Serializer<P>, P> KeyValueIterator<Bytes, byte[]> prefixScan(
            P prefix, S serializer) {
        throw unsupported("prefixScan");
    }

    @Override
    public long approximateNumEntries() {
        throw unsupported("approximateNumEntries");
    }
}
