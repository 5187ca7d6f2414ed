// SPDX-License-Identifier: Apache-2.0
package coex.collections.sorted;

import coex.collections.map.BTree;
import coex.collections.value.Pause;
import coex.gc.Shape;
import coex.gc.heap.HeapCore;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// The nodes of a part of a tree that the whole tree has not: those that were made where it was
/// cut, a few for each level. Finding them takes time for them and not for what was left out.
///
/// Every node has an entry, and the whole tree has each entry of a part of it, in exactly one node.
/// So a node of the part is one of the whole tree if it is the one in which the whole tree has its
/// first entry; then so is everything below it.
///
/// The caller has entered the heap and rooted both trees.
final class CutNodes {

    private final SortedTree tree;
    private final MutatorContext mutator;
    private final long whole;

    /// Of the nodes that were made.
    private long bytes;

    /// The node of the whole tree that has the entry that was found last.
    private long foundIn;

    private CutNodes(SortedTree tree, MutatorContext mutator, long whole) {
        this.tree = tree;
        this.mutator = mutator;
        this.whole = whole;
    }

    /// The bytes of these nodes; -1 if `part` is not a part of `whole`. A safepoint.
    static long bytes(SortedTree tree, MutatorContext mutator, long part, long whole) {
        CutNodes nodes = new CutNodes(tree, mutator, whole);
        return part == 0 || nodes.isPart(part) ? nodes.bytes : -1;
    }

    private boolean isPart(long node) {
        if (!find(node, 0)) {
            return false;
        }
        if (foundIn == node) {
            return true;
        }
        int entries = BTree.entries(mutator, node);
        for (int i = 1; i < entries; i++) {
            if (!find(node, i)) {
                return false;
            }
        }
        addBytes(node);
        if (!BTree.isLeaf(mutator, node)) {
            for (int i = 0; i <= entries; i++) {
                if (!isPart(BTree.child(mutator, node, i))) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Looks for an entry of a node in the whole tree: the same key and value, not only equal ones.
    private boolean find(long node, int index) {
        long key = tree.key(mutator, node, index);
        for (long at = whole; at != 0; ) {
            int place = tree.search(mutator, at, key, Pause.POLL);
            if (place >= 0) {
                foundIn = at;
                return tree.key(mutator, at, place) == key
                        && tree.value(mutator, at, place) == tree.value(mutator, node, index);
            }
            at = BTree.isLeaf(mutator, at) ? 0 : BTree.child(mutator, at, -1 - place);
        }
        return false;
    }

    private void addBytes(long node) {
        long address = mutator.address(node);
        Shape shape = mutator.core().shapes().find(ObjectHeader.shape(Memory.getLong(address)));
        bytes += HeapCore.bytesAt(address, shape);
    }
}
