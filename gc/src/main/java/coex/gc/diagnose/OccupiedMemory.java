// SPDX-License-Identifier: Apache-2.0
package coex.gc.diagnose;

import coex.gc.memory.BlockSpace;

import java.util.Arrays;

/// Which 8-byte words of the heap have been claimed by an object: one bit each.
final class OccupiedMemory {

    private final long base;
    private long[] claimed = new long[1024];

    OccupiedMemory(BlockSpace blocks) {
        base = blocks.base();
    }

    /// Claims the words of an object; false if one of them was claimed before.
    boolean claim(long address, long bytes) {
        long first = (address - base) >>> 3;
        long last = (address + bytes - 1 - base) >>> 3;
        int needed = Math.toIntExact((last >>> 6) + 1);
        if (needed > claimed.length) {
            claimed = Arrays.copyOf(claimed, Math.max(needed, claimed.length * 2));
        }
        boolean free = true;
        for (long word = first; word <= last; word++) {
            long bit = 1L << word;
            free &= (claimed[(int) (word >>> 6)] & bit) == 0;
            claimed[(int) (word >>> 6)] |= bit;
        }
        return free;
    }
}
