// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.Arrays;
import java.util.Comparator;

/// Plain entries in the order of their keys; of equal keys the last one that was given.
final class SortedBatch {

    private final Object[] plain;
    private final int width;

    /// Where each entry begins in `plain`.
    private final Integer[] places;

    private final int size;

    private SortedBatch(Object[] plain, int width, Integer[] places, int size) {
        this.plain = plain;
        this.width = width;
        this.places = places;
        this.size = size;
    }

    /// Sorts the first `count` plain values. What is in order already takes one pass.
    ///
    /// @param width how many of them are an entry: two if keys and values come in turn
    static SortedBatch of(Comparator<Object> order, Object[] plain, int count, int width) {
        Integer[] places = new Integer[count / width];
        for (int i = 0; i < places.length; i++) {
            places[i] = width * i;
        }
        // Stable: the last of equal keys stays the last.
        Arrays.sort(places, (first, second) -> order.compare(plain[first], plain[second]));
        int kept = 0;
        for (int i = 0; i < places.length; i++) {
            if (kept > 0 && order.compare(plain[places[kept - 1]], plain[places[i]]) == 0) {
                kept--;
            }
            places[kept++] = places[i];
        }
        return new SortedBatch(plain, width, places, kept);
    }

    int size() {
        return size;
    }

    Object key(int index) {
        return plain[places[index]];
    }

    Object value(int index) {
        return plain[places[index] + width - 1];
    }
}
