// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.store;

import coex.kafka.streams.instance.SavedMoment;
import coex.kafka.streams.table.Bounds;
import coex.kafka.streams.table.SnapshotTable;
import coex.kafka.streams.table.TableEntry;
import coex.kafka.streams.table.TableSnapshot;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.TimeWindow;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.WindowKeyQuery;
import org.apache.kafka.streams.query.WindowRangeQuery;
import org.apache.kafka.streams.state.HeadersBytesStore;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.TimestampedBytesStore;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.LongFunction;

/// A window store. Windows of one key come in the order of their time; keys come in order within
/// each segment of time, as in Kafka's persistent store.
public sealed class CoexWindowStore extends CoexStore implements WindowStore<Bytes, byte[]> {

    /// What Kafka writes behind a key in a changelog: time 8, number 4.
    private static final int CHANGELOG_SUFFIX = Long.BYTES + Integer.BYTES;

    private final Retention retention;
    private final long windowSize;
    private final boolean retainDuplicates;

    /// Of the last value, if a window may have several.
    private int sequence;

    public CoexWindowStore(String name, WindowOptions options) {
        this(name, "window", options);
    }

    private CoexWindowStore(String name, String kind, WindowOptions options) {
        this(name, kind, options, new SegmentedKeys(options.segmentInterval(), options.byTime()));
    }

    private CoexWindowStore(String name, String kind, WindowOptions options, SegmentedKeys keys) {
        super(name, kind + ", " + keys);
        this.retention = new Retention(options.retention(), keys);
        this.windowSize = options.windowSize();
        this.retainDuplicates = options.retainDuplicates();
    }

    /// One whose values begin with a timestamp.
    public static final class Timestamped extends CoexWindowStore implements TimestampedBytesStore {
        public Timestamped(String name, WindowOptions options) {
            super(name, "timestamped window", options);
        }
    }

    /// One whose values begin with headers and a timestamp.
    public static final class WithHeaders extends CoexWindowStore
            implements TimestampedBytesStore, HeadersBytesStore {
        public WithHeaders(String name, WindowOptions options) {
            super(name, "window with headers", options);
        }
    }

    @Override
    void restoredAt(SavedMoment moment) {
        sequence = moment.sequence();
        retention.restart();
    }

    @Override
    int rows() {
        return retention.keys().step();
    }

    @Override
    int sequence() {
        return sequence;
    }

    // Writing

    @Override
    public void put(Bytes key, byte[] value, long start) {
        Objects.requireNonNull(key, "key cannot be null");
        SnapshotTable open = table();
        long streamTime = Math.max(open.streamTime(), start);
        if (start < retention.least(streamTime)) {
            dropped();
            open.advance(point(streamTime));
        } else if (retainDuplicates && value == null) {
            open.advance(point(streamTime)); // there is no saying which of several
        } else {
            if (retainDuplicates) {
                sequence = sequence + 1 & Integer.MAX_VALUE;
            }
            long segment = retention.keys().segment(start);
            byte[] written = SegmentedKeys.of(segment, key.get(), start, sequence);
            retention.keys().put(open, written, value, point(streamTime));
        }
        retention.apply(open, retention.least(streamTime));
    }

    @Override
    void restore(ConsumerRecord<byte[], byte[]> change) {
        byte[] written = change.key();
        int end = written.length - CHANGELOG_SUFFIX;
        long start = ByteBuffer.wrap(written).getLong(end);
        put(Bytes.wrap(Arrays.copyOf(written, end)), change.value(), start);
    }

    // Reading

    @Override
    public byte[] fetch(Bytes key, long start) {
        Objects.requireNonNull(key, "key cannot be null");
        SnapshotTable open = table();
        if (start < retention.least(open.streamTime())) {
            return null;
        }
        return open.get(SegmentedKeys.of(retention.keys().segment(start), key.get(), start, 0));
    }

    @Override
    public WindowStoreIterator<byte[]> fetch(Bytes key, long timeFrom, long timeTo) {
        return windows(table().snapshot(), key, timeFrom, timeTo, false);
    }

    @Override
    public WindowStoreIterator<byte[]> backwardFetch(Bytes key, long timeFrom, long timeTo) {
        return windows(table().snapshot(), key, timeFrom, timeTo, true);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> fetch(
            Bytes keyFrom, Bytes keyTo, long timeFrom, long timeTo) {
        return keys(table().snapshot(), keyFrom, keyTo, timeFrom, timeTo, false);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetch(
            Bytes keyFrom, Bytes keyTo, long timeFrom, long timeTo) {
        return keys(table().snapshot(), keyFrom, keyTo, timeFrom, timeTo, true);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> fetchAll(long timeFrom, long timeTo) {
        return keys(table().snapshot(), null, null, timeFrom, timeTo, false);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetchAll(long timeFrom, long timeTo) {
        return keys(table().snapshot(), null, null, timeFrom, timeTo, true);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> all() {
        return keys(table().snapshot(), null, null, Long.MIN_VALUE, Long.MAX_VALUE, false);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> backwardAll() {
        return keys(table().snapshot(), null, null, Long.MIN_VALUE, Long.MAX_VALUE, true);
    }

    private WindowStoreIterator<byte[]> windows(
            TableSnapshot snapshot, Bytes key, long timeFrom, long timeTo, boolean descending) {
        Objects.requireNonNull(key, "key cannot be null");
        long from = Math.max(timeFrom, retention.least(snapshot.streamTime()));
        long to = Math.min(timeTo, snapshot.streamTime());
        Iterator<TableEntry> entries =
                segments(
                        snapshot,
                        from,
                        to,
                        descending,
                        segment -> SegmentedKeys.times(segment, key.get(), from, to));
        return new WindowIterator(name(), snapshot, entries);
    }

    private KeyValueIterator<Windowed<Bytes>, byte[]> keys(
            TableSnapshot snapshot,
            Bytes keyFrom,
            Bytes keyTo,
            long timeFrom,
            long timeTo,
            boolean descending) {
        CoexKeyValueStore.closed(keyFrom, keyTo);
        long least = retention.least(snapshot.streamTime());
        long newest = snapshot.streamTime();
        long from = Math.max(timeFrom, least);
        long to = Math.min(timeTo, newest);
        byte[] first = keyFrom == null ? null : keyFrom.get();
        byte[] last = keyTo == null ? null : keyTo.get();
        boolean all = first == null && last == null;
        boolean always = from == least && to == newest;
        if (all && !always && retention.keys().byTime()) {
            return times(snapshot, from, to, descending);
        }
        boolean one = !all && Arrays.equals(first, last);
        LongFunction<Bounds> bounds =
                segment ->
                        one
                                ? SegmentedKeys.times(segment, first, from, to)
                                : SegmentedKeys.keys(segment, first, last);
        return new ScanIterator<>(
                name(),
                snapshot,
                segments(snapshot, from, to, descending, bounds),
                entry -> {
                    long start = SegmentedKeys.time(entry.key());
                    return start < from || start > to ? null : windowed(entry);
                });
    }

    /// The windows of all keys, looking at no others.
    private KeyValueIterator<Windowed<Bytes>, byte[]> times(
            TableSnapshot snapshot, long from, long to, boolean descending) {
        return new ScanIterator<>(
                name(),
                snapshot,
                segments(
                        snapshot,
                        from,
                        to,
                        descending,
                        segment -> TimeIndex.times(segment, from, to)),
                place -> windowed(TimeIndex.entry(snapshot, place.key())));
    }

    private Iterator<TableEntry> segments(
            TableSnapshot snapshot,
            long from,
            long to,
            boolean descending,
            LongFunction<Bounds> bounds) {
        long oldest = retention.keys().segment(from);
        long newest = from > to ? oldest - 1 : retention.keys().segment(to);
        int step = retention.keys().step();
        return new SegmentScan(snapshot, oldest, newest, step, descending, bounds);
    }

    private KeyValue<Windowed<Bytes>, byte[]> windowed(TableEntry entry) {
        long start = SegmentedKeys.time(entry.key());
        long end = start + windowSize;
        TimeWindow window = new TimeWindow(start, end < 0 ? Long.MAX_VALUE : end);
        Bytes key = Bytes.wrap(SegmentedKeys.key(entry.key()));
        return KeyValue.pair(new Windowed<>(key, window), entry.value());
    }

    @Override
    @SuppressWarnings("unchecked")
    QueryResult<?> answer(Query<?> query, TableSnapshot snapshot) {
        return switch (query) {
            case WindowKeyQuery<?, ?> one -> {
                if (one.getTimeFrom().isEmpty() || one.getTimeTo().isEmpty()) {
                    yield unsupported(query, "it only supports closed-range queries.");
                }
                long from = one.getTimeFrom().get().toEpochMilli();
                long to = one.getTimeTo().get().toEpochMilli();
                Bytes key = ((WindowKeyQuery<Bytes, byte[]>) one).getKey();
                yield QueryResult.forResult(windows(snapshot, key, from, to, false));
            }
            case WindowRangeQuery<?, ?> several -> {
                if (several.getTimeFrom().isEmpty() || several.getTimeTo().isEmpty()) {
                    yield unsupported(
                            query,
                            "WindowStores only supports WindowRangeQuery.withWindowStartRange.");
                }
                long from = several.getTimeFrom().get().toEpochMilli();
                long to = several.getTimeTo().get().toEpochMilli();
                yield QueryResult.forResult(keys(snapshot, null, null, from, to, false));
            }
            default -> null;
        };
    }

    /// The windows of one key.
    private static final class WindowIterator extends ScanIterator<Long>
            implements WindowStoreIterator<byte[]> {
        WindowIterator(String store, TableSnapshot snapshot, Iterator<TableEntry> entries) {
            super(
                    store,
                    snapshot,
                    entries,
                    entry -> KeyValue.pair(SegmentedKeys.time(entry.key()), entry.value()));
        }
    }
}
