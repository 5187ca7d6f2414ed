// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.map.PairMerge;
import coex.collections.map.SetType;
import coex.collections.map.TrieCursor;
import coex.collections.map.TriePairWalk;
import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.ref.Reference;
import java.util.List;

/// Sets with a certain codec in one heap: what [PersistentSet] does with plain values.
final class SetKind<E> extends Kind<PersistentSet<E>> {

    private final Codec<E> codec;
    private final BoundCodec elements;
    private final SetType sets;

    SetKind(PersistentCollections heap, Codec<E> codec) {
        super(heap);
        this.codec = codec;
        this.elements = heap.bound(codec);
        this.sets = SetType.of(heap.heap(), elements.type());
    }

    Codec<E> codec() {
        return codec;
    }

    BoundCodec elements() {
        return elements;
    }

    SetType sets() {
        return sets;
    }

    @Override
    ValueType type() {
        return sets;
    }

    @Override
    PersistentSet<E> wrap(long handle, int cell, PersistentCollection source, long state) {
        return new PersistentSet<>(this, handle, cell, source, state);
    }

    TrieReader reader(PersistentSet<E> set) {
        return new TrieReader(set, new TrieCursor(sets), elements, null);
    }

    boolean contains(PersistentSet<E> set, Object element) {
        return elements.needsRoomToLookUp()
                ? heap().whenThereIsRoom(() -> containsNow(set, element))
                : containsNow(set, element);
    }

    private boolean containsNow(PersistentSet<E> set, Object element) {
        MutatorContext mutator = heap().enter();
        try {
            long handle = set.handle("contains");
            if (handle == 0 || !elements.isReference()) {
                return handle != 0 && sets.has(mutator, handle, elements.write(mutator, element));
            }
            if (elements instanceof BoundTextCodec text) {
                return seeking(text, element).has(mutator, handle, ProbeText.PROBE);
            }
            try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                slots.set(0, handle);
                return sets.has(mutator, handle, elements.write(mutator, element));
            }
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(set);
        }
    }

    /// The same sets, but for an element that is not in the heap.
    private SetType seeking(BoundTextCodec text, Object utf8) {
        return new SetType(sets.trie().keyedBy(ProbeText.of(text.strings(), (byte[]) utf8)));
    }

    PersistentSet<E> with(PersistentSet<E> set, Object element) {
        return make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        slots.set(0, set.handle("with"));
                        long bits = elements.write(mutator, element);
                        return sets.add(mutator, slots.get(0), bits);
                    }
                });
    }

    PersistentSet<E> without(PersistentSet<E> set, Object element) {
        return make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        slots.set(0, set.handle("without"));
                        long bits = elements.write(mutator, element);
                        return sets.remove(mutator, slots.get(0), bits);
                    }
                });
    }

    PersistentSet<E> withoutAll(PersistentSet<E> set, List<Object> plain) {
        return make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        slots.set(0, set.handle("withoutAll"));
                        for (Object element : plain) {
                            long bits = elements.write(mutator, element);
                            slots.set(0, sets.remove(mutator, slots.get(0), bits));
                            mutator.poll();
                        }
                        return slots.get(0);
                    }
                });
    }

    PersistentSet<E> union(PersistentSet<E> first, PersistentSet<E> second) {
        return make(
                mutator -> sets.union(mutator, first.handle("withAll"), second.handle("withAll")));
    }

    /// The set with the first `count` of these elements.
    ///
    /// @param set may be null
    PersistentSet<E> withBatch(PersistentSet<E> set, Object[] plain, int count) {
        return make(
                mutator -> {
                    int kept = elements.isReference() ? count : 0;
                    try (RootFrame slots = RootFrame.slots(mutator, 1 + kept)) {
                        slots.set(0, set == null ? 0 : set.handle("build"));
                        long[] bits = new long[count];
                        for (int i = 0; i < count; i++) {
                            long written = elements.write(mutator, plain[i]);
                            bits[i] = elements.keptIn(slots, 1 + i, written);
                        }
                        long batch = sets.build(mutator, bits, count);
                        return sets.union(mutator, slots.get(0), batch);
                    }
                });
    }

    /// An intersection or a difference.
    PersistentSet<E> merge(
            PersistentSet<E> first, PersistentSet<E> second, PairMerge.Choice choice) {
        return make(
                mutator -> {
                    long one = first.handle("merge");
                    long two = second.handle("merge");
                    return choice == PairMerge.Choice.INTERSECTION
                            ? sets.intersection(mutator, one, two)
                            : sets.difference(mutator, one, two);
                });
    }

    Differences differences(PersistentSet<E> older, PersistentSet<E> newer) {
        return new Differences(
                older, newer, elements, null, (_, one, two) -> new TriePairWalk(sets, one, two));
    }

    @Override
    String saved() {
        return "set(" + codec.saved() + ")";
    }

    @Override
    public String toString() {
        return "set(" + codec + ")";
    }
}
