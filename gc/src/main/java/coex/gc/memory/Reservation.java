// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import coex.gc.MemoryRefusedException;

/// A range of address space whose first part is committed. It never moves.
///
///     base                 base + committedBytes          base + reservedBytes
///      | usable, read as 0 at first  | not usable                  |
///
/// Callers serialise [#commitTo], [#uncommitTo] and [#release] with the lock of the structure that
/// lives here. Memory that was committed once is never made inaccessible again before `release`
/// (native pages), so a stray access cannot bring the JVM down.
public final class Reservation {

    /// At least a page of any system that this runs on.
    static final long NATIVE_STEP = 64 * 1024;

    private static final long HUGE_PAGE = 2L << 20;

    private final String name;
    private final long mappedAddress;
    private final long mappedBytes;
    private final long base;
    private final long reservedBytes;
    private final boolean hugePages;
    private long committedBytes;
    private long accessibleBytes;
    private boolean released;

    private Reservation(String name, long bytes, boolean hugePages) {
        this.name = name;
        this.reservedBytes = roundUp(Math.max(bytes, 1), step());
        this.hugePages = hugePages && Memory.NATIVE && reservedBytes >= HUGE_PAGE;
        // Small ones have none: whole mappings beside each other are one to the system, whose
        // number of mappings is limited.
        boolean isLarge = Memory.NATIVE && reservedBytes >= HUGE_PAGE;
        long alignment = !isLarge ? 0 : this.hugePages ? HUGE_PAGE : NATIVE_STEP;
        this.mappedBytes = reservedBytes + alignment;
        this.mappedAddress =
                Memory.NATIVE ? NativePages.reserve(mappedBytes) : ArenaChunks.reserve(mappedBytes);
        if (mappedAddress == 0) {
            throw new MemoryRefusedException(
                    "cannot reserve address space: region=%s bytes=%d".formatted(name, bytes));
        }
        this.base = alignment == 0 ? mappedAddress : roundUp(mappedAddress, alignment);
    }

    /// Reserves room for `bytes` bytes, none of them committed.
    ///
    /// @throws MemoryRefusedException if the system refuses
    public static Reservation of(String name, long bytes, boolean hugePages) {
        return new Reservation(name, bytes, hugePages);
    }

    public String name() {
        return name;
    }

    public long base() {
        return base;
    }

    public long reservedBytes() {
        return reservedBytes;
    }

    public long committedBytes() {
        return committedBytes;
    }

    /// Makes the first `bytes` bytes usable. False, and nothing changed, if the system refuses.
    public boolean commitTo(long bytes) {
        long wanted = Math.min(roundUp(bytes, step()), reservedBytes);
        if (bytes > reservedBytes) {
            throw new IllegalArgumentException(name + ": " + bytes + " > " + reservedBytes);
        }
        if (wanted <= committedBytes) {
            return true;
        }
        if (wanted > accessibleBytes) {
            long from = base + accessibleBytes;
            long more = wanted - accessibleBytes;
            boolean done =
                    Memory.NATIVE ? NativePages.commit(from, more) : ArenaChunks.commit(from, more);
            if (!done) {
                return false;
            }
            if (hugePages) {
                NativePages.preferHugePages(from, more);
            }
            accessibleBytes = wanted;
        }
        committedBytes = wanted;
        return true;
    }

    /// Gives back all but the first `bytes` bytes, rounded up to whole steps. What lies beyond
    /// [#committedBytes] afterwards reads as 0 when it is committed again.
    public void uncommitTo(long bytes) {
        long kept = roundUp(bytes, step());
        if (kept >= committedBytes) {
            return;
        }
        if (Memory.NATIVE) {
            NativePages.discard(base + kept, committedBytes - kept);
        } else {
            ArenaChunks.discard(base + kept, committedBytes - kept);
            accessibleBytes = kept;
        }
        committedBytes = kept;
    }

    /// Gives back what lies between two offsets, both multiples of [#NATIVE_STEP]. It stays usable
    /// and reads as 0; false if the system refuses, and nothing has changed then. Not for arena
    /// memory.
    boolean discard(long from, long to) {
        return base % NATIVE_STEP == 0 && NativePages.discard(base + from, to - from);
    }

    /// Gives everything back. Nothing may touch this memory any more. Can be done again if it
    /// fails.
    public void release() {
        if (released) {
            return;
        }
        if (Memory.NATIVE) {
            NativePages.release(mappedAddress, mappedBytes);
        } else {
            ArenaChunks.release(mappedAddress, mappedBytes);
        }
        released = true; // not before: the JVM may be out of memory or of stack
        committedBytes = 0;
    }

    private static long step() {
        return Memory.NATIVE ? NATIVE_STEP : ArenaChunks.CHUNK_BYTES;
    }

    private static long roundUp(long value, long to) {
        return (value + to - 1) & -to;
    }
}
