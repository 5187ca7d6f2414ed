// SPDX-License-Identifier: Apache-2.0
package coex.collections.text;

import coex.collections.value.Hashing;
import coex.collections.value.Pause;

/// What the hash of a text is made of, wherever the text is.
///
/// Tries ask for hashes where there can be no safepoint, so working one out must not take long,
/// however long the text is: only both ends of a long text count, and some words between them.
public final class TextHash {

    /// The longest text of which every byte counts.
    public static final int LONGEST_WHOLE = Pause.STEP_BYTES;

    /// The bytes at each end of a longer text that all count.
    public static final int END_BYTES = LONGEST_WHOLE / 4;

    /// The words between them that count too.
    public static final int SAMPLES = 4096;

    /// The bytes that count as one part of a text that is part of something else.
    static final int BYTES_OF_PART = 256;

    private TextHash() {}

    public static long start(int bytes) {
        return bytes * 0x9E37_79B9_7F4A_7C15L;
    }

    public static long mix(long mixed, long word) {
        long next = (mixed ^ word) * 0xBF58_476D_1CE4_E5B9L;
        return next ^ next >>> 32;
    }

    /// Where a word between the ends begins.
    public static int sample(int bytes, int number) {
        long between = bytes - 2 * END_BYTES - 8;
        return END_BYTES + (int) (between * number / SAMPLES);
    }

    public static int end(long mixed) {
        int hash = Hashing.ofWord(mixed);
        return hash == 0 ? 1 : hash;
    }
}
