// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

import java.util.Comparator;
import java.util.List;

/// The order of tuples: by the first part that differs.
final class TupleOrder extends BoundOrder {

    private final TupleType tuples;
    private final BoundOrder[] parts;

    TupleOrder(TupleType tuples, BoundOrder[] parts) {
        this.tuples = tuples;
        this.parts = parts;
    }

    /// The order of plain forms, by those of the parts.
    static Comparator<Object> ofPlain(List<Comparator<Object>> parts) {
        return (first, second) -> {
            int order = 0;
            for (int i = 0; i < parts.size() && order == 0; i++) {
                order = parts.get(i).compare(((Object[]) first)[i], ((Object[]) second)[i]);
            }
            return order;
        };
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        int order = 0;
        for (int i = 0; i < parts.length && order == 0; i++) {
            long one = tuples.part(mutator, first, i);
            long two = tuples.part(mutator, second, i);
            order = one == two ? 0 : parts[i].compare(mutator, one, two, pause);
        }
        return order;
    }

    @Override
    int compareWith(MutatorContext mutator, Object plain, long bits, Pause pause) {
        int order = 0;
        for (int i = 0; i < parts.length && order == 0; i++) {
            long part = tuples.part(mutator, bits, i);
            order = parts[i].compareWith(mutator, ((Object[]) plain)[i], part, pause);
        }
        return order;
    }
}
