package coex.bench.subject;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Keys that somebody has chosen because their hashes are equal, and others of the same form that
/// nobody has.
public final class FloodKeys {

    private static final long FIRST_FACTOR = 0x9E37_79B9_7F4A_7C15L;
    private static final long SECOND_FACTOR = 0xBF58_476D_1CE4_E5B9L;
    private static final int HASH = 0x5EED_0001;
    private static final int WORDS_BEFORE_TURN = 4096;
    private static final int TEXT_BYTES = 16;

    private FloodKeys() {}

    /// Words with one hash in our collections: their mixing undone.
    public static long[] words(int count) {
        long[] words = new long[count];
        for (int i = 0; i < count; i++) {
            words[i] = wordWithHash(i);
        }
        return words;
    }

    private static long wordWithHash(int low) {
        long mixed = ((long) HASH << 32 | Integer.toUnsignedLong(low)) * inverse(SECOND_FACTOR);
        mixed = (mixed ^ mixed >>> 29 ^ mixed >>> 58) * inverse(FIRST_FACTOR);
        return mixed ^ mixed >>> 32;
    }

    /// Longs with one hash in `java.util`.
    public static long[] javaWords(int count) {
        long[] words = new long[count];
        for (int i = 0; i < count; i++) {
            words[i] = (long) i << 32 | i;
        }
        return words;
    }

    public static long[] randomWords(int count) {
        return new Random(1).longs(count).toArray();
    }

    /// Texts of 16 printable bytes with one hash in our collections.
    public static List<String> texts(int count) {
        List<String> texts = new ArrayList<>();
        for (int turn = 0; texts.size() < count; turn++) {
            String head = "k%07d".formatted(turn);
            long mixed = mix(TEXT_BYTES * FIRST_FACTOR ^ wordOf(head));
            for (int i = 0; i < WORDS_BEFORE_TURN && texts.size() < count; i++) {
                // What the state must be in the end, and the word that makes it so
                long end = wordWithHash(turn * WORDS_BEFORE_TURN + i);
                long word = (end ^ end >>> 32) * inverse(SECOND_FACTOR) ^ mixed;
                if (isPlain(word)) {
                    texts.add(head + textOf(word));
                }
            }
        }
        return texts;
    }

    private static long mix(long word) {
        long next = word * SECOND_FACTOR;
        return next ^ next >>> 32;
    }

    /// Texts with one hash in `java.util`, where `Aa` and `BB` count the same.
    public static List<String> javaTexts(int count) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder();
            for (int bit = 0; bit < TEXT_BYTES; bit++) {
                text.append((i >>> bit & 1) == 0 ? "Aa" : "BB");
            }
            texts.add(text.toString());
        }
        return texts;
    }

    public static List<String> randomTexts(int count) {
        Random random = new Random(1);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder("k%07d".formatted(i));
            while (text.length() < TEXT_BYTES) {
                text.append((char) ('a' + random.nextInt(26)));
            }
            texts.add(text.toString());
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
