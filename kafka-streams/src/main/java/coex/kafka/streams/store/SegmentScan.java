// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.store;

import coex.kafka.streams.table.Bounds;
import coex.kafka.streams.table.TableEntry;
import coex.kafka.streams.table.TableSnapshot;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.LongFunction;

/// The entries of several segments of one snapshot, one segment after the other.
final class SegmentScan implements Iterator<TableEntry> {

    private final TableSnapshot snapshot;
    private final boolean descending;
    private final LongFunction<Bounds> bounds;
    private final long last;
    private final int step;

    /// The segment whose entries come next.
    private long segment;

    private Iterator<TableEntry> entries = Collections.emptyIterator();

    /// @param oldest the first segment
    /// @param newest the last segment
    /// @param step from the number of one segment to that of the next
    /// @param bounds what is looked at in a segment
    SegmentScan(
            TableSnapshot snapshot,
            long oldest,
            long newest,
            int step,
            boolean descending,
            LongFunction<Bounds> bounds) {
        this.snapshot = snapshot;
        this.descending = descending;
        this.bounds = bounds;
        this.segment = descending ? newest : oldest;
        this.last = descending ? oldest : newest;
        this.step = step;
    }

    @Override
    public boolean hasNext() {
        while (!entries.hasNext() && (descending ? segment >= last : segment <= last)) {
            entries = snapshot.scan(bounds.apply(segment), descending);
            segment += descending ? -step : step;
        }
        return entries.hasNext();
    }

    @Override
    public TableEntry next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more entries");
        }
        return entries.next();
    }
}
