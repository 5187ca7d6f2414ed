// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

/// The characters that stand for themselves in a JSON string and take one byte: ASCII, but for
/// quotes, backslashes and control characters.
final class PlainCharacters {

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private PlainCharacters() {}

    static boolean isPlain(byte character) {
        return character >= ' ' && character != '"' && character != '\\';
    }

    /// How many of eight characters, from the lowest byte of the word on, come before the first
    /// that is not plain: 8 if all are plain.
    static int before(long word) {
        long quote = word ^ '"' * ONES;
        long backslash = word ^ '\\' * ONES;
        // The lowest bit found is right; above it there may be wrong ones.
        long special =
                (quote - ONES & ~quote
                                | backslash - ONES & ~backslash
                                | word - ' ' * ONES & ~word
                                | word)
                        & HIGH_BITS;
        return Long.numberOfTrailingZeros(special) >>> 3;
    }
}
