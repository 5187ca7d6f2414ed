package coex.collections.map;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ShadowStack;

/// One update of a [CollisionTree]: copies the nodes on the way to a key.
///
/// There are few such entries unless somebody means harm, so this is written to be short: it makes objects in the JVM,
/// and takes its nodes one at a time. Each is a safepoint, so everything it works with lies in a frame, whose first
/// slots are those that a mode of [TrieRoom] needs for the nodes above. For one thread.
final class CollisionUpdate implements AutoCloseable {

    private static final int ABOVE = Trie.COLLISIONS - 1;

    /// The new node, or the first of two.
    private static final int FIRST_SLOT = TrieRoom.SLOTS;

    /// The other one, or 0.
    private static final int SECOND_SLOT = FIRST_SLOT + 1;

    /// The first of two nodes while the other is made, for which what is in the two slots may be needed.
    private static final int MADE_SLOT = FIRST_SLOT + 2;

    private static final int SLOTS = FIRST_SLOT + 3;

    private final Trie trie;
    private final MutatorContext mutator;
    private final CollisionNode node;

    /// Two nodes side by side, taken as one; null until that is needed.
    private CollisionNode both;

    private final int frame;
    private final int base;

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
        ShadowStack stack = mutator.stack();
        frame = stack.push(SLOTS);
        base = stack.base(frame);
        stack.setTop(base, tries);
        stack.setTop(base + 1, trie.wordKey() ? 0 : key);
        stack.setTop(base + 2, trie.referenceValue() ? value : 0);
    }

    @Override
    public void close() {
        mutator.popTo(frame);
    }

    /// The trie with `value` for `key`, to whose hash a path of [TriePath] leads.
    static long set(Trie trie, MutatorContext mutator, long root, int hash, long key, long value) {
        long top = TriePath.collisions(mutator);
        try (var update = new CollisionUpdate(trie, mutator, root, key, value)) {
            long changed = update.put(top, key, value, true);
            int more = update.found ? 0 : 1;
            return changed == top
                    ? root
                    : TriePath.replaceChild(
                            trie, mutator, root, hash, ABOVE, changed, more, update.base);
        }
    }

    /// The trie without `key`, to whose hash a path of [TriePath] leads.
    static long remove(Trie trie, MutatorContext mutator, long root, int hash, long key) {
        long top = TriePath.collisions(mutator);
        try (var update = new CollisionUpdate(trie, mutator, root, key, 0)) {
            return update.remove(root, hash, top, key);
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

    /// Makes the node anew with an entry, as one node or two. Returns whether that changes anything.
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

    private long remove(long root, int hash, long top, long key) {
        boolean isLeaf = CollisionTree.isLeaf(mutator, top);
        if (isLeaf && CollisionTree.entries(mutator, top) == 2) {
            int place = search(top, key);
            return place < 0 ? root : inline(root, hash, top, 1 - place);
        }
        if (!remove(top, key)) {
            return root;
        }
        if (!isLeaf) {
            lower();
        }
        return TriePath.replaceChild(trie, mutator, root, hash, ABOVE, first(), -1, base);
    }

    private long inline(long root, int hash, long top, int left) {
        long key = CollisionTree.key(trie, mutator, top, left);
        long value = CollisionTree.value(trie, mutator, top, left);
        return TriePath.inline(trie, mutator, root, hash, ABOVE, key, value, -1, base);
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

    /// Makes the loaded node with the new child. If that has too few entries it is made one with a neighbour, and
    /// parted again if that is too much.
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
            mutator.stack().setTop(base + MADE_SLOT, left);
            setMade(left, from.make(middle + 1, entries));
            middleKey = from.key(middle);
            middleValue = from.value(middle);
        }
    }

    private void setMade(long first, long second) {
        mutator.stack().setTop(base + FIRST_SLOT, first);
        mutator.stack().setTop(base + SECOND_SLOT, second);
    }

    private long first() {
        return mutator.stack().peek(base + FIRST_SLOT);
    }

    private long second() {
        return mutator.stack().peek(base + SECOND_SLOT);
    }
}
