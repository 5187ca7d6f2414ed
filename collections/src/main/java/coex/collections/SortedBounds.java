// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.Comparator;

/// Which part of a sorted collection: from one gap between two keys to another. A gap lies before
/// or after a key, whether or not the collection has it.
///
/// @param from a plain key, or null if there is no lower bound
/// @param fromAfter whether the gap lies after it, so that it is left out
/// @param to a plain key, or null if there is no upper bound
/// @param toAfter whether the gap lies after it, so that it is included
record SortedBounds(Object from, boolean fromAfter, Object to, boolean toAfter) {

    static final SortedBounds ALL = new SortedBounds(null, false, null, false);

    /// What is also after a gap.
    SortedBounds after(Comparator<Object> order, Object key, boolean after) {
        return from != null && compare(order, from, fromAfter, key, after) >= 0
                ? this
                : new SortedBounds(key, after, to, toAfter);
    }

    /// What is also before a gap.
    SortedBounds before(Comparator<Object> order, Object key, boolean after) {
        return to != null && compare(order, to, toAfter, key, after) <= 0
                ? this
                : new SortedBounds(from, fromAfter, key, after);
    }

    /// Whether no key can lie between the two.
    boolean excludeAll(Comparator<Object> order) {
        return from != null && to != null && compare(order, from, fromAfter, to, toAfter) >= 0;
    }

    boolean contains(Comparator<Object> order, Object key) {
        return !isBefore(order, key) && !isBehind(order, key);
    }

    /// Whether a key comes before the lower bound.
    boolean isBefore(Comparator<Object> order, Object key) {
        if (from == null) {
            return false;
        }
        int found = order.compare(key, from);
        return found < 0 || found == 0 && fromAfter;
    }

    /// Whether a key comes after the upper bound.
    boolean isBehind(Comparator<Object> order, Object key) {
        if (to == null) {
            return false;
        }
        int found = order.compare(key, to);
        return found > 0 || found == 0 && !toAfter;
    }

    /// Whether a key is between the two, or one of them, be it left out or not.
    boolean containsOrEndsWith(Comparator<Object> order, Object key) {
        return (from == null || order.compare(from, key) <= 0)
                && (to == null || order.compare(key, to) <= 0);
    }

    private static int compare(
            Comparator<Object> order, Object key, boolean after, Object other, boolean otherAfter) {
        int found = order.compare(key, other);
        return found != 0 ? found : Boolean.compare(after, otherAfter);
    }
}
