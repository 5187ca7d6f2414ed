// SPDX-License-Identifier: Apache-2.0
package coex.collections.value;

/// Mixes bits so that tries, which use a hash as it is, become even.
public final class Hashing {

    private Hashing() {}

    /// A hash of a word: every bit of it changes about half the bits of the result.
    public static int ofWord(long word) {
        long mixed = (word ^ (word >>> 32)) * 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ (mixed >>> 29)) * 0xBF58_476D_1CE4_E5B9L;
        return (int) (mixed >>> 32);
    }

    /// Takes one more hash into that of a sequence.
    public static int followedBy(int hash, int next) {
        return ofWord((long) hash << 32 ^ Integer.toUnsignedLong(next));
    }
}
