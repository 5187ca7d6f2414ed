// SPDX-License-Identifier: Apache-2.0
package coex.collections.sorted;

import coex.collections.map.BTree;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

/// Goes through the entries of a sorted map or set, in both directions, from any gap between two
/// entries to any other.
///
/// A cursor is made once and used for any number of trees, one after the other. It stands in a
/// *gap*: before the first entry, after the last, or between two. It holds bits and handles, no
/// addresses, so it is good across safepoints as long as the tree is rooted.
///
///     for (cursor.toStart(mutator, map); cursor.next(mutator); ) { ... cursor.key() ... }
///
/// For a range, turn to its end, [#stopHere], then turn to its beginning.
///
/// Every gap lies in exactly one leaf, before, between or after its entries: a leaf and a place in
/// it say which gap it is.
///
/// For one thread at a time.
public final class SortedCursor {

    private final SortedTree tree;

    /// The nodes from the top to the leaf, and in each how many of its entries are before the gap:
    /// in an inner node also which child the next one is.
    private final long[] nodes = new long[BTree.MOST_LEVELS];

    private final int[] places = new int[BTree.MOST_LEVELS];

    /// The level of the leaf; -1 in an empty tree.
    private int last = -1;

    /// The gap to stop in; no leaf if there is none.
    private long stopLeaf;

    private int stopPlace;

    private long key;
    private long value;

    public SortedCursor(SortedType type) {
        this.tree = type.tree();
    }

    // Turning to a gap; what is there to stop in stays

    /// Turns to the gap before the first entry.
    public void toStart(MutatorContext mutator, long root) {
        last = -1;
        if (root != 0) {
            goDown(mutator, root, true);
        }
    }

    /// Turns to the gap after the last entry.
    public void toEnd(MutatorContext mutator, long root) {
        last = -1;
        if (root != 0) {
            goDown(mutator, root, false);
        }
    }

    /// Turns to the gap before `key`, or after it, whether or not there is such an entry.
    ///
    /// @param pause with `POLL` the caller has rooted the tree and the key
    public void toKey(MutatorContext mutator, long root, long key, boolean after, Pause pause) {
        toKey(tree, mutator, root, key, after, pause);
    }

    /// The same, for a key that is as `type` has it: it may stand for the same values in another
    /// way.
    public void toKey(
            SortedType type,
            MutatorContext mutator,
            long root,
            long key,
            boolean after,
            Pause pause) {
        toKey(type.tree(), mutator, root, key, after, pause);
    }

    private void toKey(
            SortedTree keys,
            MutatorContext mutator,
            long root,
            long sought,
            boolean after,
            Pause pause) {
        last = -1;
        for (long node = root; node != 0; ) {
            int place = keys.before(mutator, node, sought, after, pause);
            push(node, place);
            node = BTree.isLeaf(mutator, node) ? 0 : BTree.child(mutator, node, place);
        }
    }

    /// Turns to the gap that so many entries are before. As [#before], it looks at many children.
    void toRank(MutatorContext mutator, long root, long rank) {
        last = -1;
        long rest = rank;
        for (long node = root; ; ) {
            if (BTree.isLeaf(mutator, node)) {
                push(node, (int) rest);
                return;
            }
            int place = 0;
            long child = BTree.child(mutator, node, 0);
            for (long below; rest > (below = tree.size(mutator, child)); ) {
                rest -= below + 1;
                child = BTree.child(mutator, node, ++place);
            }
            push(node, place);
            node = child;
        }
    }

    private void push(long node, int place) {
        last++;
        nodes[last] = node;
        places[last] = place;
    }

    private void goDown(MutatorContext mutator, long top, boolean toStart) {
        for (long node = top; ; ) {
            int place = toStart ? 0 : BTree.entries(mutator, node);
            push(node, place);
            if (BTree.isLeaf(mutator, node)) {
                return;
            }
            node = BTree.child(mutator, node, place);
        }
    }

    // Where to stop

    /// From here on stops in the present gap, until [#goOn]. Only who goes towards it comes to it.
    public void stopHere() {
        stopLeaf = last < 0 ? 0 : nodes[last];
        stopPlace = last < 0 ? 0 : places[last];
    }

    /// Stops nowhere any more.
    public void goOn() {
        stopLeaf = 0;
    }

    private boolean isAtStop() {
        return last < 0 || nodes[last] == stopLeaf && places[last] == stopPlace;
    }

    // Going; no safepoints

    /// Goes behind the next entry; false if there is none.
    public boolean next(MutatorContext mutator) {
        if (isAtStop()) {
            return false;
        }
        int level = last;
        while (level >= 0 && places[level] == BTree.entries(mutator, nodes[level])) {
            level--;
        }
        if (level < 0) {
            return false;
        }
        read(mutator, level, places[level]++);
        if (level < last) {
            last = level;
            goDown(mutator, BTree.child(mutator, nodes[level], places[level]), true);
        }
        return true;
    }

    /// Goes before the entry before; false if there is none.
    public boolean previous(MutatorContext mutator) {
        if (isAtStop()) {
            return false;
        }
        int level = last;
        while (level >= 0 && places[level] == 0) {
            level--;
        }
        if (level < 0) {
            return false;
        }
        read(mutator, level, --places[level]);
        if (level < last) {
            last = level;
            goDown(mutator, BTree.child(mutator, nodes[level], places[level]), false);
        }
        return true;
    }

    private void read(MutatorContext mutator, int level, int place) {
        key = tree.key(mutator, nodes[level], place);
        value = tree.value(mutator, nodes[level], place);
    }

    /// The key of the entry last passed.
    public long key() {
        return key;
    }

    /// The value of the entry last passed; 0 in a set.
    public long value() {
        return value;
    }

    /// How many entries are before the gap. Looks at all children of the nodes above it.
    public long before(MutatorContext mutator) {
        long count = 0;
        for (int level = 0; level <= last; level++) {
            count += places[level];
            for (int i = 0; level < last && i < places[level]; i++) {
                count += tree.size(mutator, BTree.child(mutator, nodes[level], i));
            }
        }
        return count;
    }
}
