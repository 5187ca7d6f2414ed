// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import coex.collections.text.WordBytes;

/// The characters that stand for themselves in a JSON string and take one byte: ASCII, but for
/// quotes, backslashes and control characters.
final class PlainCharacters {

    private PlainCharacters() {}

    static boolean isPlain(byte character) {
        return character >= ' ' && character != '"' && character != '\\';
    }

    /// How many of eight characters, from the lowest byte of the word on, come before the first
    /// that is not plain: 8 if all are plain.
    static int before(long word) {
        // The lowest bit found is right; above it there may be wrong ones.
        long special =
                (WordBytes.below(word ^ WordBytes.all('"'), 1)
                                | WordBytes.below(word ^ WordBytes.all('\\'), 1)
                                | WordBytes.below(word, ' ')
                                | word)
                        & WordBytes.HIGH_BITS;
        return Long.numberOfTrailingZeros(special) >>> 3;
    }
}
