package coex.collections;

import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;

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
    PersistentList<E> wrap(Rooted value) {
        return new PersistentList<>(this, value);
    }

    PersistentList<E> concat(PersistentList<E> first, PersistentList<E> second) {
        return make(
                mutator ->
                        type().concat(
                                        mutator,
                                        first.handle("appendAll"),
                                        second.handle("appendAll")));
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
    public String toString() {
        return "list(" + codec() + ")";
    }
}
