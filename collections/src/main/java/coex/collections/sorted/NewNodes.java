// SPDX-License-Identifier: Apache-2.0
package coex.collections.sorted;

import coex.collections.map.NodeCopy;
import coex.collections.map.NodeMemory;
import coex.collections.map.Trie;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// What a change of a [SortedTree] has made at the level that it has come to: one node, or two and
/// the entry between them. They are rooted here, until the change is done.
///
/// Nodes are taken one at a time, and each is a safepoint. So what a new node is made of is rooted,
/// here or by the caller, and looked for again after memory was taken. Most changes copy a node and
/// change one thing in it, which needs no Java objects; where a node becomes too large or too small
/// it is put together as a [SortedNode]. For one thread.
final class NewNodes implements AutoCloseable {

    private static final int FIRST_SLOT = 0;
    private static final int SECOND_SLOT = 1;

    /// The first of two nodes while the other is made, for which what is in the two slots may be
    /// needed.
    private static final int MADE_SLOT = 2;

    private static final int SLOTS = 3;

    private final SortedTree tree;
    private final MutatorContext mutator;
    private final RootFrame roots;

    /// Null until needed.
    private SortedNode gathered;

    private SortedNode both;

    /// The entry between the two new nodes. The trees that the change began with, and its own key,
    /// keep it.
    private long middleKey;

    private long middleValue;

    NewNodes(SortedTree tree, MutatorContext mutator) {
        this.tree = tree;
        this.mutator = mutator;
        this.roots = RootFrame.slots(mutator, SLOTS);
    }

    @Override
    public void close() {
        roots.close();
    }

    long first() {
        return roots.get(FIRST_SLOT);
    }

    /// The other node, or 0 if there is but one.
    long second() {
        return roots.get(SECOND_SLOT);
    }

    void setMade(long first, long second) {
        roots.set(FIRST_SLOT, first);
        roots.set(SECOND_SLOT, second);
    }

    /// The two nodes with a node above them, or the one. What was made is then that.
    long top() {
        if (second() != 0) {
            SortedNode node = gathered();
            node.add(middleKey, middleValue);
            node.addChild(first());
            node.addChild(second());
            emit(node);
        }
        return first();
    }

    // Copies that differ in one thing

    /// A node with another value at a place.
    void replaceValue(long old, int place, long value) {
        Trie nodes = tree.nodes();
        int bytes = bytesOf(old);
        long target = NodeMemory.take(mutator, bytes, nodes.nodeShape());
        long address = mutator.address(old);
        Memory.copy(address + 8, target + 8, bytes - 8);
        int entries = SortedTree.entriesAt(address);
        int children = SortedTree.childrenAt(address);
        nodes.putValue(nodes.valueAddress(target, entries, children, place), value);
        setMade(NodeMemory.publish(mutator, target, bytes, nodes.nodeShape()), 0);
    }

    /// A leaf that is not full, with one entry more.
    void insertEntry(long old, int place, long key, long value) {
        Trie nodes = tree.nodes();
        int entries = SortedTree.entries(mutator, old);
        int bytes = nodes.bytes(entries + 1, 0) + 8;
        long target = NodeMemory.take(mutator, bytes, nodes.nodeShape());
        long address = mutator.address(old);
        NodeCopy.edit(nodes, address, entries, 0, target, place, 1, 0, 0);
        nodes.putEntry(target, entries + 1, 0, place, key, value);
        Trie.putBits(target, SortedTree.lowest(entries + 1), 0);
        Memory.putLong(target + bytes - 8, entries + 1);
        setMade(NodeMemory.publish(mutator, target, bytes, nodes.nodeShape()), 0);
    }

    /// A leaf of two entries or more without one.
    void removeEntry(long old, int place) {
        Trie nodes = tree.nodes();
        int entries = SortedTree.entries(mutator, old);
        int bytes = nodes.bytes(entries - 1, 0) + 8;
        long target = NodeMemory.take(mutator, bytes, nodes.nodeShape());
        long address = mutator.address(old);
        NodeCopy.edit(nodes, address, entries, 0, target, place, -1, 0, 0);
        Trie.putBits(target, SortedTree.lowest(entries - 1), 0);
        Memory.putLong(target + bytes - 8, entries - 1);
        setMade(NodeMemory.publish(mutator, target, bytes, nodes.nodeShape()), 0);
    }

    /// An inner node with what was made in the place of a child.
    ///
    /// @param more by how much the number of entries below it grows
    void replaceChild(long old, int index, long more) {
        if (second() != 0) {
            replaceByTwo(old, index);
            return;
        }
        long target = copyWithChild(old, index, more);
        finish(target, bytesOf(old));
    }

    /// The same, of one child, and with another entry at a place.
    void replaceChildAndEntry(long old, int index, int more, int place, long key, long value) {
        long target = copyWithChild(old, index, more);
        long address = mutator.address(old);
        int entries = SortedTree.entriesAt(address);
        tree.nodes().putEntry(target, entries, entries + 1, place, key, value);
        finish(target, bytesOf(old));
    }

    private long copyWithChild(long old, int index, long more) {
        int bytes = bytesOf(old);
        long target = NodeMemory.take(mutator, bytes, tree.nodes().nodeShape());
        long address = mutator.address(old);
        Memory.copy(address + 8, target + 8, bytes - 8);
        Memory.putInt(Trie.childAddress(target, index), (int) first());
        long count = target + bytes - 8;
        Memory.putLong(count, Memory.getLong(count) + more);
        return target;
    }

    private void finish(long target, int bytes) {
        setMade(NodeMemory.publish(mutator, target, bytes, tree.nodes().nodeShape()), 0);
    }

    private void replaceByTwo(long old, int index) {
        SortedNode node = load(old);
        node.setChild(index, first());
        node.insert(index, middleKey, middleValue);
        node.insertChild(index + 1, second());
        emit(node);
    }

    private int bytesOf(long node) {
        long address = mutator.address(node);
        int entries = SortedTree.entriesAt(address);
        return tree.nodes().bytes(entries, SortedTree.childrenAt(address)) + 8;
    }

    // Nodes put together

    private SortedNode gathered() {
        if (gathered == null) {
            gathered = new SortedNode(tree, mutator);
        }
        gathered.clear();
        return gathered;
    }

    /// A node to be changed and given to [#emit]; the next one takes its place.
    SortedNode load(long old) {
        SortedNode node = gathered();
        node.addAll(old);
        return node;
    }

    /// Makes one or two nodes of two neighbours and the entry between them.
    void join(long left, long key, long value, long right) {
        if (both == null) {
            both = new SortedNode(tree, mutator);
        }
        both.clear();
        both.addAll(left);
        both.add(key, value);
        both.addAll(right);
        emit(both);
    }

    /// Puts what was made, one node, in the place of a child of a loaded node, and makes that. If
    /// the child has too few entries it is made one with a neighbour, and parted again if that is
    /// too much.
    void replaceShrunken(SortedNode node, int index) {
        long child = first();
        node.setChild(index, child);
        if (SortedTree.entries(mutator, child) < SortedTree.LEAST) {
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

    /// Makes one node, or two if it would have too many entries, or none if there is but a child.
    void emit(SortedNode from) {
        int entries = from.entries();
        if (entries == 0) {
            setMade(from.child(0), 0);
        } else if (entries <= SortedTree.MOST) {
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
}
