// SPDX-License-Identifier: Apache-2.0
package coex.collections.sorted;

import coex.collections.map.BTree;
import coex.collections.map.GatheredNode;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// Puts trees of which one comes wholly before the other together, and parts a tree at a gap. Both
/// make as many nodes as the trees are deep, or a few times that.
final class SortedJoin {

    private final SortedTree tree;
    private final MutatorContext mutator;
    private final NewSortedNodes made;

    private SortedJoin(SortedTree tree, MutatorContext mutator, NewSortedNodes made) {
        this.tree = tree;
        this.mutator = mutator;
        this.made = made;
    }

    /// One tree of `left`, an entry and `right`, in this order. A safepoint; the caller has rooted
    /// all of them.
    static long join(
            SortedTree tree, MutatorContext mutator, long left, long key, long value, long right) {
        if (left == 0) {
            return SortedUpdate.set(tree, mutator, right, key, value);
        }
        if (right == 0) {
            return SortedUpdate.set(tree, mutator, left, key, value);
        }
        try (NewSortedNodes made = new NewSortedNodes(tree, mutator)) {
            SortedJoin join = new SortedJoin(tree, mutator, made);
            int over = BTree.height(mutator, left) - BTree.height(mutator, right);
            if (over >= 0) {
                join.atRight(left, over, key, value, right);
            } else {
                join.atLeft(left, key, value, right, -over);
            }
            return made.top();
        }
    }

    /// One tree of both, in this order. A safepoint; the caller has rooted both.
    static long join(SortedTree tree, MutatorContext mutator, long left, long right) {
        if (left == 0 || right == 0) {
            return left == 0 ? right : left;
        }
        long node = right;
        while (!BTree.isLeaf(mutator, node)) {
            node = BTree.child(mutator, node, 0);
        }
        long key = tree.key(mutator, node, 0);
        long value = tree.value(mutator, node, 0);
        try (RootFrame rest = RootFrame.slots(mutator, 1)) {
            rest.set(0, SortedUpdate.remove(tree, mutator, right, key));
            return join(tree, mutator, left, key, value, rest.get(0));
        }
    }

    /// Puts an entry and a tree that is so many levels less high at the right end of a node.
    private void atRight(long node, int over, long key, long value, long right) {
        if (over == 0) {
            made.join(node, key, value, right);
            return;
        }
        int last = BTree.entries(mutator, node);
        atRight(BTree.child(mutator, node, last), over - 1, key, value, right);
        made.replaceChild(node, last, 1 + tree.size(mutator, right));
    }

    private void atLeft(long left, long key, long value, long node, int over) {
        if (over == 0) {
            made.join(left, key, value, node);
            return;
        }
        atLeft(left, key, value, BTree.child(mutator, node, 0), over - 1);
        made.replaceChild(node, 0, 1 + tree.size(mutator, left));
    }

    /// The entries before a gap, which lies before `key` or, if `after`, after it. A safepoint; the
    /// caller has rooted the tree and the key.
    static long before(
            SortedTree tree, MutatorContext mutator, long root, long key, boolean after) {
        try (RootFrame result = RootFrame.slots(mutator, 1)) {
            before(tree, mutator, root, key, after, result);
            return result.get(0);
        }
    }

    private static void before(
            SortedTree tree,
            MutatorContext mutator,
            long node,
            long key,
            boolean after,
            RootFrame result) {
        if (node == 0) {
            return;
        }
        int count = tree.before(mutator, node, key, after, Pause.POLL);
        if (!BTree.isLeaf(mutator, node)) {
            before(tree, mutator, BTree.child(mutator, node, count), key, after, result);
        }
        if (count > 0) {
            try (RootFrame left = RootFrame.slots(mutator, 1)) {
                left.set(0, part(tree, mutator, node, 0, count - 1));
                long middle = tree.key(mutator, node, count - 1);
                long value = tree.value(mutator, node, count - 1);
                result.set(0, join(tree, mutator, left.get(0), middle, value, result.get(0)));
            }
        }
    }

    /// The entries after a gap; as [#before].
    static long after(SortedTree tree, MutatorContext mutator, long root, long key, boolean after) {
        try (RootFrame result = RootFrame.slots(mutator, 1)) {
            after(tree, mutator, root, key, after, result);
            return result.get(0);
        }
    }

    private static void after(
            SortedTree tree,
            MutatorContext mutator,
            long node,
            long key,
            boolean after,
            RootFrame result) {
        if (node == 0) {
            return;
        }
        int count = tree.before(mutator, node, key, after, Pause.POLL);
        int entries = BTree.entries(mutator, node);
        if (!BTree.isLeaf(mutator, node)) {
            after(tree, mutator, BTree.child(mutator, node, count), key, after, result);
        }
        if (count < entries) {
            try (RootFrame right = RootFrame.slots(mutator, 1)) {
                right.set(0, part(tree, mutator, node, count + 1, entries));
                long middle = tree.key(mutator, node, count);
                long value = tree.value(mutator, node, count);
                result.set(0, join(tree, mutator, result.get(0), middle, value, right.get(0)));
            }
        }
    }

    /// A tree of some entries of a node and the children around them; of a leaf it may be empty.
    private static long part(SortedTree tree, MutatorContext mutator, long node, int from, int to) {
        if (from == to) {
            return BTree.isLeaf(mutator, node) ? 0 : BTree.child(mutator, node, from);
        }
        GatheredNode part = new GatheredNode(tree.nodes(), mutator, true);
        part.addRange(node, from, to);
        return part.make(0, to - from);
    }
}
