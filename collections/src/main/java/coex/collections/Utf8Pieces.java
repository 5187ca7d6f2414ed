// SPDX-License-Identifier: Apache-2.0
package coex.collections;

/// Where a piece of UTF-8 may end.
final class Utf8Pieces {

    private static final int LONGEST = 4;

    private Utf8Pieces() {}

    /// How many of the first `count` bytes are whole characters: all but the beginning of one at
    /// the end. What is not UTF-8 counts as whole.
    static int wholeCharacters(byte[] utf8, int count) {
        for (int back = 1; back < LONGEST && back <= count; back++) {
            int each = utf8[count - back] & 0xFF;
            if (each < 0x80) {
                return count;
            }
            if (each >= 0xC0) { // the first byte of a character
                int bytes = each >= 0xF0 ? 4 : each >= 0xE0 ? 3 : 2;
                return bytes > back ? count - back : count;
            }
        }
        return count;
    }
}
