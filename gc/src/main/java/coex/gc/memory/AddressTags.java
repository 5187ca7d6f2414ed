// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/// Marks addresses so that the use of one that has outlived a safepoint is found
/// (`Invariant.ADDRESSES_LIVE_IN_ONE_TABLE`). Only in tests: `-Dcoex.check.safepoints=true`.
///
///      63 62 61          48 47                                  0
///     +-----+--------------+-------------------------------------+
///     |  0  |  tag         |  address                            |
///     +-----+--------------+-------------------------------------+
///
/// What a mutator resolves has the tag that is open for that mutator; coming to a safepoint closes
/// it. Offsets are added to a marked address as to any other, and every access looks whether its
/// tag is open. An address without a tag is the collector's, or that of something which is no
/// object, and is not looked at.
///
/// A tag is given out again when all others have been: until then no address with it is taken for
/// a good one.
public final class AddressTags {

    /// Whether addresses have tags at all; a constant, so that production code has no trace of
    /// them.
    public static final boolean ON = Boolean.getBoolean("coex.check.safepoints");

    private static final int SHIFT = 48;
    private static final int TAGS = 1 << 14;

    /// The bits of a marked address that are the address.
    static final long ADDRESS_MASK = (1L << SHIFT) - 1;

    /// So many tags are tried, one after the other, for one that is not open.
    private static final int MOST_TRIED = 256;

    /// 1 where a tag is open.
    ///
    /// - writers: the thread that opens it, by compare-and-set; whoever closes it, with release
    /// - readers: whoever uses an address, plainly
    /// - why: who uses an address is who has resolved it, and sees its own writes
    private static final AtomicIntegerArray OPEN = new AtomicIntegerArray(ON ? TAGS : 0);

    /// Counts up; the next tag to try is in its lower bits. Any thread adds to it, atomically.
    private static final AtomicInteger NEXT = new AtomicInteger();

    private AddressTags() {}

    /// A tag nobody else has; 0, which is none, if nearly all are open.
    public static int open() {
        for (int tried = 0; tried < MOST_TRIED; tried++) {
            int tag = NEXT.incrementAndGet() & (TAGS - 1);
            if (tag != 0 && OPEN.compareAndSet(tag, 0, 1)) {
                return tag;
            }
        }
        return 0;
    }

    /// What has this tag must not be used any more.
    public static void close(int tag) {
        OPEN.setRelease(tag, 0);
    }

    public static long mark(long address, int tag) {
        return address | (long) tag << SHIFT;
    }

    /// `address` without its tag, if that is open.
    ///
    /// @throws AssertionError if it is not
    static long checked(long address) {
        int tag = (int) (address >>> SHIFT);
        if (tag != 0 && OPEN.getPlain(tag & TAGS - 1) == 0) {
            throw new AssertionError(
                    "an address was used after a safepoint: address=%#x"
                            .formatted(address & ADDRESS_MASK));
        }
        return address & ADDRESS_MASK;
    }
}
