package coex.collections.sorted;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.map.BTree;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

/// What holds for every [SortedTree].
final class SortedChecks {

    private SortedChecks() {}

    static void assertInvariants(SortedTree tree, MutatorContext mutator, long root) {
        if (root != 0) {
            int height = BTree.height(mutator, root);
            assertNode(tree, mutator, root, height, true);
            assertOrder(tree, mutator, root);
        }
    }

    /// Returns the number of entries.
    private static long assertNode(
            SortedTree tree, MutatorContext mutator, long node, int height, boolean isTop) {
        int entries = BTree.entries(mutator, node);
        assertThat(entries).isBetween(isTop ? 1 : BTree.LEAST, BTree.MOST);
        int children = BTree.childrenAt(mutator.address(node));
        assertThat(children).as("height %d", height).isEqualTo(height == 0 ? 0 : entries + 1);
        long all = entries;
        for (int i = 0; i < children; i++) {
            long child = BTree.child(mutator, node, i);
            all += assertNode(tree, mutator, child, height - 1, false);
        }
        assertThat(tree.size(mutator, node)).isEqualTo(all);
        return all;
    }

    private static void assertOrder(SortedTree tree, MutatorContext mutator, long root) {
        SortedCursor cursor = new SortedCursor(new SortedType(tree));
        cursor.toStart(mutator, root);
        assertThat(cursor.next(mutator)).isTrue();
        for (long last = cursor.key(); cursor.next(mutator); last = cursor.key()) {
            assertThat(tree.order().compare(mutator, last, cursor.key(), Pause.NONE)).isNegative();
        }
    }
}
