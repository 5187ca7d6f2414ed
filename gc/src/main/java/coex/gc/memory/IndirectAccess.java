// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import java.lang.foreign.MemorySegment;

/// The plain accesses of [Memory] where an address is not itself a place in memory: without native
/// pages it names a chunk, and with [AddressTags] it has a tag.
final class IndirectAccess {

    private IndirectAccess() {}

    static int getInt(long address) {
        return segment(address).get(Memory.INT, Memory.offset(address));
    }

    static void putInt(long address, int value) {
        segment(address).set(Memory.INT, Memory.offset(address), value);
    }

    static long getLong(long address) {
        return segment(address).get(Memory.LONG, Memory.offset(address));
    }

    static void putLong(long address, long value) {
        segment(address).set(Memory.LONG, Memory.offset(address), value);
    }

    static double getDouble(long address) {
        return segment(address).get(Memory.DOUBLE, Memory.offset(address));
    }

    static void putDouble(long address, double value) {
        segment(address).set(Memory.DOUBLE, Memory.offset(address), value);
    }

    static byte getByte(long address) {
        return segment(address).get(Memory.BYTE, Memory.offset(address));
    }

    static void putByte(long address, byte value) {
        segment(address).set(Memory.BYTE, Memory.offset(address), value);
    }

    /// The segment in which [Memory#offset] of an address lies.
    static MemorySegment segment(long address) {
        long place = AddressTags.ON ? AddressTags.checked(address) : address;
        return Memory.NATIVE ? Memory.EVERYTHING : ArenaChunks.segment(place);
    }
}
