// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// A node of a [BTree] that is being put together, or several that are taken as one: entries in
/// their order, and the children before, between and after them, if it has any. For one thread.
public final class GatheredNode {

    /// Two full nodes, the entry between them, and one more.
    private static final int ROOM = 2 * BTree.MOST + 2;

    private final Trie nodes;
    private final MutatorContext mutator;

    /// Whether the last word of a node says how many entries are in it and below it.
    private final boolean counted;

    private final long[] keys = new long[ROOM];
    private final long[] values = new long[ROOM];
    private final long[] children = new long[ROOM + 1];
    private int entries;
    private int childCount;

    public GatheredNode(Trie nodes, MutatorContext mutator, boolean counted) {
        this.nodes = nodes;
        this.mutator = mutator;
        this.counted = counted;
    }

    public int entries() {
        return entries;
    }

    public long key(int index) {
        return keys[index];
    }

    public long value(int index) {
        return values[index];
    }

    public long child(int index) {
        return children[index];
    }

    public void clear() {
        entries = 0;
        childCount = 0;
    }

    /// Takes the contents of a node after what there is.
    public void addAll(long node) {
        addRange(node, 0, BTree.entries(mutator, node));
    }

    /// Takes some entries of a node, and the children around them, after what there is.
    public void addRange(long node, int from, int to) {
        long address = mutator.address(node);
        int count = BTree.entriesAt(address);
        int below = BTree.childrenAt(address);
        for (int i = from; i < to; i++) {
            add(nodes.key(address, count, below, i), nodes.value(address, count, below, i));
        }
        if (below > 0) {
            for (int i = from; i <= to; i++) {
                addChild(Trie.child(address, i));
            }
        }
    }

    public void add(long key, long value) {
        keys[entries] = key;
        values[entries++] = value;
    }

    public void addChild(long child) {
        children[childCount++] = child;
    }

    public void insert(int index, long key, long value) {
        System.arraycopy(keys, index, keys, index + 1, entries - index);
        System.arraycopy(values, index, values, index + 1, entries - index);
        set(index, key, value);
        entries++;
    }

    public void set(int index, long key, long value) {
        keys[index] = key;
        values[index] = value;
    }

    public void drop(int index) {
        entries--;
        System.arraycopy(keys, index + 1, keys, index, entries - index);
        System.arraycopy(values, index + 1, values, index, entries - index);
    }

    public void insertChild(int index, long child) {
        System.arraycopy(children, index, children, index + 1, childCount - index);
        children[index] = child;
        childCount++;
    }

    public void setChild(int index, long child) {
        children[index] = child;
    }

    public void dropChild(int index) {
        childCount--;
        System.arraycopy(children, index + 1, children, index, childCount - index);
    }

    /// Makes a node of the entries of a range and the children around them. A safepoint: all must
    /// be rooted.
    public long make(int from, int to) {
        int count = to - from;
        int below = childCount == 0 ? 0 : count + 1;
        int bytes = nodes.bytes(count, below) + (counted ? 8 : 0);
        long target = NodeMemory.take(mutator, bytes, nodes.nodeShape());
        Trie.putBits(target, BTree.lowest(count), BTree.lowest(below));
        for (int i = 0; i < below; i++) {
            Memory.putInt(Trie.childAddress(target, i), (int) children[from + i]);
        }
        for (int i = 0; i < count; i++) {
            nodes.putEntry(target, count, below, i, keys[from + i], values[from + i]);
        }
        if (counted) {
            Memory.putLong(target + bytes - 8, count + entriesBelow(from, below));
        }
        return NodeMemory.publish(mutator, target, bytes, nodes.nodeShape());
    }

    private long entriesBelow(int from, int below) {
        long all = 0;
        for (int i = 0; i < below; i++) {
            all += nodes.size(mutator, children[from + i]);
        }
        return all;
    }
}
