// SPDX-License-Identifier: Apache-2.0
package coex.collections;

/// How many elements a builder gathers before it puts them into the heap.
///
/// More at a time make a trie whose nodes lie closer together, and fewer that are garbage at once.
/// What limits them is the time for which a batch keeps the collector from its answer: the slots
/// that root a batch of objects are shaded in one piece, and words are sorted in one piece.
final class BatchSizes {

    static final int FIRST = 64;

    private static final int MOST_WORDS = 1 << 15;
    private static final int MOST_OBJECTS = 1 << 12;

    private BatchSizes() {}

    /// The size after one that was filled.
    static int after(int size, boolean objects) {
        return Math.min(size * 4, objects ? MOST_OBJECTS : MOST_WORDS);
    }
}
