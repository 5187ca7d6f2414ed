// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

/// Lines of one block, as bits in an array of longs that the caller owns.
final class LineSet {

    private LineSet() {}

    /// The first line from `from` on that is in the set, or `lines` if there is none.
    static int next(long[] set, int from, int lines) {
        return scan(set, from, lines, 0);
    }

    /// The first line from `from` on that is not in the set, or `lines` if all are.
    static int nextAbsent(long[] set, int from, int lines) {
        return scan(set, from, lines, -1L);
    }

    private static int scan(long[] set, int from, int lines, long flip) {
        int line = from;
        while (line < lines) {
            long rest = (set[line >>> 6] ^ flip) >>> line;
            if (rest != 0) {
                return Math.min(line + Long.numberOfTrailingZeros(rest), lines);
            }
            line = (line | 63) + 1;
        }
        return lines;
    }

    static void add(long[] set, int from, int to) {
        for (int line = from; line < to; line = (line | 63) + 1) {
            set[line >>> 6] |= mask(line, to);
        }
    }

    static void remove(long[] set, int from, int to) {
        for (int line = from; line < to; line = (line | 63) + 1) {
            set[line >>> 6] &= ~mask(line, to);
        }
    }

    /// The bits from `line` to the end of its word, or to `to` if that comes first.
    private static long mask(int line, int to) {
        long upTo = to > (line | 63) ? -1L : (1L << to) - 1;
        return -1L << line & upTo;
    }
}
