// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.store;

import coex.kafka.streams.table.SnapshotTable;

/// How long a store keeps its entries, and the segments in which they expire. Reads pass over what
/// has expired at once; memory is given back a segment at a time.
///
/// The writer's.
final class Retention {

    private final SegmentedKeys keys;
    private final long millis;

    /// The oldest segment that may have entries.
    private long oldest;

    Retention(long millis, SegmentedKeys keys) {
        this.millis = millis;
        this.keys = keys;
    }

    SegmentedKeys keys() {
        return keys;
    }

    long millis() {
        return millis;
    }

    void restart() {
        oldest = Long.MIN_VALUE;
    }

    /// The least time that has not expired; of a window its beginning, of a session its end.
    long least(long streamTime) {
        return streamTime - millis + 1;
    }

    /// Drops the segments that have expired at this time. Comes after the write that has brought
    /// the stream there: who looks in between passes over what is to be dropped, and who looked
    /// before has all of it.
    void apply(SnapshotTable table, long leastTime) {
        long segment = keys.segment(leastTime);
        if (segment > oldest) {
            table.dropBelow(keys.beginning(segment));
            oldest = segment;
        }
    }
}
