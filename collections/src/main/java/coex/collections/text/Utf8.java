// SPDX-License-Identifier: Apache-2.0
package coex.collections.text;

import coex.gc.memory.Memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// What can be said of a stretch of UTF-8 by looking at its bytes. No method is a safepoint.
final class Utf8 {

    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final boolean WORDS =
            Memory.NATIVE && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    private static final int LONGEST_BY_WORDS = 64;
    private static final int WORDS_AT_ONCE = 6;
    private static final int LAST_WORD_AT_ONCE = 0x38;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    /// See [#indexOf].
    static final int NOT_YET = -2;

    private Utf8() {}

    /// Copies text into a new string, whose text begins in the middle of a word and whose last word
    /// is 0: word by word, if the array goes on behind the text.
    static void copyIn(byte[] utf8, int from, long text, int count) {
        if (!WORDS || count > LONGEST_BY_WORDS || utf8.length - from < count + 8) {
            Memory.copyIn(utf8, from, text, count);
            return;
        }
        if (count < 4) {
            int first = (int) (long) WORD.get(utf8, from) & (1 << 8 * count) - 1;
            Memory.putInt(text, first);
            return;
        }
        Memory.putInt(text, (int) (long) WORD.get(utf8, from));
        int at = 4;
        for (; at + 8 <= count; at += 8) {
            Memory.putLong(text + at, (long) WORD.get(utf8, from + at));
        }
        if (at < count) {
            long mask = -1L >>> 64 - 8 * (count - at);
            Memory.putLong(text + at, (long) WORD.get(utf8, from + at) & mask);
        }
    }

    /// The number of code points: bytes that do not continue one.
    static int codePoints(long address, int bytes) {
        int continuing = 0;
        int at = 0;
        if (Memory.NATIVE) {
            for (; at + 8 <= bytes; at += 8) {
                long word = Memory.getLong(address + at);
                // A byte continues a code point if its upper bits are 10.
                continuing += Long.bitCount(word & HIGH_BITS & ~(word << 1));
            }
        }
        for (; at < bytes; at++) {
            if ((Memory.getByte(address + at) & 0xC0) == 0x80) {
                continuing++;
            }
        }
        return bytes - continuing;
    }

    /// A hash of the bytes; never 0, which stands for one not yet worked out. Of a text of more
    /// than [TextHash#LONGEST_WHOLE] bytes it takes in both ends and some words between them.
    static int hash(long address, int bytes) {
        long mixed = TextHash.start(bytes);
        if (bytes <= TextHash.LONGEST_WHOLE) {
            return TextHash.end(mix(mixed, address, bytes));
        }
        mixed = mix(mixed, address, TextHash.END_BYTES);
        for (int i = 0; i < TextHash.SAMPLES; i++) {
            mixed = TextHash.mix(mixed, word(address + TextHash.sample(bytes, i)));
        }
        long end = address + bytes - TextHash.END_BYTES;
        return TextHash.end(mix(mixed, end, TextHash.END_BYTES));
    }

    /// A hash of a text of which only so many bytes at either end count.
    static int hashOfEnds(long address, int bytes, int endBytes) {
        long mixed = mix(TextHash.start(bytes), address, endBytes);
        return TextHash.end(mix(mixed, address + bytes - endBytes, endBytes));
    }

    private static long mix(long start, long address, int bytes) {
        long mixed = start;
        int at = 0;
        for (; at + 8 <= bytes; at += 8) {
            mixed = TextHash.mix(mixed, word(address + at));
        }
        return at < bytes ? TextHash.mix(mixed, gather(address + at, bytes - at)) : mixed;
    }

    private static long word(long address) {
        return Memory.NATIVE ? Memory.getLong(address) : gather(address, 8);
    }

    /// Up to eight bytes as one word, the first lowest.
    private static long gather(long address, int count) {
        long word = 0;
        for (int i = count - 1; i >= 0; i--) {
            word = word << 8 | Memory.getByte(address + i) & 0xFF;
        }
        return word;
    }

    /// Whether `bytes` bytes, a multiple of eight and not 0, are the same at both places. Up to
    /// [#WORDS_AT_ONCE] words are compared without a branch: where a loop ends is hard to foresee,
    /// and texts that are compared mostly are equal.
    static boolean sameWords(long first, long second, int bytes) {
        if (bytes > 8 * WORDS_AT_ONCE) {
            return Memory.mismatch(first, second, bytes) < 0;
        }
        long difference = 0;
        for (int i = 0; i < WORDS_AT_ONCE; i++) {
            int at = Math.min(8 * i, bytes - 8) & LAST_WORD_AT_ONCE; // known to be positive
            difference |= Memory.getLong(first + at) ^ Memory.getLong(second + at);
        }
        return difference == 0;
    }

    static boolean equal(long first, long second, int bytes) {
        if (Memory.NATIVE && bytes <= 64) {
            return equalShort(first, second, bytes);
        }
        return Memory.mismatch(first, second, bytes) < 0;
    }

    /// Compares up to 64 bytes from both ends, in pieces that overlap, so that a few lengths go the
    /// same way: texts that are compared mostly are equal, and where a loop ends is hard to
    /// foresee.
    private static boolean equalShort(long first, long second, int bytes) {
        if (bytes < 8) {
            return equalWithinWord(first, second, bytes);
        }
        if (bytes <= 16) {
            return difference(first, second, 0, bytes - 8) == 0;
        }
        long ends =
                difference(first, second, 0, 8) | difference(first, second, bytes - 16, bytes - 8);
        if (bytes <= 32) {
            return ends == 0;
        }
        return (ends
                        | difference(first, second, 16, 24)
                        | difference(first, second, bytes - 32, bytes - 24))
                == 0;
    }

    /// 0 if the words at both places are equal.
    private static long difference(long first, long second, int place, int otherPlace) {
        return Memory.getLong(first + place) ^ Memory.getLong(second + place)
                | Memory.getLong(first + otherPlace) ^ Memory.getLong(second + otherPlace);
    }

    private static boolean equalWithinWord(long first, long second, int bytes) {
        if (bytes >= 4) {
            return Memory.getInt(first) == Memory.getInt(second)
                    && Memory.getInt(first + bytes - 4) == Memory.getInt(second + bytes - 4);
        }
        for (int at = 0; at < bytes; at++) {
            if (Memory.getByte(first + at) != Memory.getByte(second + at)) {
                return false;
            }
        }
        return true;
    }

    /// Where `sought` begins first in the text at or after `from`, or -1; [#NOT_YET] less `n` if it
    /// does not begin before `n` and many bytes have been looked at, about `most`.
    static int indexOf(long text, int textBytes, long sought, int soughtBytes, int from, int most) {
        int last = textBytes - soughtBytes;
        if (soughtBytes == 0) {
            return from <= textBytes ? from : -1;
        }
        byte head = Memory.getByte(sought);
        int end = (int) Math.min(last, (long) from + most);
        int left = most;
        int at = from;
        for (; at <= end && left > 0; at++) {
            if (Memory.getByte(text + at) == head) {
                int same = common(text + at + 1, sought + 1, soughtBytes - 1);
                if (same == soughtBytes - 1) {
                    return at;
                }
                left -= same;
            }
        }
        return at > last ? -1 : NOT_YET - at;
    }

    /// How many bytes are the same at the beginning of both; of short texts that differ it may be
    /// too few.
    private static int common(long first, long second, int bytes) {
        if (bytes <= 64) {
            return equal(first, second, bytes) ? bytes : 0;
        }
        long found = Memory.mismatch(first, second, bytes);
        return found < 0 ? bytes : (int) found;
    }
}
