// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/// An address space made of equal chunks from ordinary arenas, for embedders who have not granted
/// native access.
///
///     address    63 .. 22  chunk number     21 .. 0  offset in the chunk
///
/// A reservation is a range of consecutive chunk numbers; committing one allocates its chunks. Code
/// outside this package sees the same contiguous addresses as with native pages.
final class ArenaChunks {

    static final int SHIFT = 22;
    static final long CHUNK_BYTES = 1L << SHIFT;

    /// Chunk numbers for one tebibyte; the array itself is 1 MiB and exists only in this mode.
    private static final int CHUNKS = 1 << 18;

    /// The memory behind each chunk number, null where nothing is committed.
    ///
    /// - writers: whoever commits or gives back, holding the lock of the region concerned
    /// - readers: every thread, plainly
    /// - why: a chunk is stored before any address in it is published with release, and removed
    ///   only after a handshake has shown that no operation still uses an address in it
    private static final MemorySegment[] SEGMENTS = new MemorySegment[Memory.NATIVE ? 0 : CHUNKS];

    private static final Arena[] ARENAS = new Arena[SEGMENTS.length];
    private static final BitSet RESERVED = new BitSet();

    private ArenaChunks() {}

    /// Reserves address space. Returns 0 if so much is not left in one piece.
    static synchronized long reserve(long bytes) {
        int chunks = Math.toIntExact(bytes >>> SHIFT);
        int from = 1; // address 0 stays invalid
        while (from + chunks <= CHUNKS) {
            int taken = RESERVED.nextSetBit(from);
            if (taken < 0 || taken >= from + chunks) {
                RESERVED.set(from, from + chunks);
                return (long) from << SHIFT;
            }
            from = RESERVED.nextClearBit(taken);
        }
        return 0;
    }

    static boolean commit(long address, long bytes) {
        int first = (int) (address >>> SHIFT);
        for (int chunk = first; chunk < first + (bytes >>> SHIFT); chunk++) {
            Arena arena = Arena.ofShared();
            try {
                SEGMENTS[chunk] = arena.allocate(CHUNK_BYTES, 64);
                ARENAS[chunk] = arena;
            } catch (OutOfMemoryError e) {
                arena.close();
                discard(address, (long) (chunk - first) << SHIFT);
                return false;
            }
        }
        return true;
    }

    static void discard(long address, long bytes) {
        int first = (int) (address >>> SHIFT);
        for (int chunk = first; chunk < first + (bytes >>> SHIFT); chunk++) {
            if (ARENAS[chunk] != null) {
                SEGMENTS[chunk] = null;
                if (ARENAS[chunk].scope().isAlive()) { // it may have failed after this
                    ARENAS[chunk].close();
                }
                ARENAS[chunk] = null;
            }
        }
    }

    static void release(long address, long bytes) {
        discard(address, bytes);
        int first = (int) (address >>> SHIFT);
        synchronized (ArenaChunks.class) {
            RESERVED.clear(first, first + (int) (bytes >>> SHIFT));
        }
    }

    /// The chunk in which an address lies.
    static MemorySegment segment(long address) {
        return SEGMENTS[(int) (address >>> SHIFT)];
    }
}
