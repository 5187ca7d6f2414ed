// SPDX-License-Identifier: Apache-2.0
package coex.gc.handle;

import coex.gc.memory.Memory;
import coex.gc.memory.Reservation;
import coex.gc.memory.Reservations;

/// A set of words of handles, kept by chunks of 64 words: a word is in it if any of its chunk is.
///
/// Bits are set and cleared atomically. Like [Bitmap] it knows no protocol.
final class ChunkSet {

    private static final int CHUNK_SHIFT = 6;

    /// Words of a chunk.
    static final long WORDS = 1L << CHUNK_SHIFT;

    private static final long WITHIN_CHUNK = WORDS - 1;

    private final Reservation bits;
    private final long base;

    ChunkSet(Reservations region, long maximumHandles) {
        bits = region.of("chunks of handles", bytesFor(maximumHandles), false);
        base = bits.base();
    }

    private static long bytesFor(long handles) {
        long chunks = Math.ceilDiv(handles >>> 6, 1L << CHUNK_SHIFT);
        return Math.ceilDiv(chunks, 64L) << 3;
    }

    boolean commitTo(long handles) {
        return bits.commitTo(bytesFor(handles));
    }

    long sideBytes() {
        return bits.committedBytes();
    }

    /// The first word of the chunk that `word` is in.
    static long firstWord(long word) {
        return word & ~WITHIN_CHUNK;
    }

    boolean hasWord(long word) {
        long chunk = word >>> CHUNK_SHIFT;
        return (Memory.getLongAcquire(wordOf(chunk)) >>> chunk & 1) != 0;
    }

    void addWord(long word) {
        long chunk = word >>> CHUNK_SHIFT;
        long bit = 1L << chunk;
        if ((Memory.getLongAcquire(wordOf(chunk)) & bit) == 0) {
            Memory.getAndOrLong(wordOf(chunk), bit);
        }
    }

    /// Removes all words of the chunk.
    void removeWord(long word) {
        long chunk = word >>> CHUNK_SHIFT;
        Memory.getAndAndLong(wordOf(chunk), ~(1L << chunk));
    }

    /// The first word from `from` on, below `limit`, that is in the set; `limit` if none is.
    long nextWord(long from, long limit) {
        if (from >= limit) {
            return limit;
        }
        long chunk = from >>> CHUNK_SHIFT;
        long last = limit - 1 >>> CHUNK_SHIFT;
        long found = Memory.getLongAcquire(wordOf(chunk)) >>> chunk << chunk;
        while (found == 0) {
            chunk = (chunk | 63) + 1;
            if (chunk > last) {
                return limit;
            }
            found = Memory.getLongAcquire(wordOf(chunk));
        }
        chunk = (chunk & -64) + Long.numberOfTrailingZeros(found);
        return Math.min(limit, Math.max(from, chunk << CHUNK_SHIFT));
    }

    /// Removes all words below `limit`, and those that share a chunk with them.
    void clear(long limit) {
        long word = nextWord(0, limit);
        while (word < limit) {
            removeWord(word);
            word = nextWord(word + 1, limit);
        }
    }

    private long wordOf(long chunk) {
        return base + (chunk >>> 6 << 3);
    }
}
