// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.table;

import org.apache.kafka.streams.query.Position;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;

/// The last writes to a [SnapshotTable], which are not in its map yet: as in a log-structured merge
/// tree. Putting a thousand of them into the map together takes a fraction of the time of a
/// thousand updates.
///
/// A reader takes [#count] once and sees the writes before that number and no later one, so what it
/// sees is one moment of the table. Older writes of a key stay, since readers may be at them.
///
/// For one writer and any number of readers.
final class Memtable {

    /// More make updates cheaper, and iterators and the pause of a full memtable longer.
    static final int CAPACITY = 1024;

    /// Values are in the JVM's heap until they are put into the map.
    static final long MOST_BYTES = 4 << 20;

    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Memtable.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final NavigableSet<Write> writes = new ConcurrentSkipListSet<>(Write.ORDER);

    // What each write knew of the stream. Written plainly before the count that covers it.

    private final String[] topics = new String[CAPACITY];
    private final int[] partitions = new int[CAPACITY];
    private final long[] offsets = new long[CAPACITY];
    private final long[] times = new long[CAPACITY];

    /// Of the map below, before any of these writes. Not changed.
    private final Position firstPosition;

    private final long firstTime;

    /// How many writes there are.
    ///
    /// - writers: the writer
    /// - readers: any thread
    /// - ordering: release, acquire
    /// - why: a reader that sees a count sees what the writes before it have left in the set and
    ///   the arrays; writes that belong together are covered by one step of the count
    /// - if weaker: a snapshot could miss a write that it counts
    /// - shown by: `StoreLifeTest.queriesSeeMomentsWhileTheStreamGoesOn`, on machines that reorder;
    ///   `MomentsTest`
    private int count;

    /// For the writer only.
    private long bytes;

    Memtable(Position firstPosition, long firstTime) {
        this.firstPosition = firstPosition;
        this.firstTime = firstTime;
    }

    // Writing

    /// Whether there is room for so many writes.
    boolean hasRoom(int more) {
        return count + more <= CAPACITY && bytes < MOST_BYTES;
    }

    /// Adds a write; there must be room.
    ///
    /// @param value null to remove the key
    void add(byte[] key, byte[] value, StreamPoint at) {
        prepare(count, key, value, at);
        COUNT.setRelease(this, count + 1);
    }

    /// Adds several writes, of which nobody sees a part; there must be room.
    ///
    /// @param together what is written, in this order; a value is null to remove its key
    void add(List<TableEntry> together, StreamPoint at) {
        int end = count;
        for (TableEntry each : together) {
            prepare(end, each.key(), each.value(), at);
            end++;
        }
        COUNT.setRelease(this, end);
    }

    private void prepare(int index, byte[] key, byte[] value, StreamPoint at) {
        writes.add(new Write(key, index, value));
        bytes += key.length + (value == null ? 0 : value.length);
        note(index, at);
    }

    /// The stream has gone on without a write; there must be room.
    void advance(StreamPoint at) {
        note(count, at);
        COUNT.setRelease(this, count + 1);
    }

    private void note(int index, StreamPoint at) {
        topics[index] = at.topic();
        partitions[index] = at.partition();
        offsets[index] = at.offset();
        times[index] = at.streamTime();
    }

    // Reading

    int count() {
        return (int) COUNT.getAcquire(this);
    }

    /// The newest of the first `count` writes to a key, or null.
    Write find(byte[] key, int count) {
        if (count == 0) {
            return null;
        }
        Write found = writes.ceiling(new Write(key, count - 1, null));
        return found != null && Arrays.equals(found.key(), key) ? found : null;
    }

    /// The newest of the first `count` writes to each key between two bounds, in order.
    ///
    /// @param from null for no bound
    /// @param to null for no bound
    NewestWrites newest(Bounds bounds, boolean descending, int count) {
        NavigableSet<Write> part = writes;
        if (bounds.from() != null) {
            part = part.tailSet(Write.before(bounds.from()), true);
        }
        if (bounds.to() != null) {
            Write end = bounds.toInclusive() ? Write.after(bounds.to()) : Write.before(bounds.to());
            part = part.headSet(end, false);
        }
        Iterator<Write> all = descending ? part.descendingIterator() : part.iterator();
        return new NewestWrites(all, count);
    }

    /// An empty one for a map that has the first `count` writes.
    Memtable after(int count) {
        return new Memtable(position(count), streamTime(count));
    }

    long streamTime(int count) {
        return count == 0 ? firstTime : times[count - 1];
    }

    /// Where the stream was after the first `count` writes. The caller's.
    Position position(int count) {
        Position position = firstPosition.copy();
        for (int i = 0; i < count; i++) {
            if (topics[i] != null && !isFollowed(i, count)) {
                position.withComponent(topics[i], partitions[i], offsets[i]);
            }
        }
        return position;
    }

    /// Whether the next one is of the same partition, and so says more.
    private boolean isFollowed(int index, int count) {
        int next = index + 1;
        return next < count
                && partitions[next] == partitions[index]
                && topics[index].equals(topics[next]);
    }
}
