// SPDX-License-Identifier: Apache-2.0
package coex.collections.sorted;

import coex.collections.map.BTree;
import coex.collections.map.GatheredNode;
import coex.collections.map.Trie;
import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.collections.save.SavedForm;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.io.IOException;

/// A node of a sorted tree in saves, which is a tree itself.
///
///     node   | number of entries | 1 if it has children, else 0                    |
///            | each entry | each child                                             |
///     entry  | 0, or 1 + 2i: the same as entry i of the base                       |
///            | or 2 + 2i: key and value follow, whose base is entry i of the base  |
///            | after 0 key and value follow, without a base                        |
///     child  | 0, or 1 + 2i: child i of the base                                   |
///            | or 2 + 2i: a reference follows, whose base is child i of the base   |
///            | after 0 a reference follows, without a base                         |
///
/// Nodes have no places that stay theirs: entries move when others come and go. So it is written
/// which entry or child of the base is meant: one with the same key, and the child before which all
/// others are accounted for. An entry that moves to another node is written again.
///
/// @param depth how many nodes lie above
record SavedSortedNode(SortedTree tree, int depth) implements SavedForm {

    SavedSortedNode(SortedTree tree) {
        this(tree, 0);
    }

    private SavedSortedNode below() {
        return new SavedSortedNode(tree, depth + 1);
    }

    @Override
    public Object kind() {
        return tree;
    }

    @Override
    public void write(SaveOutput out, long node, long base) throws IOException {
        MutatorContext mutator = out.mutator();
        int entries = BTree.entries(mutator, node);
        boolean isLeaf = BTree.isLeaf(mutator, node);
        out.number(entries);
        out.number(isLeaf ? 0 : 1);
        for (int i = 0; i < entries; i++) {
            writeEntry(out, node, i, base);
        }
        int next = 0; // the first child of the base that is not accounted for
        for (int i = 0; !isLeaf && i <= entries; i++) {
            long child = BTree.child(mutator, node, i);
            int same = place(mutator, base, child);
            if (same >= 0) {
                out.number(1 + 2L * same);
                next = same + 1;
            } else {
                int like = like(mutator, node, i, base, next);
                out.number(like < 0 ? 0 : 2 + 2L * like);
                out.reference(below(), child, like < 0 ? 0 : BTree.child(mutator, base, like));
                next = like + 1;
            }
        }
    }

    private void writeEntry(SaveOutput out, long node, int index, long base) throws IOException {
        MutatorContext mutator = out.mutator();
        Trie nodes = tree.nodes();
        long key = tree.key(mutator, node, index);
        long value = tree.value(mutator, node, index);
        int entries = base == 0 ? 0 : BTree.entries(mutator, base);
        int like = 0;
        while (like < entries && tree.key(mutator, base, like) != key) {
            like++;
        }
        boolean found = like < entries;
        long before = found ? tree.value(mutator, base, like) : 0;
        if (found && before == value) {
            out.number(1 + 2L * like);
            return;
        }
        out.number(found ? 2 + 2L * like : 0);
        if (nodes.wordKey()) {
            out.word(key);
        } else {
            out.value(nodes.keyType(), key, found ? key : 0);
        }
        if (nodes.valueType() != null) {
            out.value(nodes.valueType(), value, before);
        }
    }

    /// Which child of the base this one is, or -1.
    private static int place(MutatorContext mutator, long base, long child) {
        int children = children(mutator, base);
        for (int i = 0; i < children; i++) {
            if (BTree.child(mutator, base, i) == child) {
                return i;
            }
        }
        return -1;
    }

    private static int children(MutatorContext mutator, long base) {
        return base == 0 ? 0 : BTree.childrenAt(mutator.address(base));
    }

    /// Which child of the base a new one is most like: the next, unless that is still there, since
    /// then the one before it has become two.
    private static int like(MutatorContext mutator, long node, int index, long base, int next) {
        int children = children(mutator, base);
        int entries = BTree.entries(mutator, node);
        for (int i = index + 1; next < children && i <= entries; i++) {
            if (BTree.child(mutator, node, i) == BTree.child(mutator, base, next)) {
                return next - 1;
            }
        }
        return Math.min(next, children - 1);
    }

    // Reading

    @Override
    public long read(SaveInput in, long base) throws IOException {
        MutatorContext mutator = in.mutator();
        int entries = in.number("entries of a node", 1, BTree.MOST);
        int children = in.number("whether a node has children", 0, 1) == 0 ? 0 : entries + 1;
        if (depth >= BTree.MOST_LEVELS) {
            throw in.refuse("sorted collection nested too deeply");
        }
        GatheredNode node = new GatheredNode(tree.nodes(), mutator, true);
        int perEntry = tree.nodes().references();
        try (RootFrame slots = RootFrame.slots(mutator, children + perEntry * entries)) {
            for (int i = 0; i < entries; i++) {
                readEntry(in, base, node, slots, children + perEntry * i);
                if (i > 0) {
                    requireOrder(in, node.key(i - 1), node.key(i));
                }
            }
            for (int i = 0; i < children; i++) {
                long child = readChild(in, base);
                slots.set(i, child);
                node.addChild(child);
                requireFit(in, node, i);
            }
            return node.make(0, entries);
        }
    }

    private void readEntry(SaveInput in, long base, GatheredNode node, RootFrame slots, int slot)
            throws IOException {
        MutatorContext mutator = in.mutator();
        Trie nodes = tree.nodes();
        int entries = base == 0 ? 0 : BTree.entries(mutator, base);
        int from = in.number("entry of the base", 0, 2 * entries);
        int like = (from - 1) / 2;
        long key = from == 0 ? 0 : tree.key(mutator, base, like);
        long value = from == 0 ? 0 : tree.value(mutator, base, like);
        if (from % 2 == 0) {
            key = nodes.wordKey() ? in.word() : in.value(nodes.keyType(), key);
            if (!nodes.wordKey()) {
                slots.set(slot, key);
            }
            value = nodes.valueType() == null ? 0 : in.value(nodes.valueType(), value);
        }
        if (!nodes.wordKey()) {
            slots.set(slot, key);
        }
        if (nodes.referenceValue()) {
            slots.set(slot + nodes.references() - 1, value);
        }
        node.add(key, value);
    }

    private long readChild(SaveInput in, long base) throws IOException {
        MutatorContext mutator = in.mutator();
        int from = in.number("child of the base", 0, 2 * children(mutator, base));
        long like = from == 0 ? 0 : BTree.child(mutator, base, (from - 1) / 2);
        long child = from % 2 == 1 ? like : in.reference(below(), like);
        if (child == 0 || BTree.entries(mutator, child) < BTree.LEAST) {
            throw in.refuse("child of a node with too few entries");
        }
        return child;
    }

    /// The child that came last must lie between its entries, and be as high as the first.
    private void requireFit(SaveInput in, GatheredNode node, int index) throws IOException {
        MutatorContext mutator = in.mutator();
        long child = node.child(index);
        if (index > 0) {
            requireOrder(in, node.key(index - 1), end(mutator, child, true));
            if (BTree.height(mutator, child) != BTree.height(mutator, node.child(0))) {
                throw in.refuse("children of a node are not equally high");
            }
        }
        if (index < node.entries()) {
            requireOrder(in, end(mutator, child, false), node.key(index));
        }
    }

    /// The first key of a tree, or the last.
    private long end(MutatorContext mutator, long top, boolean first) {
        long node = top;
        while (!BTree.isLeaf(mutator, node)) {
            int last = BTree.entries(mutator, node);
            node = BTree.child(mutator, node, first ? 0 : last);
        }
        return tree.key(mutator, node, first ? 0 : BTree.entries(mutator, node) - 1);
    }

    private void requireOrder(SaveInput in, long first, long second) throws IOException {
        if (tree.order().compare(in.mutator(), first, second, Pause.POLL) >= 0) {
            throw in.refuse("keys of a sorted collection are not in order");
        }
    }
}
