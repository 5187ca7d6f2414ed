// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// One update of a [CollisionTree]: copies the nodes on the way to a key.
///
/// There are few such entries unless somebody means harm, so this is written to be short: it makes
/// objects in the JVM, and takes its nodes one at a time. Each is a safepoint, so everything it
/// works with is rooted: in a frame that [TrieUpdate] needs for the nodes above, and in that of the
/// new nodes. For one thread.
final class CollisionUpdate implements AutoCloseable {

    private static final int ABOVE = Trie.COLLISIONS - 1;

    private final Trie trie;
    private final MutatorContext mutator;
    private final RootFrame roots;
    private final NewNodes made;

    /// The entry that [#removeLast] has taken out.
    private long lastKey;

    private long lastValue;

    /// Whether [#put] has found the key.
    private boolean found;

    /// The arguments are rooted until [#close].
    ///
    /// @param tries what keeps the tree alive
    CollisionUpdate(Trie trie, MutatorContext mutator, long tries, long key, long value) {
        this.trie = trie;
        this.mutator = mutator;
        this.roots = RootFrame.slots(mutator, TrieUpdate.SLOTS);
        TrieUpdate.root(roots, trie, tries, key, value);
        this.made = new NewNodes(trie, mutator, false);
    }

    @Override
    public void close() {
        made.close();
        roots.close();
    }

    /// Sets the value of the key that an update of the trie above has come to here with.
    static long set(Trie trie, TrieUpdate above) {
        long top = above.collisions();
        try (var update = of(trie, above)) {
            long changed = update.put(top, above.key(), above.value(), true);
            return changed == top
                    ? above.root()
                    : above.replaceChild(trie, ABOVE, changed, update.found ? 0 : 1);
        }
    }

    private static CollisionUpdate of(Trie trie, TrieUpdate above) {
        var update =
                new CollisionUpdate(
                        trie, above.mutator(), above.root(), above.key(), above.value());
        above.takeSingly(update.roots);
        return update;
    }

    /// Removes the key that an update of the trie above has come to here with.
    static long remove(Trie trie, TrieUpdate above) {
        try (var update = of(trie, above)) {
            return update.removeFrom(above);
        }
    }

    // Adding

    /// Whether the tree had the key already.
    boolean hasFound() {
        return found;
    }

    /// The tree with the entry; `top` itself if nothing changes. Rooted until [#close].
    ///
    /// @param wins whether the value counts if the tree has the key
    long put(long top, long key, long value, boolean wins) {
        return insert(top, key, value, wins) ? made.top() : top;
    }

    /// Makes the node anew with an entry, as one node or two. Returns whether that changes
    /// anything.
    private boolean insert(long old, long key, long value, boolean wins) {
        int place = search(old, key);
        if (place >= 0) {
            found = true;
            if (!wins || BTree.value(trie, mutator, old, place) == value) {
                return false;
            }
            GatheredNode node = made.load(old);
            node.set(place, node.key(place), value);
            made.emit(node);
        } else if (BTree.isLeaf(mutator, old)) {
            GatheredNode node = made.load(old);
            node.insert(-1 - place, key, value);
            made.emit(node);
        } else {
            int index = -1 - place;
            if (!insert(BTree.child(mutator, old, index), key, value, wins)) {
                return false;
            }
            made.replaceChild(made.load(old), index);
        }
        return true;
    }

    // Removing

    private long removeFrom(TrieUpdate above) {
        long top = above.collisions();
        long key = above.key();
        boolean isLeaf = BTree.isLeaf(mutator, top);
        if (isLeaf && BTree.entries(mutator, top) == 2) {
            int place = search(top, key);
            return place < 0 ? above.root() : inline(above, top, 1 - place);
        }
        if (!remove(top, key)) {
            return above.root();
        }
        if (!isLeaf) {
            lower();
        }
        return above.replaceChild(trie, ABOVE, made.first(), -1);
    }

    private long inline(TrieUpdate above, long top, int left) {
        long key = BTree.key(trie, mutator, top, left);
        long value = BTree.value(trie, mutator, top, left);
        return above.inline(trie, ABOVE, key, value);
    }

    /// Makes the node anew without an entry. Returns whether it had it.
    private boolean remove(long old, long key) {
        int place = search(old, key);
        if (BTree.isLeaf(mutator, old)) {
            if (place < 0) {
                return false;
            }
            GatheredNode node = made.load(old);
            node.drop(place);
            made.emit(node);
            return true;
        }
        int index = place < 0 ? -1 - place : place;
        long child = BTree.child(mutator, old, index);
        if (place >= 0) {
            removeLast(child);
        } else if (!remove(child, key)) {
            return false;
        }
        GatheredNode node = made.load(old);
        if (place >= 0) {
            node.set(place, lastKey, lastValue);
        }
        made.replaceShrunken(node, index);
        return true;
    }

    /// Makes the node anew without the last entry of all below it.
    private void removeLast(long old) {
        int last = BTree.entries(mutator, old);
        if (BTree.isLeaf(mutator, old)) {
            GatheredNode node = made.load(old);
            lastKey = node.key(last - 1);
            lastValue = node.value(last - 1);
            node.drop(last - 1);
            made.emit(node);
            return;
        }
        removeLast(BTree.child(mutator, old, last));
        made.replaceShrunken(made.load(old), last);
    }

    /// Makes a leaf of the new tree if it has become small enough.
    private void lower() {
        long top = made.first();
        if (BTree.isLeaf(mutator, top) || BTree.entries(mutator, top) > 1) {
            return;
        }
        long left = BTree.child(mutator, top, 0);
        long right = BTree.child(mutator, top, 1);
        int entries = BTree.entries(mutator, left) + 1 + BTree.entries(mutator, right);
        if (BTree.isLeaf(mutator, left) && entries <= BTree.MOST) {
            long key = BTree.key(trie, mutator, top, 0);
            made.join(left, key, BTree.value(trie, mutator, top, 0), right);
        }
    }

    private int search(long old, long key) {
        return CollisionTree.search(trie, mutator, old, key, Pause.POLL);
    }
}
