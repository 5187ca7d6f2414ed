// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.map.SetType;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Sets inside collections.
final class NestedSetCodec<E> extends NestedElementsCodec<E, Set<E>> {

    NestedSetCodec(Codec<E> element) {
        super("set", element);
    }

    @Override
    Set<E> empty(int size) {
        return HashSet.newHashSet(size);
    }

    @Override
    Set<E> unmodifiable(Set<E> set) {
        return Collections.unmodifiableSet(set);
    }

    @Override
    BoundCodec bind(PersistentCollections heap) {
        BoundCodec elements = heap.bound(element());
        SetType sets = SetType.of(heap.heap(), elements.type());
        return new BoundCodec(sets) {
            @Override
            long write(MutatorContext mutator, Object plain) {
                try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                    for (Object each : (Object[]) plain) {
                        long bits = elements.write(mutator, each);
                        slots.set(0, sets.add(mutator, slots.get(0), bits));
                    }
                    return slots.get(0);
                }
            }

            @Override
            Object read(MutatorContext mutator, long bits, PersistentCollection source) {
                List<Object> plain = new ArrayList<>();
                try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                    slots.set(0, bits);
                    sets.forEach(
                            mutator,
                            bits,
                            (key, _) -> {
                                plain.add(elements.read(mutator, key, source));
                                mutator.poll();
                            });
                }
                return plain.toArray();
            }
        };
    }

    @Override
    boolean isPlainCanonical() {
        return false;
    }
}
