// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.sorted.SortedTree;
import coex.collections.value.Pause;
import coex.collections.value.ValueOrder;
import coex.gc.mutator.MutatorContext;

/// The order of a codec's values in one heap, also of such that are not in the heap. Runs inside
/// the heap, and runs no code of the embedder's.
abstract class BoundOrder implements ValueOrder {

    /// What to keep keys in order by: the same order, in the form that is fastest.
    private final ValueOrder ofKeys;

    BoundOrder() {
        this.ofKeys = this;
    }

    BoundOrder(ValueOrder ofKeys) {
        this.ofKeys = ofKeys;
    }

    final ValueOrder ofKeys() {
        return ofKeys;
    }

    /// The order of a plain form and a value of the heap, as [#compare].
    abstract int compareWith(MutatorContext mutator, Object plain, long bits, Pause pause);

    /// The same order for who looks for a key that is not in the heap, and for which the bits
    /// [SortedTree#SOUGHT] stand. So looking it up makes no object in the heap. Not for keys that
    /// are words: any bits may be one of them.
    final ValueOrder seeking(Object plain) {
        return (mutator, first, second, pause) -> {
            if (second == SortedTree.SOUGHT) {
                int order = compareWith(mutator, plain, first, pause);
                return order > 0 ? -1 : order < 0 ? 1 : 0;
            }
            return first == SortedTree.SOUGHT
                    ? compareWith(mutator, plain, second, pause)
                    : compare(mutator, first, second, pause);
        };
    }
}
