// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// Builds a [CollisionTree] from entries that are in order and have different keys: makes every
/// node once, children before parents. For one thread, and one build.
final class CollisionBuild {

    private final Trie trie;
    private final MutatorContext mutator;
    private final long[] keys;
    private final long[] values;

    /// For each level, the children of the node being put together.
    private final RootFrame roots;

    private CollisionBuild(
            Trie trie, MutatorContext mutator, long[] keys, long[] values, RootFrame roots) {
        this.trie = trie;
        this.mutator = mutator;
        this.keys = keys;
        this.values = values;
        this.roots = roots;
    }

    /// A tree of the first `count` entries, at least two, whose objects the caller keeps alive. A
    /// safepoint; the result is not rooted.
    static long of(Trie trie, MutatorContext mutator, long[] keys, long[] values, int count) {
        int height = 0;
        while (most(height) < count) {
            height++;
        }
        int slots = height * (BTree.MOST + 1);
        try (RootFrame children = RootFrame.slots(mutator, slots)) {
            return new CollisionBuild(trie, mutator, keys, values, children).node(0, count, height);
        }
    }

    /// The most entries of a tree with so many levels below its top.
    private static long most(int height) {
        long most = BTree.MOST;
        for (int i = 0; i < height; i++) {
            most = BTree.MOST + (BTree.MOST + 1) * most;
        }
        return most;
    }

    /// A node for a range of the entries. It gets as few children as will do, and they get the same
    /// number of entries or one more, so each has at least half of what it may have.
    private long node(int from, int to, int height) {
        GatheredNode node = new GatheredNode(trie, mutator, false);
        if (height == 0) {
            for (int i = from; i < to; i++) {
                node.add(keys[i], values[i]);
            }
            return node.make(0, to - from);
        }
        long mostBelow = most(height - 1);
        int children = (int) ((to - from + 1 + mostBelow) / (mostBelow + 1));
        int below = to - from - (children - 1);
        int start = from;
        for (int i = 0; i < children; i++) {
            int end = start + below / children + (i < below % children ? 1 : 0);
            long child = node(start, end, height - 1);
            roots.set((height - 1) * (BTree.MOST + 1) + i, child);
            node.addChild(child);
            if (i < children - 1) {
                node.add(keys[end], values[end]);
            }
            start = end + 1;
        }
        return node.make(0, children - 1);
    }
}
