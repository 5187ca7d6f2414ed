// SPDX-License-Identifier: Apache-2.0
package coex.collections.sorted;

import coex.collections.map.BTree;
import coex.collections.map.NodeMemory;
import coex.collections.map.Trie;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// Builds a tree from entries that are in order: makes every node once, children before parents, as
/// full as they can be and evenly filled. For one thread, and one build.
final class SortedBulk {

    private static final int MOST_CHILDREN = BTree.MOST + 1;

    private final SortedTree tree;
    private final MutatorContext mutator;
    private final long[] keys;
    private final long[] values;

    /// In which each level keeps the children it has made.
    private final RootFrame roots;

    private SortedBulk(
            SortedTree tree, MutatorContext mutator, long[] keys, long[] values, RootFrame roots) {
        this.tree = tree;
        this.mutator = mutator;
        this.keys = keys;
        this.values = values;
        this.roots = roots;
    }

    /// A tree of the first `count` keys and values, which are in order and distinct. A safepoint;
    /// what they refer to must be rooted.
    ///
    /// @param values null in a set
    static long build(
            SortedTree tree, MutatorContext mutator, long[] keys, long[] values, int count) {
        if (count == 0) {
            return 0;
        }
        int height = 0;
        while (most(height) < count) {
            height++;
        }
        try (RootFrame roots = RootFrame.slots(mutator, height * MOST_CHILDREN)) {
            return new SortedBulk(tree, mutator, keys, values, roots).node(0, count, height);
        }
    }

    /// The most entries of a tree of a height.
    private static long most(int height) {
        return (1L << 5 * (height + 1)) - 1;
    }

    /// Makes the node for a range of entries. Its children get equally many, or one less: half of
    /// what they could hold or more, since there are as few of them as possible. So no node has
    /// less than it must.
    private long node(int from, int to, int height) {
        int count = to - from;
        int below = 0;
        if (height > 0) {
            long room = most(height - 1) + 1;
            below = (int) ((count + room) / room);
        }
        int entries = below == 0 ? count : below - 1;
        int[] places = new int[entries];
        int start = from;
        for (int i = 0; i < below; i++) {
            int end = from + (int) ((count + 1L) * (i + 1) / below) - 1;
            roots.set(slot(height, i), node(start, end, height - 1));
            if (i < entries) {
                places[i] = end;
            }
            start = end + 1;
        }
        for (int i = 0; below == 0 && i < entries; i++) {
            places[i] = from + i;
        }
        return make(places, below, height, count);
    }

    private long make(int[] places, int below, int height, int count) {
        Trie nodes = tree.nodes();
        int entries = places.length;
        int bytes = nodes.bytes(entries, below) + 8;
        long target = NodeMemory.take(mutator, bytes, nodes.nodeShape());
        Trie.putBits(target, BTree.lowest(entries), BTree.lowest(below));
        for (int i = 0; i < below; i++) {
            Memory.putInt(Trie.childAddress(target, i), (int) roots.get(slot(height, i)));
        }
        for (int i = 0; i < entries; i++) {
            long value = values == null ? 0 : values[places[i]];
            nodes.putEntry(target, entries, below, i, keys[places[i]], value);
        }
        Memory.putLong(target + bytes - 8, count);
        return NodeMemory.publish(mutator, target, bytes, nodes.nodeShape());
    }

    private static int slot(int height, int child) {
        return (height - 1) * MOST_CHILDREN + child;
    }
}
