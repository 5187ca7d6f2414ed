// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

/// The bounds of slices, as the language has them: a negative one counts from the end, and each is
/// then cut to the length. Nothing here fails.
final class Bounds {

    private Bounds() {}

    /// A bound as a position from 0 to `length`.
    static int position(long bound, int length) {
        long fromStart = bound < 0 ? bound + length : bound;
        return (int) Math.clamp(fromStart, 0, (long) length);
    }

    static int check(long index, int length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfRangeException(index, length);
        }
        return (int) index;
    }
}
