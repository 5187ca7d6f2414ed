// SPDX-License-Identifier: Apache-2.0
package coex.collections.sorted;

import coex.collections.map.PairVisitor;
import coex.collections.value.Hashing;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;

/// Compares and hashes whole trees. What two of them share is not looked at. No safepoints but
/// where the caller asks for pauses.
final class SortedComparison {

    /// Turning to a rank looks at about as many nodes as so many parts take.
    private static final int PARTS_OF_RANK = 64;

    private SortedComparison() {}

    static boolean equal(
            SortedTree tree, MutatorContext mutator, long first, long second, Pause pause) {
        if (first == second) {
            return true;
        }
        if (first == 0 || second == 0 || tree.size(mutator, first) != tree.size(mutator, second)) {
            return false;
        }
        return walk(tree, mutator, first, second, new Difference(tree, mutator, pause, false));
    }

    /// By size; then by the first entry that differs: by its key, or by its value.
    static int compare(
            SortedTree tree, MutatorContext mutator, long first, long second, Pause pause) {
        if (first == second) {
            return 0;
        }
        int order = Long.compare(tree.size(mutator, first), tree.size(mutator, second));
        if (order != 0) {
            return order;
        }
        Difference difference = new Difference(tree, mutator, pause, true);
        walk(tree, mutator, first, second, difference);
        return difference.found;
    }

    /// Whether nothing differs.
    private static boolean walk(
            SortedTree tree, MutatorContext mutator, long first, long second, Difference visitor) {
        return new SortedPairWalk(new SortedType(tree), mutator, first, second)
                .visit(mutator, visitor, visitor.pause);
    }

    /// Goes on until something differs.
    private static final class Difference implements PairVisitor {
        private final SortedTree tree;
        private final MutatorContext mutator;
        private final Pause pause;
        private final boolean inOrder;
        private int found;

        Difference(SortedTree tree, MutatorContext mutator, Pause pause, boolean inOrder) {
            this.tree = tree;
            this.mutator = mutator;
            this.pause = pause;
            this.inOrder = inOrder;
        }

        @Override
        public boolean shared(long part) {
            return true;
        }

        @Override
        public boolean onlyFirst(long key, long value) {
            found = -1; // it has the lesser key here
            return false;
        }

        @Override
        public boolean onlySecond(long key, long value) {
            found = 1;
            return false;
        }

        @Override
        public boolean both(long key, long value, long otherKey, long otherValue) {
            if (value != otherValue) {
                found = order(value, otherValue);
            }
            return found == 0;
        }

        private int order(long value, long other) {
            if (!tree.nodes().referenceValue()) {
                return Long.compare(value, other);
            }
            ValueType type = tree.nodes().valueType();
            return inOrder
                    ? type.compare(mutator, value, other, pause)
                    : type.equal(mutator, value, other, pause) ? 0 : 1;
        }
    }

    /// Of a large tree not all entries count, but some at fixed ranks.
    static int hash(SortedTree tree, MutatorContext mutator, long root, int parts) {
        if (root == 0) {
            return 0;
        }
        long size = tree.size(mutator, root);
        long counted = size <= parts ? size : Math.max(1, parts / PARTS_OF_RANK);
        int partsOfEach = (int) Math.max(1, parts / size);
        int hash = (int) size;
        SortedCursor cursor = new SortedCursor(new SortedType(tree));
        cursor.toStart(mutator, root);
        for (long i = 0; i < counted; i++) {
            if (counted < size) {
                cursor.toRank(mutator, root, i * size / counted);
            }
            cursor.next(mutator);
            hash = Hashing.followedBy(hash, entry(tree, mutator, cursor, partsOfEach));
        }
        return hash;
    }

    private static int entry(
            SortedTree tree, MutatorContext mutator, SortedCursor cursor, int parts) {
        ValueType keys = tree.nodes().wordKey() ? Primitive.LONG : tree.nodes().keyType();
        int hash = keys.hash(mutator, cursor.key(), parts);
        ValueType values = tree.nodes().valueType();
        return values == null
                ? hash
                : Hashing.followedBy(hash, values.hash(mutator, cursor.value(), parts));
    }
}
