// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

/// The entries of a trie whose hashes are equal altogether: a [BTree] of them in the order of their
/// keys. So finding, adding and removing one of n entries takes comparisons and nodes in proportion
/// to log n, whoever has chosen the keys.
///
/// - Its nodes have the shape of the trie's other nodes.
/// - At least two entries are in the tree.
/// - The tree is a leaf if and only if it has [BTree#MOST] entries or fewer.
///
/// The form of a tree depends on its history, the order of its entries does not. All but a leaf
/// show in the trie that they are part of such a tree, since their bitmaps have a bit in common:
/// [#isInner]. With the last rule above that is enough for walks to be the same for the same
/// entries.
final class CollisionTree {

    private CollisionTree() {}

    /// Whether the bitmaps of a trie's node are those of an inner node.
    static boolean isInner(long bits) {
        return (Trie.entryBits(bits) & Trie.childBits(bits)) != 0;
    }

    /// Which entry of a node has this key; if none has, -1 less the number of those before it.
    static int search(Trie trie, MutatorContext mutator, long node, long key, Pause pause) {
        int from = 0;
        int to = BTree.entries(mutator, node);
        while (from < to) {
            int middle = from + to >>> 1;
            int order = trie.compare(mutator, BTree.key(trie, mutator, node, middle), key, pause);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return -1 - from;
    }

    /// The address of the value of `key`, as [Trie#find] returns it. No safepoint.
    static long find(Trie trie, MutatorContext mutator, long top, long key) {
        for (long node = top; ; ) {
            int place = search(trie, mutator, node, key, Pause.NONE);
            long address = mutator.address(node);
            long bits = Trie.bits(address);
            int children = Trie.count(Trie.childBits(bits));
            if (place >= 0) {
                int entries = Trie.count(Trie.entryBits(bits));
                return trie.valueAddress(address, entries, children, place);
            }
            if (children == 0) {
                return 0;
            }
            node = Trie.child(address, -1 - place);
        }
    }
}
