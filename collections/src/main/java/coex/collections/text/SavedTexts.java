// SPDX-License-Identifier: Apache-2.0
package coex.collections.text;

import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Strings in saves: the number of bytes, and the text. A view is saved as what it shows.
final class SavedTexts {

    private SavedTexts() {}

    static void write(Strings strings, SaveOutput out, long string) throws IOException {
        int bytes = strings.byteLength(out.mutator(), string);
        out.number(bytes);
        out.memory(mutator -> strings.text(mutator, string), bytes);
    }

    static long read(Strings strings, SaveInput in) throws IOException {
        int bytes = in.number("bytes of a text", 1, Strings.MOST_BYTES);
        byte[] utf8 = in.bytes(bytes);
        if (!isAscii(utf8) && !isUtf8(utf8)) {
            throw in.refuse("text is not UTF-8");
        }
        return strings.of(in.mutator(), utf8, 0, bytes);
    }

    private static boolean isAscii(byte[] utf8) {
        int all = 0;
        for (byte each : utf8) {
            all |= each;
        }
        return all >= 0;
    }

    private static boolean isUtf8(byte[] utf8) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
