// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import coex.gc.memory.Memory;

/// One character beyond ASCII in UTF-8, as the Unicode standard has it: the shortest form only, no
/// surrogates, nothing above U+10FFFF.
final class Utf8Sequence {

    private Utf8Sequence() {}

    /// How many bytes a character of UTF-8 has that begins with `lead`; 0 if none does.
    private static int lengthFrom(int lead) {
        if (lead < 0xC2 || lead > 0xF4) {
            return 0;
        }
        return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    }

    /// Whether `second` may follow `lead`, which begins a character.
    private static boolean mayFollow(int lead, int second) {
        return switch (lead) {
            case 0xE0 -> second >= 0xA0 && second <= 0xBF;
            case 0xED -> second >= 0x80 && second <= 0x9F;
            case 0xF0 -> second >= 0x90 && second <= 0xBF;
            case 0xF4 -> second >= 0x80 && second <= 0x8F;
            default -> second >= 0x80 && second <= 0xBF;
        };
    }

    /// The bytes of the character at `at`, which begins with a byte beyond ASCII; 0 if that is
    /// none.
    static int length(byte[] text, int at, int end) {
        int lead = text[at] & 0xFF;
        int length = lengthFrom(lead);
        if (length == 0 || end - at < length || !mayFollow(lead, text[at + 1] & 0xFF)) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if ((text[at + i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    /// Like [#length(byte[], int, int)], of text in memory.
    static int length(long at, long end) {
        int lead = Memory.getByte(at) & 0xFF;
        int length = lengthFrom(lead);
        if (length == 0 || end - at < length || !mayFollow(lead, Memory.getByte(at + 1) & 0xFF)) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if ((Memory.getByte(at + i) & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    /// Writes a code point and returns how many bytes it takes.
    static int put(int codePoint, byte[] target, int at) {
        if (codePoint < 0x80) {
            target[at] = (byte) codePoint;
            return 1;
        }
        if (codePoint < 0x800) {
            target[at] = (byte) (0xC0 | codePoint >> 6);
            target[at + 1] = (byte) (0x80 | codePoint & 0x3F);
            return 2;
        }
        if (codePoint < 0x10000) {
            target[at] = (byte) (0xE0 | codePoint >> 12);
            target[at + 1] = (byte) (0x80 | codePoint >> 6 & 0x3F);
            target[at + 2] = (byte) (0x80 | codePoint & 0x3F);
            return 3;
        }
        target[at] = (byte) (0xF0 | codePoint >> 18);
        target[at + 1] = (byte) (0x80 | codePoint >> 12 & 0x3F);
        target[at + 2] = (byte) (0x80 | codePoint >> 6 & 0x3F);
        target[at + 3] = (byte) (0x80 | codePoint & 0x3F);
        return 4;
    }
}
