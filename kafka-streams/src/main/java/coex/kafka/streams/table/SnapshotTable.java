// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.table;

import coex.collections.Codec;
import coex.collections.CollectionTooLargeException;
import coex.collections.PersistentCollections;
import coex.collections.PersistentSortedMap;
import coex.collections.Versioned;
import coex.gc.HeapClosedException;
import coex.gc.HeapExhaustedException;

import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.query.Position;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// A sorted table of bytes that one thread writes while others read: what every store is made of.
///
/// It is a [Versioned] sorted map, and a [Memtable] with the writes that are not in the map yet.
/// When the memtable is full its writes go into the map together, and an empty one takes its place.
///
/// **Snapshots.** A reader takes the memtable, a version of the map and the number of writes, in
/// this order, and looks whether the memtable is still the same; else it begins anew. The writer
/// replaces the map first and the memtable afterwards. So a reader has a map and the memtable above
/// it, or a map that has all writes of the memtable already: laying them over it once more changes
/// nothing.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | `get`, `snapshot`, `position`, `streamTime`, `bytesHeld` | any thread | no |
/// | `name`, `isOpen`, `waited` | any thread | no |
/// | `changes`, `beforeReplacing`, `close` | the writer | no |
/// | everything else | the writer | for room in the heap |
public final class SnapshotTable implements AutoCloseable {

    /// How long a writer rests before it looks for room in the heap again.
    private static final long REST_MILLIS = 20;

    private final String name;
    private final Duration longestWait;
    private final Versioned<PersistentSortedMap<byte[], byte[]>> map;

    /// The writes that are not in the map.
    ///
    /// - writers: the writer
    /// - readers: any thread
    /// - ordering: volatile
    /// - why: see the head
    private volatile Memtable memtable;

    /// - writers: the writer, once
    /// - readers: any thread
    /// - ordering: volatile; a reader that misses it finds the map closed, and looks again
    private volatile boolean isClosed;

    /// Nanoseconds that the writer has waited for room.
    ///
    /// - writers: the writer
    /// - readers: any thread, for metrics
    /// - ordering: volatile, so that it is not torn
    private volatile long waited;

    /// Whether the limit of the map has to be kept.
    private final boolean isLimited;

    /// Where work is done for which the writer has no time.
    private final Executor elsewhere;

    /// Whether the map will be counted there.
    ///
    /// - writers: the writer sets it, and who counts clears it before it looks at the map
    /// - readers: the writer
    /// - ordering: volatile
    /// - why: what was dropped while it was set is seen by who counts, since that clears it first
    private final AtomicBoolean recounts = new AtomicBoolean();

    // For the writer only

    /// How often something was written.
    private long changes;

    /// What is done before writes replace what the map has.
    private Runnable beforeReplacing = () -> {};

    /// @param first with what the table begins; the table's from then on
    /// @param mostBytes that the map may hold
    /// @param longestWait for room in the heap
    /// @param elsewhere does what takes long and nobody waits for
    public SnapshotTable(
            String name,
            PersistentSortedMap<byte[], byte[]> first,
            Position position,
            long streamTime,
            long mostBytes,
            Duration longestWait,
            Executor elsewhere) {
        this.name = name;
        this.longestWait = longestWait;
        this.elsewhere = elsewhere;
        this.isLimited = mostBytes != Long.MAX_VALUE;
        this.map = limited(first, mostBytes);
        this.memtable = new Memtable(position.copy(), streamTime);
    }

    private Versioned<PersistentSortedMap<byte[], byte[]>> limited(
            PersistentSortedMap<byte[], byte[]> first, long mostBytes) {
        try {
            return isLimited ? Versioned.limited(first, mostBytes) : Versioned.of(first);
        } catch (CollectionTooLargeException e) {
            throw new StoreFullException(name, e);
        }
    }

    /// A table's map without entries.
    public static PersistentSortedMap<byte[], byte[]> empty(PersistentCollections collections) {
        return collections.sortedMap(Codec.BYTES, Codec.BYTES);
    }

    public String name() {
        return name;
    }

    // Reading

    /// The value of a key, or null.
    public byte[] get(byte[] key) {
        requireOpen();
        Memtable newest = memtable;
        Write found = newest.find(key, newest.count());
        if (found != null) {
            return found.value();
        }
        // A write that has come since, and is in the map already, may be seen too.
        return reading(() -> map.read(version -> version.get(key)));
    }

    /// This moment.
    public TableSnapshot snapshot() {
        requireOpen();
        while (true) {
            Memtable newest = memtable;
            PersistentSortedMap<byte[], byte[]> version = reading(map::snapshot);
            int count = newest.count();
            if (memtable == newest) {
                return new TableSnapshot(this, version, newest, count);
            }
            version.close();
        }
    }

    /// Where the stream is. The caller's.
    public Position position() {
        Memtable newest = memtable;
        return newest.position(newest.count());
    }

    /// The greatest timestamp so far.
    public long streamTime() {
        Memtable newest = memtable;
        return newest.streamTime(newest.count());
    }

    /// The bytes that the map holds. Goes through all of it.
    public long bytesHeld() {
        return reading(
                () -> {
                    try (var version = map.snapshot()) {
                        return version.bytesHeld();
                    }
                });
    }

    /// Does what reads the map. If the store was closed meanwhile, that is said as Kafka's own
    /// stores do.
    <T> T reading(Supplier<T> read) {
        try {
            return read.get();
        } catch (IllegalStateException | HeapClosedException e) {
            if (isClosed) {
                throw closed(e);
            }
            throw e;
        }
    }

    public boolean isOpen() {
        return !isClosed;
    }

    void requireOpen() {
        if (isClosed) {
            throw closed(null);
        }
    }

    private InvalidStateStoreException closed(RuntimeException cause) {
        return new InvalidStateStoreException("Store " + name + " is currently closed", cause);
    }

    // Writing

    /// What is to be done each time before writes replace what the map has, other than for
    /// [#version].
    public void beforeReplacing(Runnable action) {
        beforeReplacing = action;
    }

    /// Writes an entry, or removes it if `value` is null.
    public void put(byte[] key, byte[] value, StreamPoint at) {
        memtableWithRoom(1).add(key, value, at);
    }

    /// Writes several entries, of which no reader sees a part.
    ///
    /// @param together in the order in which they are written; a value is null to remove its key
    public void put(List<TableEntry> together, StreamPoint at) {
        memtableWithRoom(together.size()).add(together, at);
    }

    /// Notes that the stream has gone on without a write.
    public void advance(StreamPoint at) {
        memtableWithRoom(1).advance(at);
    }

    /// Notes a position from elsewhere, such as a changelog.
    public void merge(Position position) {
        drain();
        Memtable newest = memtable;
        changes++;
        Position merged = newest.position(newest.count()).merge(position);
        memtable = new Memtable(merged, newest.streamTime(newest.count()));
    }

    /// Forgets all entries whose keys are less than `key`, in time that does not depend on their
    /// number. The caller must have made readers ignore these entries before: a read that runs at
    /// the same time may still find them, or not.
    public void dropBelow(byte[] key) {
        requireOpen();
        changes++;
        beforeReplacing.run();
        Memtable current = memtable;
        int count = current.count();
        Bounds kept = Bounds.halfOpen(key, null);
        if (count > 0) {
            update(version -> applied(current.newest(kept, false, count), version));
        }
        change(() -> map.cut(version -> version.from(key).toMap()));
        memtable = current.after(count);
        if (isLimited && recounts.compareAndSet(false, true)) {
            elsewhere.execute(this::recount);
        }
    }

    /// Counts what the map holds, so that what was dropped counts no more.
    private void recount() {
        recounts.set(false);
        try {
            map.recount();
        } catch (IllegalStateException | HeapClosedException e) {
            if (!isClosed) {
                throw e;
            }
        }
    }

    /// A memtable with room for so many writes.
    private Memtable memtableWithRoom(int writes) {
        requireOpen();
        changes++;
        if (!memtable.hasRoom(writes)) {
            beforeReplacing.run();
            drain();
        }
        return memtable;
    }

    /// Puts all writes into the map.
    private void drain() {
        requireOpen();
        Memtable current = memtable;
        int count = current.count();
        if (count == 0) {
            return;
        }
        update(version -> applied(current.newest(Bounds.ALL, false, count), version));
        memtable = current.after(count);
    }

    private static PersistentSortedMap<byte[], byte[]> applied(
            NewestWrites writes, PersistentSortedMap<byte[], byte[]> version) {
        var builder = version.builder();
        for (Write each = writes.next(); each != null; each = writes.next()) {
            if (each.value() == null) {
                builder.remove(each.key());
            } else {
                builder.put(each.key(), each.value());
            }
        }
        return builder.build();
    }

    /// Changes the map. If the heap is full, waits for as long as it may: others may make room, by
    /// closing iterators or by dropping what has expired.
    private void update(UnaryOperator<PersistentSortedMap<byte[], byte[]>> change) {
        change(() -> map.update(change));
    }

    private void change(Runnable change) {
        long begin = 0;
        while (true) {
            try {
                change.run();
                return;
            } catch (CollectionTooLargeException e) {
                throw new StoreFullException(name, e);
            } catch (HeapExhaustedException e) {
                long now = System.nanoTime();
                begin = begin == 0 ? now : begin;
                if (now - begin >= longestWait.toNanos()) {
                    throw new StoreFullException(name, longestWait, e);
                }
                rest(e);
                long restedUntil = System.nanoTime();
                waited = waited + restedUntil - now;
            }
        }
    }

    private void rest(HeapExhaustedException cause) {
        try {
            Thread.sleep(REST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreFullException(name, longestWait, cause);
        }
    }

    /// How long writers have waited for room in the heap.
    public Duration waited() {
        return Duration.ofNanos(waited);
    }

    /// A number that is another one when something was written since.
    public long changes() {
        return changes;
    }

    /// All entries as one version, the caller's; nothing is left in the memtable.
    public PersistentSortedMap<byte[], byte[]> version() {
        drain();
        return map.snapshot();
    }

    /// Lets go of everything. Iterators that are open can read no more.
    @Override
    public void close() {
        isClosed = true;
        map.close();
    }
}
