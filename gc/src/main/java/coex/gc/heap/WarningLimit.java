// SPDX-License-Identifier: Apache-2.0
package coex.gc.heap;

import java.util.function.LongSupplier;

/// Keeps a warning from filling a log: so many in a minute, and then none until it is over. Those
/// left out are counted, and the next one that is written says how many there were.
///
/// Any thread; under the lock of this.
final class WarningLimit {

    static final int MOST_IN_A_MINUTE = 10;
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final LongSupplier nanoTime;
    private long minuteBegan;
    private int inThisMinute;
    private long leftOut;

    /// @param nanoTime the clock
    WarningLimit(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /// What to add to a warning, "" or how many were left out; null if it should be left out
    /// itself.
    synchronized String admit() {
        long now = nanoTime.getAsLong();
        if (inThisMinute == 0 || now - minuteBegan >= MINUTE_NANOS) {
            minuteBegan = now;
            inThisMinute = 0;
        }
        if (inThisMinute == MOST_IN_A_MINUTE) {
            leftOut++;
            return null;
        }
        inThisMinute++;
        long before = leftOut;
        leftOut = 0;
        return before == 0 ? "" : " (" + before + " such warnings before it were left out)";
    }
}
