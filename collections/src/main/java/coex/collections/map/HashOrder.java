package coex.collections.map;

import java.util.Arrays;

/// Sorts words by their upper half, taken as an unsigned hash. Stable.
final class HashOrder {

    private static final int FEW = 512;
    private static final int RADIX_BITS = 11;
    private static final int BUCKETS = 1 << RADIX_BITS;

    private HashOrder() {}

    /// Returns the words in order, in an array of the same length, which may be the same one. Equal
    /// hashes stay in the order of the lower halves, by which the words must be sorted before.
    static long[] sort(long[] words) {
        if (words.length <= FEW) {
            flipSigns(words);
            Arrays.sort(words);
            flipSigns(words);
            return words;
        }
        long[] from = words;
        long[] to = new long[words.length];
        int[] next = new int[BUCKETS];
        for (int shift = 32; shift < 64; shift += RADIX_BITS) {
            distribute(from, to, next, shift);
            long[] swapped = from;
            from = to;
            to = swapped;
        }
        return from;
    }

    private static void flipSigns(long[] words) {
        for (int i = 0; i < words.length; i++) {
            words[i] ^= Long.MIN_VALUE;
        }
    }

    private static void distribute(long[] from, long[] to, int[] next, int shift) {
        Arrays.fill(next, 0);
        for (long word : from) {
            next[(int) (word >>> shift) & BUCKETS - 1]++;
        }
        int start = 0;
        for (int i = 0; i < BUCKETS; i++) {
            int count = next[i];
            next[i] = start;
            start += count;
        }
        for (long word : from) {
            to[next[(int) (word >>> shift) & BUCKETS - 1]++] = word;
        }
    }
}
