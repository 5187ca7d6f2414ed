// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.gc.mutator.MutatorContext;

/// What B-trees in a heap have in common: sorted maps and sets are such trees, and so are the
/// entries of a trie whose hashes are equal.
///
/// A *leaf* has entries only; an *inner* node has one child more than entries, and its entries lie
/// between those of its children. Nodes have the form of a trie's, with the lowest bits of both
/// bitmaps: as many as there are entries and children.
///
/// - A node has [#LEAST] to [#MOST] entries; the top one may have less.
/// - All leaves are equally deep.
public final class BTree {

    /// The most entries of a node: an inner one then has 32 children.
    public static final int MOST = 31;

    /// The least entries of a node that is not the top.
    public static final int LEAST = MOST / 2;

    /// More levels than there can be: with nine there are more entries than handles.
    public static final int MOST_LEVELS = 9;

    private BTree() {}

    /// Both bitmaps of a node with so many entries, or children.
    public static int lowest(int count) {
        return count == 0 ? 0 : -1 >>> 32 - count;
    }

    public static int entriesAt(long address) {
        return Trie.count(Trie.entryBits(Trie.bits(address)));
    }

    public static int childrenAt(long address) {
        return Trie.count(Trie.childBits(Trie.bits(address)));
    }

    public static int entries(MutatorContext mutator, long node) {
        return entriesAt(mutator.address(node));
    }

    public static boolean isLeaf(MutatorContext mutator, long node) {
        return Trie.childBits(Trie.bits(mutator.address(node))) == 0;
    }

    public static long child(MutatorContext mutator, long node, int index) {
        return Trie.child(mutator.address(node), index);
    }

    public static long key(Trie nodes, MutatorContext mutator, long node, int index) {
        long address = mutator.address(node);
        long bits = Trie.bits(address);
        int entries = Trie.count(Trie.entryBits(bits));
        return nodes.key(address, entries, Trie.count(Trie.childBits(bits)), index);
    }

    public static long value(Trie nodes, MutatorContext mutator, long node, int index) {
        long address = mutator.address(node);
        long bits = Trie.bits(address);
        int entries = Trie.count(Trie.entryBits(bits));
        return nodes.value(address, entries, Trie.count(Trie.childBits(bits)), index);
    }

    /// How many levels lie below a node.
    public static int height(MutatorContext mutator, long top) {
        int height = 0;
        for (long node = top; !isLeaf(mutator, node); node = child(mutator, node, 0)) {
            height++;
        }
        return height;
    }
}
