// SPDX-License-Identifier: Apache-2.0
package coex.collections.sorted;

import coex.collections.map.BTree;
import coex.collections.map.GatheredNode;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// One update of a [SortedTree]: copies the nodes on the way to a key, from the bottom up.
///
/// Comparing keys and taking nodes are safepoints, so what it works with is rooted, and nodes are
/// named by handles and never by addresses. For one thread.
final class SortedUpdate implements AutoCloseable {

    private final SortedTree tree;
    private final MutatorContext mutator;
    private final long key;
    private final long value;
    private final RootFrame arguments;
    private final NewSortedNodes made;

    /// Whether the tree has the key.
    private boolean found;

    /// The entry that [#removeLast] has taken out.
    private long lastKey;

    private long lastValue;

    private SortedUpdate(SortedTree tree, MutatorContext mutator, long root, long key, long value) {
        this.tree = tree;
        this.mutator = mutator;
        this.key = key;
        this.value = value;
        this.arguments =
                RootFrame.of(
                        mutator,
                        root,
                        tree.nodes().wordKey() || key == SortedTree.SOUGHT ? 0 : key,
                        tree.nodes().referenceValue() ? value : 0);
        this.made = new NewSortedNodes(tree, mutator);
    }

    @Override
    public void close() {
        made.close();
        arguments.close();
    }

    /// The tree with `value` for `key`; `root` itself if it holds just that. A safepoint.
    static long set(SortedTree tree, MutatorContext mutator, long root, long key, long value) {
        try (var update = new SortedUpdate(tree, mutator, root, key, value)) {
            if (root == 0) {
                GatheredNode node = new GatheredNode(tree.nodes(), mutator, true);
                node.add(key, value);
                return node.make(0, 1);
            }
            return update.insert(root) ? update.made.top() : root;
        }
    }

    /// The tree without `key`; `root` itself if that is not there. A safepoint.
    static long remove(SortedTree tree, MutatorContext mutator, long root, long key) {
        if (root == 0) {
            return 0;
        }
        try (var update = new SortedUpdate(tree, mutator, root, key, 0)) {
            return update.remove(root) ? update.made.first() : root;
        }
    }

    /// Makes the node anew with the entry, as one node or two. Returns whether that changes
    /// anything.
    private boolean insert(long old) {
        int place = tree.search(mutator, old, key, Pause.POLL);
        if (place >= 0) {
            found = true;
            boolean isSame = tree.value(mutator, old, place) == value;
            if (!isSame) {
                made.replaceValue(old, place, value);
            }
            return !isSame;
        }
        int index = -1 - place;
        if (!BTree.isLeaf(mutator, old)) {
            if (!insert(BTree.child(mutator, old, index))) {
                return false;
            }
            made.replaceChild(old, index, found ? 0 : 1);
        } else if (BTree.entries(mutator, old) < BTree.MOST) {
            made.insertEntry(old, index, key, value);
        } else {
            GatheredNode node = made.load(old);
            node.insert(index, key, value);
            made.emit(node);
        }
        return true;
    }

    /// Makes the node anew without the entry. Returns whether it had it.
    private boolean remove(long old) {
        int place = tree.search(mutator, old, key, Pause.POLL);
        if (BTree.isLeaf(mutator, old)) {
            if (place >= 0) {
                removeFromLeaf(old, place);
            }
            return place >= 0;
        }
        int index = place < 0 ? -1 - place : place;
        long child = BTree.child(mutator, old, index);
        if (place >= 0) {
            removeLast(child);
        } else if (!remove(child)) {
            return false;
        }
        replaceShrunken(old, index, place);
        return true;
    }

    private void removeFromLeaf(long leaf, int place) {
        if (BTree.entries(mutator, leaf) == 1) { // the top
            made.setMade(0, 0);
        } else {
            made.removeEntry(leaf, place);
        }
    }

    /// Makes the node anew without the last entry of all below it.
    private void removeLast(long old) {
        int last = BTree.entries(mutator, old);
        if (BTree.isLeaf(mutator, old)) {
            lastKey = tree.key(mutator, old, last - 1);
            lastValue = tree.value(mutator, old, last - 1);
            removeFromLeaf(old, last - 1);
            return;
        }
        removeLast(BTree.child(mutator, old, last));
        replaceShrunken(old, last, -1);
    }

    /// Makes the node anew with a child that has one entry less, and with the last entry in the
    /// place of one, unless that place is negative.
    private void replaceShrunken(long old, int index, int place) {
        if (BTree.entries(mutator, made.first()) < BTree.LEAST) {
            GatheredNode node = made.load(old);
            if (place >= 0) {
                node.set(place, lastKey, lastValue);
            }
            made.replaceShrunken(node, index);
        } else if (place >= 0) {
            made.replaceChildAndEntry(old, index, -1, place, lastKey, lastValue);
        } else {
            made.replaceChild(old, index, -1);
        }
    }
}
