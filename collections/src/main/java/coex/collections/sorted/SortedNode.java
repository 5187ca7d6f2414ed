// SPDX-License-Identifier: Apache-2.0
package coex.collections.sorted;

import coex.collections.map.NodeMemory;
import coex.collections.map.Trie;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// A node of a [SortedTree] that is being put together, or several that are taken as one: entries
/// in their order, and the children before, between and after them, if it has any. For one thread.
final class SortedNode {

    /// Two full nodes, the entry between them, and one more.
    private static final int ROOM = 2 * SortedTree.MOST + 2;

    private final SortedTree tree;
    private final MutatorContext mutator;
    private final long[] keys = new long[ROOM];
    private final long[] values = new long[ROOM];
    private final long[] children = new long[ROOM + 1];
    private int entries;
    private int childCount;

    SortedNode(SortedTree tree, MutatorContext mutator) {
        this.tree = tree;
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
        addRange(node, 0, SortedTree.entries(mutator, node));
    }

    /// Takes some entries of a node, and the children around them, after what there is.
    void addRange(long node, int from, int to) {
        long address = mutator.address(node);
        int count = SortedTree.entriesAt(address);
        int below = SortedTree.childrenAt(address);
        Trie nodes = tree.nodes();
        for (int i = from; i < to; i++) {
            add(nodes.key(address, count, below, i), nodes.value(address, count, below, i));
        }
        if (below > 0) {
            for (int i = from; i <= to; i++) {
                addChild(Trie.child(address, i));
            }
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
        Trie nodes = tree.nodes();
        int bytes = nodes.bytes(count, below) + 8;
        long target = NodeMemory.take(mutator, bytes, nodes.nodeShape());
        Trie.putBits(target, SortedTree.lowest(count), SortedTree.lowest(below));
        long all = count;
        for (int i = 0; i < below; i++) {
            long child = children[from + i];
            Memory.putInt(Trie.childAddress(target, i), (int) child);
            all += tree.size(mutator, child);
        }
        for (int i = 0; i < count; i++) {
            nodes.putEntry(target, count, below, i, keys[from + i], values[from + i]);
        }
        Memory.putLong(target + bytes - 8, all);
        return NodeMemory.publish(mutator, target, bytes, nodes.nodeShape());
    }
}
