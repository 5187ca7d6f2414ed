// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.table;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/// Merges the entries of a map with the newer writes of a memtable, both in the same order.
final class TableScan implements Iterator<TableEntry> {

    private final SnapshotTable table;
    private final Iterator<Map.Entry<byte[], byte[]>> map;
    private final NewestWrites writes;
    private final boolean descending;

    /// The next of each, and of both together; null if there is none.
    private Map.Entry<byte[], byte[]> mapAhead;

    private Write writeAhead;
    private TableEntry ahead;

    TableScan(
            SnapshotTable table,
            Iterator<Map.Entry<byte[], byte[]>> map,
            NewestWrites writes,
            boolean descending) {
        this.table = table;
        this.map = map;
        this.writes = writes;
        this.descending = descending;
        this.mapAhead = nextOfMap();
        this.writeAhead = writes.next();
        goOn();
    }

    @Override
    public boolean hasNext() {
        table.requireOpen();
        return ahead != null;
    }

    @Override
    public TableEntry next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more entries: store=" + table.name());
        }
        TableEntry entry = ahead;
        goOn();
        return entry;
    }

    /// Goes on to the next entry that was not removed.
    private void goOn() {
        ahead = null;
        while (ahead == null && (mapAhead != null || writeAhead != null)) {
            int order = order();
            if (order < 0) {
                ahead = new TableEntry(mapAhead.getKey(), mapAhead.getValue());
            } else if (writeAhead.value() != null) {
                ahead = new TableEntry(writeAhead.key(), writeAhead.value());
            }
            if (order <= 0) {
                mapAhead = nextOfMap();
            }
            if (order >= 0) {
                writeAhead = writes.next();
            }
        }
    }

    /// Negative if the map's entry comes first, 0 if the write replaces it.
    private int order() {
        if (mapAhead == null || writeAhead == null) {
            return mapAhead == null ? 1 : -1;
        }
        int order = Arrays.compareUnsigned(mapAhead.getKey(), writeAhead.key());
        return descending ? -order : order;
    }

    private Map.Entry<byte[], byte[]> nextOfMap() {
        return table.reading(() -> map.hasNext() ? map.next() : null);
    }
}
