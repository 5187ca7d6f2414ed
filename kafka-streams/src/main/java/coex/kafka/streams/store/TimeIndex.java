// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.store;

import coex.kafka.streams.table.Bounds;
import coex.kafka.streams.table.SnapshotTable;
import coex.kafka.streams.table.StreamPoint;
import coex.kafka.streams.table.TableEntry;
import coex.kafka.streams.table.TableSnapshot;

import java.nio.ByteBuffer;
import java.util.List;

/// The entries of a store with retention once more, without their values and in order of time, so
/// that those of a span of time are found without looking at the others: what results at window
/// close ask for again and again. It lies in the table itself, in a segment of its own before each
/// segment of entries:
///
///     entry    | segment 8     | key, escaped | 0 0 | time 8 | what is left |
///     index    | segment - 1 8 | time 8 | key, escaped | 0 0 | what is left |
///
/// Both are written together, and expire with one cut.
final class TimeIndex {

    private static final byte[] NOTHING = {};

    private TimeIndex() {}

    /// Writes an entry and its place in the index, or removes both if `value` is null.
    static void put(SnapshotTable table, byte[] key, byte[] value, StreamPoint at) {
        byte[] nothing = value == null ? null : NOTHING;
        table.put(List.of(new TableEntry(key, value), new TableEntry(place(key), nothing)), at);
    }

    /// The places of a segment's entries whose times lie between two.
    static Bounds times(long segment, long from, long to) {
        Bounds after = Bounds.startingWith(first(segment, to));
        return Bounds.halfOpen(first(segment, from), after.to());
    }

    private static byte[] first(long segment, long time) {
        ByteBuffer to = ByteBuffer.allocate(2 * Long.BYTES);
        SegmentedKeys.putTime(to, segment - 1);
        SegmentedKeys.putTime(to, time);
        return to.array();
    }

    /// Of an entry.
    private static byte[] place(byte[] key) {
        ByteBuffer from = ByteBuffer.wrap(key);
        int end = SegmentedKeys.end(key, Long.BYTES);
        return ByteBuffer.allocate(key.length)
                .putLong(from.getLong(0) - 1)
                .put(key, end, Long.BYTES)
                .put(key, Long.BYTES, end - Long.BYTES)
                .put(key, end + Long.BYTES, key.length - end - Long.BYTES)
                .array();
    }

    /// The entry that has this place.
    static TableEntry entry(TableSnapshot snapshot, byte[] place) {
        ByteBuffer from = ByteBuffer.wrap(place);
        int end = SegmentedKeys.end(place, 2 * Long.BYTES);
        byte[] key =
                ByteBuffer.allocate(place.length)
                        .putLong(from.getLong(0) + 1)
                        .put(place, 2 * Long.BYTES, end - 2 * Long.BYTES)
                        .put(place, Long.BYTES, Long.BYTES)
                        .put(place, end, place.length - end)
                        .array();
        return new TableEntry(key, snapshot.get(key));
    }
}
