// SPDX-License-Identifier: Apache-2.0
package coex.collections.sorted;

import coex.collections.map.BTree;
import coex.collections.map.NewNodes;
import coex.collections.map.NodeCopy;
import coex.collections.map.NodeMemory;
import coex.collections.map.Trie;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// What a change of a [SortedTree] has  Most changes copy a node and change one thing in it,
/// which needs no Java objects; where a node becomes too large or too small it is put together. For
/// one thread.
final class NewSortedNodes extends NewNodes {

    private final SortedTree tree;
    private final MutatorContext mutator;

    NewSortedNodes(SortedTree tree, MutatorContext mutator) {
        super(tree.nodes(), mutator, true);
        this.tree = tree;
        this.mutator = mutator;
    }

    /// A node with another value at a place.
    void replaceValue(long old, int place, long value) {
        Trie nodes = tree.nodes();
        int bytes = bytesOf(old);
        long target = NodeMemory.take(mutator, bytes, nodes.nodeShape());
        long address = mutator.address(old);
        Memory.copy(address + 8, target + 8, bytes - 8);
        int entries = BTree.entriesAt(address);
        int children = BTree.childrenAt(address);
        nodes.putValue(nodes.valueAddress(target, entries, children, place), value);
        setMade(NodeMemory.publish(mutator, target, bytes, nodes.nodeShape()), 0);
    }

    /// A leaf that is not full, with one entry more.
    void insertEntry(long old, int place, long key, long value) {
        Trie nodes = tree.nodes();
        int entries = BTree.entries(mutator, old);
        int bytes = nodes.bytes(entries + 1, 0) + 8;
        long target = NodeMemory.take(mutator, bytes, nodes.nodeShape());
        long address = mutator.address(old);
        NodeCopy.insertEntry(nodes, address, entries, 0, target, place);
        nodes.putEntry(target, entries + 1, 0, place, key, value);
        Trie.putBits(target, BTree.lowest(entries + 1), 0);
        Memory.putLong(target + bytes - 8, entries + 1);
        setMade(NodeMemory.publish(mutator, target, bytes, nodes.nodeShape()), 0);
    }

    /// A leaf of two entries or more without one.
    void removeEntry(long old, int place) {
        Trie nodes = tree.nodes();
        int entries = BTree.entries(mutator, old);
        int bytes = nodes.bytes(entries - 1, 0) + 8;
        long target = NodeMemory.take(mutator, bytes, nodes.nodeShape());
        long address = mutator.address(old);
        NodeCopy.removeEntry(nodes, address, entries, 0, target, place);
        Trie.putBits(target, BTree.lowest(entries - 1), 0);
        Memory.putLong(target + bytes - 8, entries - 1);
        setMade(NodeMemory.publish(mutator, target, bytes, nodes.nodeShape()), 0);
    }

    /// An inner node with what was made in the place of a child.
    ///
    /// @param more by how much the number of entries below it grows
    void replaceChild(long old, int index, long more) {
        if (second() != 0) {
            replaceChild(load(old), index);
            return;
        }
        long target = copyWithChild(old, index, more);
        finish(target, bytesOf(old));
    }

    /// The same, of one child, and with another entry at a place.
    void replaceChildAndEntry(long old, int index, int more, int place, long key, long value) {
        long target = copyWithChild(old, index, more);
        long address = mutator.address(old);
        int entries = BTree.entriesAt(address);
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

    private int bytesOf(long node) {
        long address = mutator.address(node);
        int entries = BTree.entriesAt(address);
        return tree.nodes().bytes(entries, BTree.childrenAt(address)) + 8;
    }
}
