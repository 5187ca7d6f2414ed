// SPDX-License-Identifier: Apache-2.0
package coex.collections.sorted;

import coex.collections.map.BTree;
import coex.collections.map.PairVisitor;
import coex.collections.map.PairWalk;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

/// Goes through two trees at once, in order. The visitor is told of each key of either.
///
/// Parts are compared where both walks have a whole part before them, the higher one first: two
/// trees of which one was made from the other by a few changes have the same parts at the same
/// heights, but for those on the way to the changes and their neighbours.
public final class SortedPairWalk implements PairWalk {

    /// One of the two trees, and how far the walk has come in it. Before it lies a part that was
    /// not entered, or an entry.
    private final class Side {

        /// The nodes entered; the first is the whole tree, in front of which we begin.
        private final long[] nodes = new long[BTree.MOST_LEVELS + 1];

        /// How many items of each are passed. An inner node has children and entries in turn.
        private final int[] passed = new int[BTree.MOST_LEVELS + 1];

        private final long root;
        private final int height;
        private int depth;
        private boolean isEntered;
        private int entered;

        Side(long root) {
            this.root = root;
            this.height = root == 0 ? 0 : BTree.height(mutator, root);
            this.depth = root == 0 ? -1 : 0;
        }

        boolean isDone() {
            return depth < 0;
        }

        boolean isPart() {
            return !isEntered || passed[depth] % 2 == 0 && !BTree.isLeaf(mutator, nodes[depth]);
        }

        long part() {
            return isEntered ? BTree.child(mutator, nodes[depth], passed[depth] / 2) : root;
        }

        /// Of the part.
        int height() {
            return isEntered ? height - depth - 1 : height;
        }

        void enter() {
            long part = part();
            if (isEntered) {
                depth++;
            }
            isEntered = true;
            nodes[depth] = part;
            passed[depth] = 0;
            entered++;
        }

        private int place() {
            return BTree.isLeaf(mutator, nodes[depth]) ? passed[depth] : passed[depth] / 2;
        }

        long key() {
            return tree.key(mutator, nodes[depth], place());
        }

        long value() {
            return tree.value(mutator, nodes[depth], place());
        }

        /// Goes past the part or entry, and out of all nodes that end with it.
        void pass() {
            if (!isEntered) {
                depth = -1;
                return;
            }
            passed[depth]++;
            while (depth >= 0 && passed[depth] == items()) {
                depth--;
                if (depth >= 0) {
                    passed[depth]++;
                }
            }
        }

        private int items() {
            int entries = BTree.entries(mutator, nodes[depth]);
            return BTree.isLeaf(mutator, nodes[depth]) ? entries : 2 * entries + 1;
        }
    }

    private static final int ENTRIES_BETWEEN_PAUSES = 64;

    private final SortedTree tree;
    private final Side first;
    private final Side second;
    private MutatorContext mutator;
    private Pause pause = Pause.NONE;
    private int steps;

    /// A walk through two maps or sets of a type.
    public SortedPairWalk(SortedType type, MutatorContext mutator, long first, long second) {
        this.tree = type.tree();
        this.mutator = mutator;
        this.first = new Side(first);
        this.second = new Side(second);
    }

    @Override
    public int entered() {
        return first.entered + second.entered;
    }

    @Override
    public boolean visit(MutatorContext visiting, PairVisitor visitor, Pause between) {
        mutator = visiting;
        pause = between;
        while (!first.isDone() || !second.isDone()) {
            if (++steps % ENTRIES_BETWEEN_PAUSES == 0) {
                pause.between(mutator);
            }
            if (!step(visitor)) {
                return false;
            }
        }
        return true;
    }

    private boolean step(PairVisitor visitor) {
        boolean isPart = !first.isDone() && first.isPart();
        boolean isOtherPart = !second.isDone() && second.isPart();
        if (isPart && isOtherPart) {
            return stepAtParts(visitor);
        }
        if (isPart || isOtherPart) {
            (isPart ? first : second).enter();
            return true;
        }
        int order = order();
        if (order == 0) {
            boolean goesOn = visitor.both(first.key(), first.value(), second.key(), second.value());
            first.pass();
            second.pass();
            return goesOn;
        }
        Side less = order < 0 ? first : second;
        boolean goesOn =
                order < 0
                        ? visitor.onlyFirst(less.key(), less.value())
                        : visitor.onlySecond(less.key(), less.value());
        less.pass();
        return goesOn;
    }

    private boolean stepAtParts(PairVisitor visitor) {
        long part = first.part();
        if (part == second.part()) {
            first.pass();
            second.pass();
            return visitor.shared(part);
        }
        int over = first.height() - second.height();
        if (over >= 0) {
            first.enter();
        }
        if (over <= 0) {
            second.enter();
        }
        return true;
    }

    private int order() {
        if (first.isDone() || second.isDone()) {
            return first.isDone() ? 1 : -1;
        }
        long key = first.key();
        long other = second.key();
        return key == other ? 0 : tree.order().compare(mutator, key, other, pause);
    }
}
