// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import java.nio.ByteOrder;

/// Two ints that lie next to each other in memory, read or written as one word.
///
/// The compiler gives up inlining after a number of steps, and an access to memory takes hundreds
/// of them, of which nothing is left in the end: an operation with half the accesses is twice as
/// likely to become one piece of code.
public final class IntPair {

    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    private static final int FIRST_SHIFT = LITTLE ? 0 : 32;
    private static final int SECOND_SHIFT = LITTLE ? 32 : 0;
    private static final long MASK = 0xFFFF_FFFFL;

    private IntPair() {}

    /// The word of two ints, of which `first` has the lower address.
    public static long of(long first, long second) {
        return (first & MASK) << FIRST_SHIFT | (second & MASK) << SECOND_SHIFT;
    }

    public static int first(long pair) {
        return (int) (pair >>> FIRST_SHIFT);
    }

    public static int second(long pair) {
        return (int) (pair >>> SECOND_SHIFT);
    }
}
