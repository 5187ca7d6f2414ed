// SPDX-License-Identifier: Apache-2.0
package coex.collections.sorted;

import coex.collections.map.BTree;
import coex.collections.map.Trie;
import coex.collections.value.Pause;
import coex.collections.value.ValueOrder;
import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// The nodes of one kind of sorted map or set in one heap: what they look like, and how to find a
/// key. A tree is the handle of its top node; the empty tree is 0.
///
/// It is a [BTree] whose nodes have the form of a trie's roots ([Trie#sorted]): the last word says
/// how many entries are in the node and below it. So every node is itself a tree. The top one has
/// at least one entry, and keys are in strictly ascending order.
///
/// The form of a tree depends on its history, the order of its entries does not.
///
/// A record, because the compiler takes the fields of constant records for constants.
public record SortedTree(Trie nodes, ValueOrder order) {

    /// Bits that are no handle: they stand for a key that is an object and not in the heap, in an
    /// order that knows it ([#orderedBy]). For looking and removing.
    public static final long SOUGHT = -1;

    /// The nodes of maps from `key` to `value`, of sets of `key` if `value` is null.
    static SortedTree of(Heap heap, ValueType key, ValueType value, ValueOrder order) {
        return new SortedTree(Trie.sorted(heap, key, value), order);
    }

    /// The same nodes, but for keys that stand for the same values in another way.
    public SortedTree orderedBy(ValueOrder other) {
        return new SortedTree(nodes, other);
    }

    // Nodes

    long key(MutatorContext mutator, long node, int index) {
        return BTree.key(nodes, mutator, node, index);
    }

    long value(MutatorContext mutator, long node, int index) {
        return BTree.value(nodes, mutator, node, index);
    }

    /// The number of entries in a node and below it; of a tree.
    long size(MutatorContext mutator, long node) {
        return nodes.size(mutator, node);
    }

    // Looking

    /// Which entry of a node has this key; if none has, -1 less the number of those before it.
    /// With [Pause#POLL] the caller has rooted the tree and the key.
    int search(MutatorContext mutator, long node, long key, Pause pause) {
        return order == ValueOrder.WORDS
                ? searchWords(mutator.address(node), key)
                : searchInOrder(mutator, node, key, pause);
    }

    private int searchWords(long address, long key) {
        int stride = 8 * nodes.words();
        int entries = BTree.entriesAt(address);
        long first = Memory.known(nodes.keyAddress(address, entries, BTree.childrenAt(address), 0));
        int from = 0;
        int to = entries;
        while (from < to) {
            int middle = from + to >>> 1;
            long found = Memory.getLong(first + (long) stride * middle);
            if (found < key) {
                from = middle + 1;
            } else if (found > key) {
                to = middle;
            } else {
                return middle;
            }
        }
        return -1 - from;
    }

    private int searchInOrder(MutatorContext mutator, long node, long key, Pause pause) {
        int from = 0;
        int to = BTree.entries(mutator, node);
        while (from < to) {
            int middle = from + to >>> 1;
            int found = order.compare(mutator, key(mutator, node, middle), key, pause);
            if (found < 0) {
                from = middle + 1;
            } else if (found > 0) {
                to = middle;
            } else {
                return middle;
            }
        }
        return -1 - from;
    }

    /// The address of the value of `key`, of the key itself in a set; 0 if it is not there.
    long find(MutatorContext mutator, long root, long key, Pause pause) {
        for (long node = root; node != 0; ) {
            int place = search(mutator, node, key, pause);
            long address = mutator.address(node);
            int children = BTree.childrenAt(address);
            if (place >= 0) {
                return nodes.valueAddress(address, BTree.entriesAt(address), children, place);
            }
            node = children == 0 ? 0 : Trie.child(address, -1 - place);
        }
        return 0;
    }

    /// How many entries of a node come before a gap, which lies before `key` or, if `after`, after
    /// it. As [#search].
    int before(MutatorContext mutator, long node, long key, boolean after, Pause pause) {
        int place = search(mutator, node, key, pause);
        return place < 0 ? -1 - place : after ? place + 1 : place;
    }
}
