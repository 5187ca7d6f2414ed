// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.table;

import coex.collections.PersistentSortedMap;
import coex.collections.SortedMapRange;

import org.apache.kafka.streams.query.Position;

import java.util.Collections;
import java.util.Iterator;
import java.util.Map;

/// One moment of a [SnapshotTable]: a version of its map, and the writes of its memtable up to a
/// number. Taking it copies nothing. It holds the version until it is closed, or dropped.
///
/// For one thread at a time.
public final class TableSnapshot implements AutoCloseable {

    private final SnapshotTable table;
    private final PersistentSortedMap<byte[], byte[]> map;
    private final Memtable memtable;
    private final int count;

    TableSnapshot(
            SnapshotTable table,
            PersistentSortedMap<byte[], byte[]> map,
            Memtable memtable,
            int count) {
        this.table = table;
        this.map = map;
        this.memtable = memtable;
        this.count = count;
    }

    /// The value of a key, or null.
    public byte[] get(byte[] key) {
        Write found = memtable.find(key, count);
        return found != null ? found.value() : table.reading(() -> map.get(key));
    }

    /// The entries between two bounds, in order or backwards.
    public Iterator<TableEntry> scan(Bounds bounds, boolean descending) {
        if (bounds.isVoid()) {
            return Collections.emptyIterator();
        }
        NewestWrites writes = memtable.newest(bounds, descending, count);
        return new TableScan(table, range(bounds, descending), writes, descending);
    }

    private Iterator<Map.Entry<byte[], byte[]>> range(Bounds bounds, boolean descending) {
        SortedMapRange<byte[], byte[]> range = map.range();
        if (bounds.from() != null) {
            range = range.from(bounds.from());
        }
        if (bounds.to() != null) {
            range = range.to(bounds.to(), bounds.toInclusive());
        }
        return (descending ? range.reversed() : range).iterator();
    }

    /// The number of entries.
    public long size() {
        long size = table.reading(map::size);
        NewestWrites writes = memtable.newest(Bounds.ALL, false, count);
        for (Write each = writes.next(); each != null; each = writes.next()) {
            byte[] key = each.key();
            boolean was = table.reading(() -> map.containsKey(key));
            size += (each.value() == null ? 0 : 1) - (was ? 1 : 0);
        }
        return size;
    }

    /// Where the stream was. The caller's.
    public Position position() {
        return memtable.position(count);
    }

    /// The greatest timestamp so far.
    public long streamTime() {
        return memtable.streamTime(count);
    }

    @Override
    public void close() {
        map.close();
    }
}
