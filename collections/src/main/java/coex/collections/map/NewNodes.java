// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// What a change of a [BTree] has made at the level that it has come to: one node, or two and the
/// entry between them. They are rooted here, until the change is done.
///
/// Nodes are taken one at a time, and each is a safepoint. So what a new node is made of is rooted,
/// here or by the caller, and looked for again after memory was taken. For one thread.
public class NewNodes implements AutoCloseable {

    private static final int FIRST_SLOT = 0;
    private static final int SECOND_SLOT = 1;

    /// The first of two nodes while the other is made, for which what is in the two slots may be
    /// needed.
    private static final int MADE_SLOT = 2;

    private static final int SLOTS = 3;

    private final Trie nodes;
    private final MutatorContext mutator;
    private final boolean counted;
    private final RootFrame roots;

    /// Null until needed.
    private GatheredNode gathered;

    /// Two nodes side by side, taken as one; null until needed.
    private GatheredNode both;

    /// The entry between the two new nodes. The trees that the change began with, and its own key,
    /// keep it.
    private long middleKey;

    private long middleValue;

    /// @param counted whether the last word of a node says how many entries are in it and below it
    public NewNodes(Trie nodes, MutatorContext mutator, boolean counted) {
        this.nodes = nodes;
        this.mutator = mutator;
        this.counted = counted;
        this.roots = RootFrame.slots(mutator, SLOTS);
    }

    @Override
    public final void close() {
        roots.close();
    }

    public final long first() {
        return roots.get(FIRST_SLOT);
    }

    /// The other node, or 0 if there is but one.
    public final long second() {
        return roots.get(SECOND_SLOT);
    }

    public final void setMade(long first, long second) {
        roots.set(FIRST_SLOT, first);
        roots.set(SECOND_SLOT, second);
    }

    /// The two nodes with a node above them, or the one. What was made is then that.
    public final long top() {
        if (second() != 0) {
            GatheredNode node = gathered();
            node.add(middleKey, middleValue);
            node.addChild(first());
            node.addChild(second());
            emit(node);
        }
        return first();
    }

    private GatheredNode gathered() {
        if (gathered == null) {
            gathered = new GatheredNode(nodes, mutator, counted);
        }
        gathered.clear();
        return gathered;
    }

    /// A node to be changed and given to [#emit]; the next one takes its place.
    public final GatheredNode load(long old) {
        GatheredNode node = gathered();
        node.addAll(old);
        return node;
    }

    /// Makes one or two nodes of two neighbours and the entry between them.
    public final void join(long left, long key, long value, long right) {
        if (both == null) {
            both = new GatheredNode(nodes, mutator, counted);
        }
        both.clear();
        both.addAll(left);
        both.add(key, value);
        both.addAll(right);
        emit(both);
    }

    /// Puts what was made in the place of a child of a loaded node, and makes that.
    public final void replaceChild(GatheredNode node, int index) {
        node.setChild(index, first());
        if (second() != 0) {
            node.insert(index, middleKey, middleValue);
            node.insertChild(index + 1, second());
        }
        emit(node);
    }

    /// Puts what was made, one node, in the place of a child of a loaded node, and makes that. If
    /// the child has too few entries it is made one with a neighbour, and parted again if that is
    /// too much.
    public final void replaceShrunken(GatheredNode node, int index) {
        long child = first();
        node.setChild(index, child);
        if (BTree.entries(mutator, child) < BTree.LEAST) {
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
    public final void emit(GatheredNode from) {
        int entries = from.entries();
        if (entries == 0) {
            setMade(from.child(0), 0);
        } else if (entries <= BTree.MOST) {
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
