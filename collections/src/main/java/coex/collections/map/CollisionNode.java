// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// A node of a [CollisionTree] that is being put together, or several that are taken as one:
/// entries in their order, and the children before, between and after them, if it has any. For one
/// thread.
final class CollisionNode {

    /// Two full nodes, the entry between them, and one more.
    private static final int ROOM = 2 * CollisionTree.MOST + 2;

    private final Trie trie;
    private final MutatorContext mutator;
    private final long[] keys = new long[ROOM];
    private final long[] values = new long[ROOM];
    private final long[] children = new long[ROOM + 1];
    private int entries;
    private int childCount;

    CollisionNode(Trie trie, MutatorContext mutator) {
        this.trie = trie;
        this.mutator = mutator;
    }

    int entries() {
        return entries;
    }

    long key(int index) {
        return keys[index];
    }

    long value(int index) {
        return values[index];
    }

    long child(int index) {
        return children[index];
    }

    void clear() {
        entries = 0;
        childCount = 0;
    }

    /// Takes the contents of a node after what there is.
    void addAll(long node) {
        long address = mutator.address(node);
        long bits = Trie.bits(address);
        int count = Trie.count(Trie.entryBits(bits));
        int below = Trie.count(Trie.childBits(bits));
        for (int i = 0; i < count; i++) {
            add(trie.key(address, count, below, i), trie.value(address, count, below, i));
        }
        for (int i = 0; i < below; i++) {
            addChild(Trie.child(address, i));
        }
    }

    void add(long key, long value) {
        keys[entries] = key;
        values[entries++] = value;
    }

    void addChild(long child) {
        children[childCount++] = child;
    }

    void insert(int index, long key, long value) {
        System.arraycopy(keys, index, keys, index + 1, entries - index);
        System.arraycopy(values, index, values, index + 1, entries - index);
        set(index, key, value);
        entries++;
    }

    void set(int index, long key, long value) {
        keys[index] = key;
        values[index] = value;
    }

    void drop(int index) {
        entries--;
        System.arraycopy(keys, index + 1, keys, index, entries - index);
        System.arraycopy(values, index + 1, values, index, entries - index);
    }

    void insertChild(int index, long child) {
        System.arraycopy(children, index, children, index + 1, childCount - index);
        children[index] = child;
        childCount++;
    }

    void setChild(int index, long child) {
        children[index] = child;
    }

    void dropChild(int index) {
        childCount--;
        System.arraycopy(children, index + 1, children, index, childCount - index);
    }

    /// Makes a node of the entries of a range and the children around them. A safepoint: all must
    /// be rooted.
    long make(int from, int to) {
        int count = to - from;
        int below = childCount == 0 ? 0 : count + 1;
        int bytes = trie.bytes(count, below);
        long target = NodeMemory.take(mutator, bytes, trie.nodeShape());
        Trie.putBits(target, CollisionTree.lowest(count), CollisionTree.lowest(below));
        for (int i = 0; i < below; i++) {
            Memory.putInt(Trie.childAddress(target, i), (int) children[from + i]);
        }
        for (int i = 0; i < count; i++) {
            trie.putEntry(target, count, below, i, keys[from + i], values[from + i]);
        }
        return NodeMemory.publish(mutator, target, bytes, trie.nodeShape());
    }
}
