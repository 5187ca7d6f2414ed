// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.table;

import java.util.Arrays;

/// Which keys are looked at: those from `from`, with it, to `to`.
///
/// @param from null for no bound
/// @param to null for no bound
public record Bounds(byte[] from, byte[] to, boolean toInclusive) {

    public static final Bounds ALL = new Bounds(null, null, false);

    public static Bounds closed(byte[] from, byte[] to) {
        return new Bounds(from, to, true);
    }

    public static Bounds halfOpen(byte[] from, byte[] to) {
        return new Bounds(from, to, false);
    }

    /// All keys that begin with `prefix`.
    public static Bounds startingWith(byte[] prefix) {
        return new Bounds(prefix, after(prefix), false);
    }

    /// The first key that is greater than all that begin with `prefix`; null if there is none.
    private static byte[] after(byte[] prefix) {
        int length = prefix.length;
        while (length > 0 && prefix[length - 1] == (byte) 0xFF) {
            length--;
        }
        if (length == 0) {
            return null;
        }
        byte[] next = Arrays.copyOf(prefix, length);
        next[length - 1]++;
        return next;
    }

    boolean isVoid() {
        if (from == null || to == null) {
            return false;
        }
        int order = Arrays.compareUnsigned(from, to);
        return order > 0 || order == 0 && !toInclusive;
    }
}
