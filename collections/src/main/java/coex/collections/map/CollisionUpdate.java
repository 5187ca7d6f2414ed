// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// One update of a [CollisionTree]: copies the nodes on the way to a key.
///
/// There are few such entries unless somebody means harm, so this is written to be short: it makes
/// objects in the JVM, and takes its nodes one at a time. Each is a safepoint, so everything it
/// works with lies in a frame, whose first slots are those that [TrieUpdate] needs for the nodes
/// above. For one thread.
final class CollisionUpdate implements AutoCloseable {

    private static final int ABOVE = Trie.COLLISIONS - 1;

    /// The new node, or the first of two.
    private static final int FIRST_SLOT = TrieUpdate.SLOTS;

    /// The other one, or 0.
    private static final int SECOND_SLOT = FIRST_SLOT + 1;

    /// The first of two nodes while the other is made, for which what is in the two slots may be
    /// needed.
    private static final int MADE_SLOT = FIRST_SLOT + 2;

    private static final int SLOTS = FIRST_SLOT + 3;

    private final Trie trie;
    private final MutatorContext mutator;
    private final CollisionNode node;

    /// Two nodes side by side, taken as one; null until that is needed.
    private CollisionNode both;

    private final RootFrame roots;

    /// The entry between the two new nodes, if there are two.
    private long middleKey;

    private long middleValue;

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
        this.node = new CollisionNode(trie, mutator);
        this.roots = RootFrame.slots(mutator, SLOTS);
        TrieUpdate.root(roots, trie, tries, key, value);
    }

    @Override
    public void close() {
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
        if (!insert(top, key, value, wins)) {
            return top;
        }
        if (second() != 0) {
            node.clear();
            node.add(middleKey, middleValue);
            node.addChild(first());
            node.addChild(second());
            emit(node);
        }
        return first();
    }

    /// Makes the node anew with an entry, as one node or two. Returns whether that changes
    /// anything.
    private boolean insert(long old, long key, long value, boolean wins) {
        int place = search(old, key);
        if (place >= 0) {
            found = true;
            if (!wins || CollisionTree.value(trie, mutator, old, place) == value) {
                return false;
            }
            load(old);
            node.set(place, node.key(place), value);
        } else if (CollisionTree.isLeaf(mutator, old)) {
            load(old);
            node.insert(-1 - place, key, value);
        } else {
            int index = -1 - place;
            if (!insert(CollisionTree.child(mutator, old, index), key, value, wins)) {
                return false;
            }
            load(old);
            node.setChild(index, first());
            if (second() != 0) {
                node.insert(index, middleKey, middleValue);
                node.insertChild(index + 1, second());
            }
        }
        emit(node);
        return true;
    }

    // Removing

    private long removeFrom(TrieUpdate above) {
        long top = above.collisions();
        long key = above.key();
        boolean isLeaf = CollisionTree.isLeaf(mutator, top);
        if (isLeaf && CollisionTree.entries(mutator, top) == 2) {
            int place = search(top, key);
            return place < 0 ? above.root() : inline(above, top, 1 - place);
        }
        if (!remove(top, key)) {
            return above.root();
        }
        if (!isLeaf) {
            lower();
        }
        return above.replaceChild(trie, ABOVE, first(), -1);
    }

    private long inline(TrieUpdate above, long top, int left) {
        long key = CollisionTree.key(trie, mutator, top, left);
        long value = CollisionTree.value(trie, mutator, top, left);
        return above.inline(trie, ABOVE, key, value);
    }

    /// Makes the node anew without an entry. Returns whether it had it.
    private boolean remove(long old, long key) {
        int place = search(old, key);
        if (CollisionTree.isLeaf(mutator, old)) {
            if (place < 0) {
                return false;
            }
            load(old);
            node.drop(place);
            emit(node);
            return true;
        }
        int index = place < 0 ? -1 - place : place;
        long child = CollisionTree.child(mutator, old, index);
        if (place >= 0) {
            removeLast(child);
        } else if (!remove(child, key)) {
            return false;
        }
        load(old);
        if (place >= 0) {
            node.set(place, lastKey, lastValue);
        }
        replaceShrunken(index);
        return true;
    }

    /// Makes the node anew without the last entry of all below it.
    private void removeLast(long old) {
        int last = CollisionTree.entries(mutator, old);
        if (CollisionTree.isLeaf(mutator, old)) {
            load(old);
            lastKey = node.key(last - 1);
            lastValue = node.value(last - 1);
            node.drop(last - 1);
            emit(node);
            return;
        }
        removeLast(CollisionTree.child(mutator, old, last));
        load(old);
        replaceShrunken(last);
    }

    /// Makes the loaded node with the new child. If that has too few entries it is made one with a
    /// neighbour, and parted again if that is too much.
    private void replaceShrunken(int index) {
        long child = first();
        node.setChild(index, child);
        if (CollisionTree.entries(mutator, child) < CollisionTree.LEAST) {
            int left = Math.max(0, index - 1);
            join(node.child(left), node.key(left), node.value(left), node.child(left + 1));
            node.setChild(left, first());
            if (second() == 0) {
                node.drop(left);
                node.dropChild(left + 1);
            } else {
                node.set(left, middleKey, middleValue);
                node.setChild(left + 1, second());
            }
        }
        emit(node);
    }

    /// Makes a leaf of the new tree if it has become small enough.
    private void lower() {
        long top = first();
        if (CollisionTree.isLeaf(mutator, top) || CollisionTree.entries(mutator, top) > 1) {
            return;
        }
        long left = CollisionTree.child(mutator, top, 0);
        long right = CollisionTree.child(mutator, top, 1);
        int entries =
                CollisionTree.entries(mutator, left) + 1 + CollisionTree.entries(mutator, right);
        if (CollisionTree.isLeaf(mutator, left) && entries <= CollisionTree.MOST) {
            long key = CollisionTree.key(trie, mutator, top, 0);
            join(left, key, CollisionTree.value(trie, mutator, top, 0), right);
        }
    }

    // Nodes

    private int search(long old, long key) {
        return CollisionTree.search(trie, mutator, old, key, Pause.POLL);
    }

    private void load(long old) {
        node.clear();
        node.addAll(old);
    }

    /// Makes one or two nodes of two neighbours and the entry between them.
    private void join(long left, long key, long value, long right) {
        if (both == null) {
            both = new CollisionNode(trie, mutator);
        }
        both.clear();
        both.addAll(left);
        both.add(key, value);
        both.addAll(right);
        emit(both);
    }

    /// Makes one node, or two if it would have too many entries, or none if there is but a child.
    private void emit(CollisionNode from) {
        int entries = from.entries();
        if (entries == 0) {
            setMade(from.child(0), 0);
        } else if (entries <= CollisionTree.MOST) {
            setMade(from.make(0, entries), 0);
        } else {
            int middle = entries / 2;
            long left = from.make(0, middle);
            roots.set(MADE_SLOT, left);
            setMade(left, from.make(middle + 1, entries));
            middleKey = from.key(middle);
            middleValue = from.value(middle);
        }
    }

    private void setMade(long first, long second) {
        roots.set(FIRST_SLOT, first);
        roots.set(SECOND_SLOT, second);
    }

    private long first() {
        return roots.get(FIRST_SLOT);
    }

    private long second() {
        return roots.get(SECOND_SLOT);
    }
}
