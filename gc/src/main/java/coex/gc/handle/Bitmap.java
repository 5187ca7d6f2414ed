// SPDX-License-Identifier: Apache-2.0
package coex.gc.handle;

import coex.gc.memory.Memory;
import coex.gc.memory.Reservation;
import coex.gc.memory.Reservations;

/// One bit for each handle, in words of 64. Word `w` holds the bits of handles `64w` to `64w + 63`.
///
/// The class knows no protocol: who may write which bits, and when, is stated by its users. It is
/// not final so that a test can come between two accesses of one of them.
class Bitmap {

    /// Makes one: the constructor, but for such tests.
    interface Maker {
        Bitmap make(Reservations region, String name, long maximumHandles, boolean hugePages);
    }

    private final Reservation words;
    private final long base;

    Bitmap(Reservations region, String name, long maximumHandles, boolean hugePages) {
        words = region.of(name, maximumHandles >>> 3, hugePages);
        base = words.base();
    }

    Reservation reservation() {
        return words;
    }

    long wordAcquire(long word) {
        return Memory.getLongAcquire(base + (word << 3));
    }

    void setWordRelease(long word, long bits) {
        Memory.putLongRelease(base + (word << 3), bits);
    }

    void setBits(long word, long bits) {
        Memory.getAndOrLong(base + (word << 3), bits);
    }

    void clearBits(long word, long bits) {
        Memory.getAndAndLong(base + (word << 3), ~bits);
    }
}
