// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.gc.mutator.MutatorContext;

/// Goes through the entries of a [CollisionTree] in their order. Holds handles, no addresses, so it
/// is good across safepoints as long as the tree is rooted. For one thread at a time.
final class CollisionCursor {

    private final Trie trie;

    /// The nodes from the top to the one whose entry is next, and in each which entry that is.
    private final long[] nodes = new long[BTree.MOST_LEVELS];

    private final int[] places = new int[BTree.MOST_LEVELS];
    private int depth;

    private long key;
    private long value;

    CollisionCursor(Trie trie) {
        this.trie = trie;
    }

    /// Turns to the first entry: [#next] follows.
    void start(MutatorContext mutator, long top) {
        depth = 0;
        goDown(mutator, top);
    }

    private void goDown(MutatorContext mutator, long top) {
        long node = top;
        for (; ; node = BTree.child(mutator, node, 0)) {
            nodes[depth] = node;
            places[depth++] = 0;
            if (BTree.isLeaf(mutator, node)) {
                return;
            }
        }
    }

    /// Goes to the next entry; false if there is none. No safepoint.
    boolean next(MutatorContext mutator) {
        while (depth > 0) {
            long node = nodes[depth - 1];
            long address = mutator.address(node);
            long bits = Trie.bits(address);
            int entries = Trie.count(Trie.entryBits(bits));
            int children = Trie.count(Trie.childBits(bits));
            int place = places[depth - 1]++;
            if (place < entries) {
                key = trie.key(address, entries, children, place);
                value = trie.value(address, entries, children, place);
                if (children > 0) {
                    goDown(mutator, Trie.child(address, place + 1));
                }
                return true;
            }
            depth--;
        }
        return false;
    }

    long key() {
        return key;
    }

    /// 0 in a set.
    long value() {
        return value;
    }
}
