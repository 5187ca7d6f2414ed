// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Reads and writes memory by address. The mode of an access is in the name of its method; without
/// one it is plain.
///
/// Nothing here is checked: an address must come from a live [Reservation] and lie in its committed
/// part. With native access granted to this module an address is a machine address; without it, a
/// number in the space of [ArenaChunks]. The choice is made once per JVM, so the compiler sees only
/// one of the two. `-Dcoex.gc.memory=arena` forces the second. Tests may have addresses marked with
/// [AddressTags], in either.
public final class Memory {

    /// Whether native pages are used.
    public static final boolean NATIVE =
            !"arena".equals(System.getProperty("coex.gc.memory"))
                    && Memory.class.getModule().isNativeAccessEnabled()
                    && NativePages.areAvailable();

    /// Whether an address is itself a place in memory.
    private static final boolean DIRECT = NATIVE && !AddressTags.ON;

    static final MemorySegment EVERYTHING = NATIVE ? everything() : null;

    private static final long OFFSET_MASK =
            DIRECT ? -1L : NATIVE ? AddressTags.ADDRESS_MASK : ArenaChunks.CHUNK_BYTES - 1;

    /// What an address has of these bits is its offset, if the address is that of an aligned value.
    ///
    /// An access with a mode checks bounds and alignment of its offset, each with a branch, on
    /// every read of a slot of the handle table. Of an offset that was masked with a constant the
    /// compiler knows that it is positive and aligned, and leaves both checks out: one instruction
    /// instead of five. No address has the upper two bits.
    private static final long POSITIVE_MASK = OFFSET_MASK & Long.MAX_VALUE >>> 1;

    private static final long INT_MASK = POSITIVE_MASK & -4L;

    private static final long LONG_MASK = POSITIVE_MASK & -8L;

    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private Memory() {}

    @SuppressWarnings("restricted") // granted: that is what NATIVE says
    private static MemorySegment everything() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }

    private static MemorySegment segment(long address) {
        return DIRECT ? EVERYTHING : IndirectAccess.segment(address);
    }

    static long offset(long address) {
        return address & OFFSET_MASK;
    }

    private static long intOffset(long address) {
        assert (address & 3) == 0 : misaligned(address);
        return address & INT_MASK;
    }

    private static long longOffset(long address) {
        assert (address & 7) == 0 : misaligned(address);
        return address & LONG_MASK;
    }

    private static String misaligned(long address) {
        return "misaligned: address=" + address;
    }

    /// `address`, of which the compiler knows from here on that it is positive: an access at a
    /// constant distance from it needs no check.
    public static long known(long address) {
        return DIRECT ? address & POSITIVE_MASK : address;
    }

    /// `address` as the handle table keeps it: without a tag.
    public static long untagged(long address) {
        return AddressTags.ON ? address & AddressTags.ADDRESS_MASK : address;
    }

    // Plain accesses ask for DIRECT themselves: every method on the way takes steps of the
    // compiler. They and what the others call are below 35 bytes, above which the compiler inlines
    // only what is called often.

    public static int getInt(long address) {
        return DIRECT ? EVERYTHING.get(INT, address) : IndirectAccess.getInt(address);
    }

    public static void putInt(long address, int value) {
        if (DIRECT) {
            EVERYTHING.set(INT, address, value);
        } else {
            IndirectAccess.putInt(address, value);
        }
    }

    public static int getIntOpaque(long address) {
        return (int) AccessModes.INT.getOpaque(segment(address), intOffset(address));
    }

    public static int getIntAcquire(long address) {
        return (int) AccessModes.INT.getAcquire(segment(address), intOffset(address));
    }

    public static void putIntRelease(long address, int value) {
        AccessModes.INT.setRelease(segment(address), intOffset(address), value);
    }

    public static boolean compareAndSetInt(long address, int expected, int value) {
        return AccessModes.INT.compareAndSet(segment(address), intOffset(address), expected, value);
    }

    public static long getLong(long address) {
        return DIRECT ? EVERYTHING.get(LONG, address) : IndirectAccess.getLong(address);
    }

    public static void putLong(long address, long value) {
        if (DIRECT) {
            EVERYTHING.set(LONG, address, value);
        } else {
            IndirectAccess.putLong(address, value);
        }
    }

    public static long getLongOpaque(long address) {
        return (long) AccessModes.LONG.getOpaque(segment(address), longOffset(address));
    }

    public static void putLongOpaque(long address, long value) {
        AccessModes.LONG.setOpaque(segment(address), longOffset(address), value);
    }

    public static long getLongAcquire(long address) {
        return (long) AccessModes.LONG.getAcquire(segment(address), longOffset(address));
    }

    public static void putLongRelease(long address, long value) {
        AccessModes.LONG.setRelease(segment(address), longOffset(address), value);
    }

    public static boolean compareAndSetLong(long address, long expected, long value) {
        return AccessModes.LONG.compareAndSet(
                segment(address), longOffset(address), expected, value);
    }

    /// Sets bits atomically and returns the word as it was before.
    public static long getAndOrLong(long address, long bits) {
        return (long) AccessModes.LONG.getAndBitwiseOr(segment(address), longOffset(address), bits);
    }

    /// Clears all but `bits` atomically and returns the word as it was before.
    public static long getAndAndLong(long address, long bits) {
        return (long)
                AccessModes.LONG.getAndBitwiseAnd(segment(address), longOffset(address), bits);
    }

    public static double getDouble(long address) {
        return DIRECT ? EVERYTHING.get(DOUBLE, address) : IndirectAccess.getDouble(address);
    }

    public static void putDouble(long address, double value) {
        if (DIRECT) {
            EVERYTHING.set(DOUBLE, address, value);
        } else {
            IndirectAccess.putDouble(address, value);
        }
    }

    public static byte getByte(long address) {
        return DIRECT ? EVERYTHING.get(BYTE, address) : IndirectAccess.getByte(address);
    }

    public static void putByte(long address, byte value) {
        if (DIRECT) {
            EVERYTHING.set(BYTE, address, value);
        } else {
            IndirectAccess.putByte(address, value);
        }
    }

    public static byte getByteAcquire(long address) {
        return (byte) AccessModes.BYTE.getAcquire(segment(address), offset(address));
    }

    public static void putByteRelease(long address, byte value) {
        AccessModes.BYTE.setRelease(segment(address), offset(address), value);
    }

    /// Fills `bytes` bytes with `value`.
    public static void fill(long address, long bytes, byte value) {
        long at = address;
        long end = address + bytes;
        while (at < end) {
            long piece = Math.min(end - at, bytesInOnePiece(at));
            segment(at).asSlice(offset(at), piece).fill(value);
            at += piece;
        }
    }

    /// Copies words from memory into an array.
    public static void copyWordsOut(long address, long[] target, int from, int count) {
        if (DIRECT) {
            MemorySegment.copy(EVERYTHING, LONG, address, target, from, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            target[from + i] = getLong(address + 8L * i);
        }
    }

    /// Copies from memory into an array.
    public static void copyOut(long address, byte[] target, int from, int count) {
        int done = 0;
        while (done < count) {
            int piece = (int) Math.min(count - done, bytesInOnePiece(address + done));
            MemorySegment.copy(
                    segment(address + done),
                    BYTE,
                    offset(address + done),
                    target,
                    from + done,
                    piece);
            done += piece;
        }
    }

    /// Copies from an array into memory.
    public static void copyIn(byte[] source, int from, long address, int count) {
        int done = 0;
        while (done < count) {
            int piece = (int) Math.min(count - done, bytesInOnePiece(address + done));
            MemorySegment.copy(
                    source,
                    from + done,
                    segment(address + done),
                    BYTE,
                    offset(address + done),
                    piece);
            done += piece;
        }
    }

    /// Copies whole words, in ascending order; for pieces so short that a loop is the fastest way.
    public static void copyWords(long from, long to, int words) {
        int word = 0;
        for (; word + 4 <= words; word += 4) {
            long at = (long) word << 3;
            long first = getLong(from + at);
            long second = getLong(from + at + 8);
            long third = getLong(from + at + 16);
            long fourth = getLong(from + at + 24);
            putLong(to + at, first);
            putLong(to + at + 8, second);
            putLong(to + at + 16, third);
            putLong(to + at + 24, fourth);
        }
        for (; word < words; word++) {
            putLong(to + ((long) word << 3), getLong(from + ((long) word << 3)));
        }
    }

    /// Copies `bytes` bytes from one place to another that does not overlap it. For the lengths of
    /// objects this is faster than a loop over words: 7 ns for 17 words, where the best loop
    /// takes 13.
    public static void copy(long from, long to, long bytes) {
        if (DIRECT) {
            MemorySegment.copy(EVERYTHING, from, EVERYTHING, to, bytes);
        } else {
            copyPieces(from, to, bytes);
        }
    }

    private static void copyPieces(long from, long to, long bytes) {
        long done = 0;
        while (done < bytes) {
            long piece = bytesInOnePiece(from + done, to + done, bytes - done);
            MemorySegment.copy(
                    segment(from + done),
                    offset(from + done),
                    segment(to + done),
                    offset(to + done),
                    piece);
            done += piece;
        }
    }

    /// The first place where two stretches of memory differ, or -1 if they are equal.
    public static long mismatch(long first, long second, long bytes) {
        long done = 0;
        while (done < bytes) {
            long piece = bytesInOnePiece(first + done, second + done, bytes - done);
            long a = offset(first + done);
            long b = offset(second + done);
            long found =
                    MemorySegment.mismatch(
                            segment(first + done),
                            a,
                            a + piece,
                            segment(second + done),
                            b,
                            b + piece);
            if (found >= 0) {
                return done + found;
            }
            done += piece;
        }
        return -1;
    }

    private static long bytesInOnePiece(long first, long second, long most) {
        return Math.min(most, Math.min(bytesInOnePiece(first), bytesInOnePiece(second)));
    }

    private static long bytesInOnePiece(long address) {
        return NATIVE ? Long.MAX_VALUE : ArenaChunks.CHUNK_BYTES - offset(address);
    }
}
