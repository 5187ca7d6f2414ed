// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.gc.mutator.RootFrame;

import java.util.Map;

/// Lists with a certain codec in one heap.
final class ListKind<E> extends SequenceKind<E, PersistentList<E>> {

    ListKind(PersistentCollections heap, Codec<E> codec) {
        super(heap, codec, ListType::of);
    }

    @Override
    ListType type() {
        return (ListType) super.type();
    }

    @Override
    PersistentList<E> wrap(long handle, int cell, PersistentCollection source, long state) {
        return new PersistentList<>(this, handle, cell, source, state);
    }

    PersistentList<E> concat(PersistentList<E> first, PersistentList<E> second) {
        return make(
                mutator ->
                        type().concat(
                                        mutator,
                                        first.handle("appendAll"),
                                        second.handle("appendAll")));
    }

    PersistentList<E> insert(PersistentList<E> list, int index, Object plain) {
        return make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 3)) {
                        long handle = list.handle("insert");
                        slots.set(0, handle);
                        int length = length(mutator, handle);
                        if (index < 0 || index > length) {
                            throw new IndexOutOfBoundsException(
                                    "index out of range: index=%d length=%d"
                                            .formatted(index, length));
                        }
                        slots.set(1, type().slice(mutator, handle, 0, index));
                        long bits = elements().write(mutator, plain);
                        slots.set(1, type().append(mutator, slots.get(1), bits));
                        slots.set(2, type().slice(mutator, slots.get(0), index, length));
                        return type().concat(mutator, slots.get(1), slots.get(2));
                    }
                });
    }

    PersistentList<E> without(PersistentList<E> list, int index) {
        return make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 3)) {
                        long handle = list.handle("without");
                        slots.set(0, handle);
                        int length = length(mutator, handle);
                        checkIndex(index, length);
                        slots.set(1, type().slice(mutator, handle, 0, index));
                        slots.set(2, type().slice(mutator, slots.get(0), index + 1, length));
                        return slots.get(1) == 0
                                ? slots.get(2)
                                : type().concat(mutator, slots.get(1), slots.get(2));
                    }
                });
    }

    /// The list with other elements at some places, which it has.
    PersistentList<E> with(PersistentList<E> list, Map<Integer, Object> plainByIndex) {
        return make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        slots.set(0, list.handle("build"));
                        plainByIndex.forEach(
                                (index, plain) -> {
                                    long bits = elements().write(mutator, plain);
                                    slots.set(0, type().set(mutator, slots.get(0), index, bits));
                                    mutator.poll();
                                });
                        return slots.get(0);
                    }
                });
    }

    /// The list and the first `count` of these elements.
    ///
    /// @param list may be null
    PersistentList<E> withBatch(PersistentList<E> list, Object[] plain, int count) {
        return make(
                mutator -> {
                    try (ListBuilder builder = new ListBuilder(type())) {
                        builder.start(mutator, list == null ? 0 : list.handle("build"));
                        for (int i = 0; i < count; i++) {
                            builder.add(elements().write(mutator, plain[i]));
                        }
                        return builder.finish();
                    }
                });
    }

    @Override
    String saved() {
        return "list(" + codec().saved() + ")";
    }

    @Override
    public String toString() {
        return "list(" + codec() + ")";
    }
}
