// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.store;

import coex.kafka.streams.table.Bounds;
import coex.kafka.streams.table.SnapshotTable;
import coex.kafka.streams.table.StreamPoint;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// How the keys of stores with retention are written, so that what expires together lies together,
/// and the entries of one key beside each other:
///
///     | segment 8 | key, escaped | 0 0 | times and numbers, 8 or 4 each |
///
/// A segment is a span of time. Dropping all that is older is cutting the table at a key. In a key
/// a byte 0 becomes 0 255, so no key's bytes begin another's, and the order is that of the keys.
/// Numbers are big-endian with their sign turned, for the same reason.
///
/// In stores that are also read by time the numbers of these segments are odd, and before each lies
/// one with its [TimeIndex].
final class SegmentedKeys {

    private static final int SEGMENT_BYTES = Long.BYTES;

    private final long interval;
    private final boolean byTime;

    /// @param interval milliseconds of a segment
    /// @param byTime whether there is a [TimeIndex]
    SegmentedKeys(long interval, boolean byTime) {
        this.interval = interval;
        this.byTime = byTime;
    }

    long interval() {
        return interval;
    }

    boolean byTime() {
        return byTime;
    }

    long segment(long time) {
        long number = Math.floorDiv(time, interval);
        return byTime ? 2 * number + 1 : number;
    }

    /// From the number of a segment to that of the next one.
    int step() {
        return byTime ? 2 : 1;
    }

    /// The first key of all that belongs to a segment.
    byte[] beginning(long segment) {
        return first(byTime ? segment - 1 : segment);
    }

    /// Writes an entry, or removes it if `value` is null.
    void put(SnapshotTable table, byte[] key, byte[] value, StreamPoint at) {
        if (byTime) {
            TimeIndex.put(table, key, value, at);
        } else {
            table.put(key, value, at);
        }
    }

    /// What a file must have been written with.
    @Override
    public String toString() {
        return "segments=" + interval + (byTime ? ", by time" : "");
    }

    // Writing

    /// A key whose entries are those of one segment and key, up to `more` bytes.
    private static ByteBuffer begin(long segment, byte[] key, int more) {
        int zeros = 0;
        for (byte each : key) {
            zeros += each == 0 ? 1 : 0;
        }
        ByteBuffer to = ByteBuffer.allocate(SEGMENT_BYTES + key.length + zeros + 2 + more);
        putTime(to, segment);
        if (zeros == 0) {
            to.put(key);
        } else {
            for (byte each : key) {
                to.put(each);
                if (each == 0) {
                    to.put((byte) 0xFF);
                }
            }
        }
        return to.put((byte) 0).put((byte) 0);
    }

    static void putTime(ByteBuffer to, long time) {
        to.putLong(time ^ Long.MIN_VALUE);
    }

    /// The first key of a segment.
    static byte[] first(long segment) {
        ByteBuffer to = ByteBuffer.allocate(SEGMENT_BYTES);
        putTime(to, segment);
        return to.array();
    }

    static byte[] of(long segment, byte[] key, long time) {
        ByteBuffer to = begin(segment, key, Long.BYTES);
        putTime(to, time);
        return to.array();
    }

    static byte[] of(long segment, byte[] key, long time, int number) {
        ByteBuffer to = begin(segment, key, Long.BYTES + Integer.BYTES);
        putTime(to, time);
        return to.putInt(number).array();
    }

    static byte[] of(long segment, byte[] key, long time, long second) {
        ByteBuffer to = begin(segment, key, 2 * Long.BYTES);
        putTime(to, time);
        putTime(to, second);
        return to.array();
    }

    /// The entries of a key in a segment whose times lie between two.
    static Bounds times(long segment, byte[] key, long from, long to) {
        Bounds after = Bounds.startingWith(of(segment, key, to));
        return Bounds.halfOpen(of(segment, key, from), after.to());
    }

    /// The entries of a segment whose keys lie between two.
    ///
    /// @param from null for no bound
    /// @param to null for no bound
    static Bounds keys(long segment, byte[] from, byte[] to) {
        byte[] first = from == null ? first(segment) : begin(segment, from, 0).array();
        byte[] last = to == null ? first(segment) : begin(segment, to, 0).array();
        return Bounds.halfOpen(first, Bounds.startingWith(last).to());
    }

    // Reading

    /// Where what stands behind the key begins.
    private static int end(byte[] written) {
        return end(written, SEGMENT_BYTES);
    }

    /// The same, of a key that begins there.
    static int end(byte[] written, int begin) {
        int at = begin;
        while (written[at] != 0 || written[at + 1] != 0) {
            at += written[at] == 0 ? 2 : 1;
        }
        return at + 2;
    }

    static byte[] key(byte[] written) {
        int end = end(written) - 2;
        byte[] key = new byte[end - SEGMENT_BYTES];
        int length = 0;
        for (int at = SEGMENT_BYTES; at < end; at++) {
            key[length++] = written[at];
            at += written[at] == 0 ? 1 : 0;
        }
        return length == key.length ? key : Arrays.copyOf(key, length);
    }

    static long time(byte[] written) {
        return timeAt(written, end(written));
    }

    /// The second of two times.
    static long secondTime(byte[] written) {
        return timeAt(written, end(written) + Long.BYTES);
    }

    private static long timeAt(byte[] written, int at) {
        return ByteBuffer.wrap(written).getLong(at) ^ Long.MIN_VALUE;
    }
}
