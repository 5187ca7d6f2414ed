// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.gc.mutator.MutatorContext;

import java.util.Arrays;

/// Sorts words by their upper half, taken as an unsigned hash. Stable. Comes to safepoints if they
/// are many.
final class HashOrder {

    private static final int FEW = 512;
    private static final int RADIX_BITS = 11;
    private static final int BUCKETS = 1 << RADIX_BITS;

    /// Words between two safepoints.
    private static final int STEP = 1 << 14;

    private HashOrder() {}

    /// Returns the words in order, in an array of the same length, which may be the same one. Equal
    /// hashes stay in the order of the lower halves, by which the words must be sorted before.
    static long[] sort(long[] words, MutatorContext mutator) {
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
            distribute(from, to, next, shift, mutator);
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

    private static void distribute(
            long[] from, long[] to, int[] next, int shift, MutatorContext mutator) {
        Arrays.fill(next, 0);
        for (int done = 0; done < from.length; done += STEP) {
            int end = Math.min(from.length, done + STEP);
            for (int i = done; i < end; i++) {
                next[(int) (from[i] >>> shift) & BUCKETS - 1]++;
            }
            mutator.poll();
        }
        int start = 0;
        for (int i = 0; i < BUCKETS; i++) {
            int count = next[i];
            next[i] = start;
            start += count;
        }
        for (int done = 0; done < from.length; done += STEP) {
            int end = Math.min(from.length, done + STEP);
            for (int i = done; i < end; i++) {
                to[next[(int) (from[i] >>> shift) & BUCKETS - 1]++] = from[i];
            }
            mutator.poll();
        }
    }
}
