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
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.WindowRangeQuery;
import org.apache.kafka.streams.state.HeadersBytesStore;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.SessionStore;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongFunction;

/// A session store. Sessions of one key come in the order of their ends, and of those that end
/// together the shortest first, as in Kafka's store in memory.
public sealed class CoexSessionStore extends CoexStore implements SessionStore<Bytes, byte[]> {

    private final Retention retention;

    /// @param byTime whether sessions of all keys are asked for by time again and again
    public CoexSessionStore(String name, long retention, long segmentInterval, boolean byTime) {
        this(name, "session", retention, new SegmentedKeys(segmentInterval, byTime));
    }

    private CoexSessionStore(String name, String kind, long retention, SegmentedKeys keys) {
        super(name, kind + ", " + keys);
        this.retention = new Retention(retention, keys);
    }

    /// One whose values begin with headers.
    public static final class WithHeaders extends CoexSessionStore implements HeadersBytesStore {
        public WithHeaders(String name, long retention, long segmentInterval, boolean byTime) {
            super(
                    name,
                    "session with headers",
                    retention,
                    new SegmentedKeys(segmentInterval, byTime));
        }
    }

    @Override
    int rows() {
        return retention.keys().step();
    }

    @Override
    void restoredAt(SavedMoment moment) {
        retention.restart();
    }

    /// A key with its end and, latest first, its beginning.
    private byte[] written(Bytes key, long start, long end) {
        return SegmentedKeys.of(retention.keys().segment(end), key.get(), end, ~start);
    }

    // Writing

    @Override
    public void put(Windowed<Bytes> session, byte[] aggregate) {
        SnapshotTable open = table();
        long end = session.window().end();
        long streamTime = Math.max(open.streamTime(), end);
        if (end < retention.least(streamTime)) {
            dropped();
            open.advance(point(streamTime));
        } else {
            byte[] key = written(session.key(), session.window().start(), end);
            retention.keys().put(open, key, aggregate, point(streamTime));
        }
        retention.apply(open, retention.least(streamTime));
    }

    @Override
    public void remove(Windowed<Bytes> session) {
        SnapshotTable open = table();
        byte[] key = written(session.key(), session.window().start(), session.window().end());
        retention.keys().put(open, key, null, point(open.streamTime()));
    }

    /// Kafka writes into a changelog: key, end 8, beginning 8.
    @Override
    void restore(ConsumerRecord<byte[], byte[]> change) {
        byte[] written = change.key();
        int at = written.length - 2 * Long.BYTES;
        long end = ByteBuffer.wrap(written).getLong(at);
        long start = ByteBuffer.wrap(written).getLong(at + Long.BYTES);
        Bytes key = Bytes.wrap(Arrays.copyOf(written, at));
        put(new Windowed<>(key, new SessionWindow(start, end)), change.value());
    }

    // Reading

    @Override
    public byte[] fetchSession(Bytes key, long start, long end) {
        Objects.requireNonNull(key, "key cannot be null");
        SnapshotTable open = table();
        return end < retention.least(open.streamTime()) ? null : open.get(written(key, start, end));
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(
            long earliestEnd, long latestEnd) {
        TableSnapshot snapshot = table().snapshot();
        Sessions wanted = new Sessions(earliestEnd, latestEnd, Long.MAX_VALUE);
        return retention.keys().byTime()
                ? ofTimes(snapshot, there(snapshot, wanted))
                : ofKeys(snapshot, wanted, null, null, false);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(
            Bytes key, long earliestEnd, long latestStart) {
        return ofKey(table().snapshot(), Sessions.of(earliestEnd, latestStart), key, false);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFindSessions(
            Bytes key, long earliestEnd, long latestStart) {
        return ofKey(table().snapshot(), Sessions.of(earliestEnd, latestStart), key, true);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(
            Bytes from, Bytes to, long earliestEnd, long latestStart) {
        return ofKeys(table().snapshot(), Sessions.of(earliestEnd, latestStart), from, to, false);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFindSessions(
            Bytes from, Bytes to, long earliestEnd, long latestStart) {
        return ofKeys(table().snapshot(), Sessions.of(earliestEnd, latestStart), from, to, true);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> fetch(Bytes key) {
        return ofKey(table().snapshot(), Sessions.ALL, key, false);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetch(Bytes key) {
        return ofKey(table().snapshot(), Sessions.ALL, key, true);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> fetch(Bytes from, Bytes to) {
        return ofKeys(table().snapshot(), Sessions.ALL, from, to, false);
    }

    @Override
    public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetch(Bytes from, Bytes to) {
        return ofKeys(table().snapshot(), Sessions.ALL, from, to, true);
    }

    /// Which sessions are wanted.
    private record Sessions(long earliestEnd, long latestEnd, long latestStart) {

        static final Sessions ALL = of(Long.MIN_VALUE, Long.MAX_VALUE);

        static Sessions of(long earliestEnd, long latestStart) {
            return new Sessions(earliestEnd, Long.MAX_VALUE, latestStart);
        }

        /// Those that there may be in a snapshot.
        Sessions within(long least, long streamTime) {
            return new Sessions(
                    Math.max(earliestEnd, least), Math.min(latestEnd, streamTime), latestStart);
        }
    }

    private KeyValueIterator<Windowed<Bytes>, byte[]> ofKey(
            TableSnapshot snapshot, Sessions wanted, Bytes key, boolean descending) {
        Objects.requireNonNull(key, "key cannot be null");
        Sessions there = there(snapshot, wanted);
        return scan(
                snapshot,
                there,
                descending,
                segment ->
                        SegmentedKeys.times(
                                segment, key.get(), there.earliestEnd(), there.latestEnd()));
    }

    private KeyValueIterator<Windowed<Bytes>, byte[]> ofKeys(
            TableSnapshot snapshot, Sessions wanted, Bytes from, Bytes to, boolean descending) {
        CoexKeyValueStore.closed(from, to);
        byte[] first = from == null ? null : from.get();
        byte[] last = to == null ? null : to.get();
        return scan(
                snapshot,
                there(snapshot, wanted),
                descending,
                segment -> SegmentedKeys.keys(segment, first, last));
    }

    /// Those of all keys, looking at no others.
    private KeyValueIterator<Windowed<Bytes>, byte[]> ofTimes(
            TableSnapshot snapshot, Sessions wanted) {
        return new ScanIterator<>(
                name(),
                snapshot,
                segments(
                        snapshot,
                        wanted,
                        false,
                        segment ->
                                TimeIndex.times(segment, wanted.earliestEnd(), wanted.latestEnd())),
                place -> session(TimeIndex.entry(snapshot, place.key()), wanted));
    }

    private Sessions there(TableSnapshot snapshot, Sessions wanted) {
        long streamTime = snapshot.streamTime();
        return wanted.within(retention.least(streamTime), streamTime);
    }

    private KeyValueIterator<Windowed<Bytes>, byte[]> scan(
            TableSnapshot snapshot,
            Sessions wanted,
            boolean descending,
            LongFunction<Bounds> bounds) {
        return new ScanIterator<>(
                name(),
                snapshot,
                segments(snapshot, wanted, descending, bounds),
                entry -> session(entry, wanted));
    }

    private SegmentScan segments(
            TableSnapshot snapshot,
            Sessions wanted,
            boolean descending,
            LongFunction<Bounds> bounds) {
        SegmentedKeys keys = retention.keys();
        long oldest = keys.segment(wanted.earliestEnd());
        long newest =
                wanted.earliestEnd() > wanted.latestEnd()
                        ? oldest - 1
                        : keys.segment(wanted.latestEnd());
        return new SegmentScan(snapshot, oldest, newest, keys.step(), descending, bounds);
    }

    /// Null if it is not wanted.
    private static KeyValue<Windowed<Bytes>, byte[]> session(TableEntry entry, Sessions wanted) {
        long end = SegmentedKeys.time(entry.key());
        long start = ~SegmentedKeys.secondTime(entry.key());
        if (end < wanted.earliestEnd()
                || end > wanted.latestEnd()
                || start > wanted.latestStart()) {
            return null;
        }
        Bytes key = Bytes.wrap(SegmentedKeys.key(entry.key()));
        return KeyValue.pair(new Windowed<>(key, new SessionWindow(start, end)), entry.value());
    }

    @Override
    QueryResult<?> answer(Query<?> query, TableSnapshot snapshot) {
        if (!(query instanceof WindowRangeQuery<?, ?> range)) {
            return null;
        }
        if (range.getKey().isEmpty()) {
            return unsupported(query, "SessionStores only support WindowRangeQuery.withKey.");
        }
        Bytes key = (Bytes) range.getKey().get();
        return QueryResult.forResult(ofKey(snapshot, Sessions.ALL, key, false));
    }
}
