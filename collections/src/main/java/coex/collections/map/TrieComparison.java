// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

/// Compares whole tries. Equal ones have the same nodes, down to where hashes are used up, and
/// below that the same entries in the same order. So they are compared node by node, and what they
/// share is not looked at. No safepoints but where the caller asks for pauses.
///
/// Serves two ends: in order it returns less than 0, 0 or greater than 0, as `ValueType.compare`
/// does; else it only says whether all is equal, by 0, which may take less time.
final class TrieComparison {

    private TrieComparison() {}

    static boolean equal(Trie trie, MutatorContext mutator, long first, long second, Pause pause) {
        if (first == second) {
            return true;
        }
        return first != 0
                && second != 0
                && trie.size(mutator, first) == trie.size(mutator, second)
                && nodes(trie, mutator, first, second, 0, false, pause) == 0;
    }

    /// By size; then node by node: by bitmaps, by entries, by children.
    static int compare(Trie trie, MutatorContext mutator, long first, long second, Pause pause) {
        if (first == second) {
            return 0;
        }
        int order = Long.compare(trie.size(mutator, first), trie.size(mutator, second));
        return order != 0 ? order : nodes(trie, mutator, first, second, 0, true, pause);
    }

    /// Each node is resolved again where there may have been a pause.
    private static int nodes(
            Trie trie,
            MutatorContext mutator,
            long first,
            long second,
            int level,
            boolean inOrder,
            Pause pause) {
        if (level == Trie.COLLISIONS) {
            return collisions(trie, mutator, first, second, inOrder, pause);
        }
        long bits = Trie.bits(mutator.address(first));
        long otherBits = Trie.bits(mutator.address(second));
        if (bits != otherBits) {
            return Long.compare(bits, otherBits);
        }
        int order = entries(trie, mutator, first, second, bits, inOrder, pause);
        int children = Trie.count(Trie.childBits(bits));
        for (int i = 0; i < children && order == 0; i++) {
            long child = Trie.child(mutator.address(first), i);
            long other = Trie.child(mutator.address(second), i);
            if (child != other) {
                pause.between(mutator);
                order = nodes(trie, mutator, child, other, level + 1, inOrder, pause);
            }
        }
        return order;
    }

    /// Of nodes with the same bitmaps.
    private static int entries(
            Trie trie,
            MutatorContext mutator,
            long first,
            long second,
            long bits,
            boolean inOrder,
            Pause pause) {
        int entries = Trie.count(Trie.entryBits(bits));
        int children = Trie.count(Trie.childBits(bits));
        int order = 0;
        for (int i = 0; i < entries && order == 0; i++) {
            long key = trie.key(mutator.address(first), entries, children, i);
            long other = trie.key(mutator.address(second), entries, children, i);
            order = keys(trie, mutator, key, other, inOrder, pause);
            if (order == 0) {
                long value = trie.value(mutator.address(first), entries, children, i);
                long otherValue = trie.value(mutator.address(second), entries, children, i);
                order = values(trie, mutator, value, otherValue, inOrder, pause);
            }
        }
        return order;
    }

    /// Of entries whose hashes are equal: the trees may differ, the order of their entries does
    /// not.
    private static int collisions(
            Trie trie,
            MutatorContext mutator,
            long first,
            long second,
            boolean inOrder,
            Pause pause) {
        CollisionCursor cursor = new CollisionCursor(trie);
        CollisionCursor others = new CollisionCursor(trie);
        cursor.start(mutator, first);
        others.start(mutator, second);
        for (int done = 1; ; done++) {
            boolean isEnd = !cursor.next(mutator);
            boolean isOthersEnd = !others.next(mutator);
            if (isEnd || isOthersEnd) {
                return Boolean.compare(isOthersEnd, isEnd);
            }
            int order = keys(trie, mutator, cursor.key(), others.key(), inOrder, pause);
            if (order == 0) {
                order = values(trie, mutator, cursor.value(), others.value(), inOrder, pause);
            }
            if (order != 0) {
                return order;
            }
            if (done % BTree.MOST == 0) {
                pause.between(mutator);
            }
        }
    }

    private static int keys(
            Trie trie, MutatorContext mutator, long one, long two, boolean inOrder, Pause pause) {
        if (one == two) {
            return 0;
        }
        if (inOrder) {
            return trie.compare(mutator, one, two, pause);
        }
        return trie.keyType() != null && trie.keyType().equal(mutator, one, two, pause) ? 0 : 1;
    }

    private static int values(
            Trie trie, MutatorContext mutator, long one, long two, boolean inOrder, Pause pause) {
        if (one == two) {
            return 0;
        }
        if (trie.valueType() == null || trie.valueType().isBits()) {
            return Long.compare(one, two);
        }
        return inOrder
                ? trie.valueType().compare(mutator, one, two, pause)
                : trie.valueType().equal(mutator, one, two, pause) ? 0 : 1;
    }
}
