// SPDX-License-Identifier: Apache-2.0
package coex.collections.text;

/// Looks at the eight bytes of a word at once.
public final class WordBytes {

    /// The highest bit of each byte, where [#below] shows what it has found.
    public static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private static final long ONES = 0x0101_0101_0101_0101L;

    private WordBytes() {}

    /// A word with `value`, of one byte, in each of its bytes.
    public static long all(long value) {
        return value * ONES;
    }

    /// Which bytes are less than `limit`, which is at most 128: of these the highest bit is set. A
    /// byte that is less borrows from the one above, so only the lowest bit found is right for
    /// certain, and there is none if and only if there is no such byte. Of the other bits of a byte
    /// nothing is said.
    public static long below(long word, long limit) {
        return word - all(limit) & ~word;
    }
}
