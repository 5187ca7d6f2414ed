// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import java.util.function.LongConsumer;

/// The handles of objects that were written: a mutator's log, or the logs of several.
///
/// A list of chunks that are never copied, so that an entry costs the same in a long log as in a
/// short one, and a log is handed over in three assignments, whatever its length. What has been
/// handed over is garbage when the collector has read it: a log that was long once does not stay
/// so.
///
/// A mutator's belongs to its thread; the collector uses it on behalf of that mutator under a
/// handshake. Whose the others are says [HandedLogs].
public final class WriteLog {

    /// Of a chunk; each has twice as many as the one before it, up to this.
    private static final int MOST_ENTRIES = 1024;

    private static final Runnable NOTHING = () -> {};

    private static final class Chunk {
        private final long[] entries;
        private int count;

        /// The next older one. Written by whoever has the list.
        private Chunk next;

        Chunk(int entries, Chunk next) {
            this.entries = new long[entries];
            this.next = next;
        }
    }

    /// How many entries the first chunk has; there is none before the first handle.
    private final int first;

    private Chunk newest;
    private Chunk oldest;

    WriteLog(int first) {
        this.first = first;
    }

    /// Whether the next [#push] needs a new chunk.
    boolean isFull() {
        return newest == null || newest.count == newest.entries.length;
    }

    /// Makes room for more, and returns for how many. Nothing has changed if the JVM is out of
    /// memory.
    int grow() {
        int entries =
                newest == null
                        ? first
                        : Math.max(first, Math.min(2 * newest.entries.length, MOST_ENTRIES));
        Chunk more = new Chunk(entries, newest);
        if (newest == null) {
            oldest = more;
        }
        newest = more;
        return more.entries.length;
    }

    /// Appends a handle. There is room for it.
    void push(long handle) {
        newest.entries[newest.count++] = handle;
    }

    /// Takes the last one back.
    void takeBack() {
        newest.count--;
    }

    /// Moves all entries to the end of `other`. Nothing is called, so it is done as a whole or not
    /// at all.
    void moveTo(WriteLog other) {
        if (newest != null) {
            oldest.next = other.newest;
            if (other.newest == null) {
                other.oldest = oldest;
            }
            other.newest = newest;
            newest = null;
            oldest = null;
        }
    }

    void clear() {
        newest = null;
        oldest = null;
    }

    boolean isEmpty() {
        return newest == null;
    }

    /// For how many entries there is room in its chunks.
    long room() {
        long room = 0;
        for (Chunk chunk = newest; chunk != null; chunk = chunk.next) {
            room += chunk.entries.length;
        }
        return room;
    }

    /// Shows every entry, and calls `afterChunk` now and then.
    void forEach(LongConsumer target, Runnable afterChunk) {
        for (Chunk chunk = newest; chunk != null; chunk = chunk.next) {
            for (int i = 0; i < chunk.count; i++) {
                target.accept(chunk.entries[i]);
            }
            afterChunk.run();
        }
    }

    /// Shows every entry.
    public void forEach(LongConsumer target) {
        forEach(target, NOTHING);
    }
}
