// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

/// The entries of a trie whose hashes are equal altogether: a B-tree of them in the order of their
/// keys.
///
/// Its nodes have the form and shape of the trie's other nodes, with the lowest bits of both
/// bitmaps. A *leaf* has no children; an *inner* node has one child more than entries, and its
/// entries lie between those of its children. So finding, adding and removing one of n entries
/// takes comparisons and nodes in proportion to log n, whoever has chosen the keys.
///
/// - A node has [#LEAST] to [#MOST] entries; the top one may have less, but at least two entries
///   are in the tree.
/// - All leaves are equally deep.
/// - The tree is a leaf if and only if it has [#MOST] entries or fewer.
///
/// The form of a tree depends on its history, the order of its entries does not. All but a leaf
/// show in the trie that they are part of such a tree, since their bitmaps have a bit in common:
/// [#isInner]. With the last rule above that is enough for walks to be the same for the same
/// entries.
final class CollisionTree {

    /// The most entries of a node: an inner one then has 32 children.
    static final int MOST = 31;

    /// The least entries of a node that is not the top.
    static final int LEAST = MOST / 2;

    /// More levels than there can be: with nine there are more entries than handles.
    static final int MOST_LEVELS = 9;

    private CollisionTree() {}

    /// Whether the bitmaps of a trie's node are those of an inner node.
    static boolean isInner(long bits) {
        return (Trie.entryBits(bits) & Trie.childBits(bits)) != 0;
    }

    /// Both bitmaps of a node with so many entries.
    static int lowest(int count) {
        return count == 0 ? 0 : -1 >>> 32 - count;
    }

    static int entries(MutatorContext mutator, long node) {
        return Trie.count(Trie.entryBits(Trie.bits(mutator.address(node))));
    }

    static boolean isLeaf(MutatorContext mutator, long node) {
        return Trie.childBits(Trie.bits(mutator.address(node))) == 0;
    }

    static long child(MutatorContext mutator, long node, int index) {
        return Trie.child(mutator.address(node), index);
    }

    static long key(Trie trie, MutatorContext mutator, long node, int index) {
        long address = mutator.address(node);
        long bits = Trie.bits(address);
        int entries = Trie.count(Trie.entryBits(bits));
        return trie.key(address, entries, Trie.count(Trie.childBits(bits)), index);
    }

    static long value(Trie trie, MutatorContext mutator, long node, int index) {
        long address = mutator.address(node);
        long bits = Trie.bits(address);
        int entries = Trie.count(Trie.entryBits(bits));
        return trie.value(address, entries, Trie.count(Trie.childBits(bits)), index);
    }

    /// How many levels lie below the top one.
    static int height(MutatorContext mutator, long top) {
        int height = 0;
        for (long node = top; !isLeaf(mutator, node); node = child(mutator, node, 0)) {
            height++;
        }
        return height;
    }

    /// Which entry of a node has this key; if none has, -1 less the number of those before it.
    static int search(Trie trie, MutatorContext mutator, long node, long key, Pause pause) {
        int from = 0;
        int to = entries(mutator, node);
        while (from < to) {
            int middle = from + to >>> 1;
            int order = trie.compare(mutator, key(trie, mutator, node, middle), key, pause);
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
