package coex.collections;

import coex.collections.text.TextHash;
import coex.collections.value.Hashing;

import java.util.ArrayList;
import java.util.List;

/// Keys that somebody has chosen because their hashes are equal. It takes next to no time to find
/// as many as one likes.
public final class CollidingKeys {

    private static final int HASH = 0x5EED_0001;
    private static final int WORDS_BEFORE_TURN = 4096;

    private CollidingKeys() {}

    /// Undoes [Hashing#ofWord]: the word with this hash and these lower bits of the last product.
    public static long wordWithHash(int hash, int low) {
        long mixed = (long) hash << 32 | Integer.toUnsignedLong(low);
        mixed *= inverse(0xBF58_476D_1CE4_E5B9L);
        mixed = mixed ^ mixed >>> 29 ^ mixed >>> 58;
        mixed *= inverse(0x9E37_79B9_7F4A_7C15L);
        return mixed ^ mixed >>> 32;
    }

    /// A word for each number, all with the same hash.
    public static long word(int number) {
        return wordWithHash(HASH, number);
    }

    /// Texts of 16 letters, digits and the like, all with the same hash.
    public static List<String> texts(int count) {
        List<String> texts = new ArrayList<>();
        long inverse = inverse(0xBF58_476D_1CE4_E5B9L);
        for (int turn = 0; texts.size() < count; turn++) {
            String head = "k%07d".formatted(turn);
            long mixed = TextHash.mix(TextHash.start(16), wordOf(head));
            for (int low = 0; low < WORDS_BEFORE_TURN && texts.size() < count; low++) {
                // What the state must be in the end, and the word that makes it so
                long end = wordWithHash(HASH, turn * WORDS_BEFORE_TURN + low);
                long word = (end ^ end >>> 32) * inverse ^ mixed;
                if (isPlain(word)) {
                    texts.add(head + textOf(word));
                }
            }
        }
        return texts;
    }

    private static long wordOf(String text) {
        long word = 0;
        for (int i = 7; i >= 0; i--) {
            word = word << 8 | text.charAt(i);
        }
        return word;
    }

    private static String textOf(long word) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            text.append((char) (word >>> 8 * i & 0xFF));
        }
        return text.toString();
    }

    /// Whether all bytes are printable, and need no escape in JSON.
    private static boolean isPlain(long word) {
        for (int i = 0; i < 8; i++) {
            int letter = (int) (word >>> 8 * i) & 0xFF;
            if (letter <= ' ' || letter > '~' || letter == '"' || letter == '\\') {
                return false;
            }
        }
        return true;
    }

    private static long inverse(long odd) {
        long inverse = odd;
        for (int i = 0; i < 6; i++) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }
}
