package coex.collections;

import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;

/// Lists with a certain codec in one heap.
final class ListKind<E> extends SequenceKind<E, PersistentList<E>> {

    private final ListType lists;

    ListKind(PersistentCollections heap, Codec<E> codec) {
        super(heap, codec);
        this.lists = ListType.of(heap.heap(), elements().type());
    }

    ListType lists() {
        return lists;
    }

    @Override
    ValueType type() {
        return lists;
    }

    @Override
    PersistentList<E> wrap(Rooted value) {
        return new PersistentList<>(this, value);
    }

    @Override
    int length(MutatorContext mutator, long sequence) {
        return lists.length(mutator, sequence);
    }

    @Override
    long get(MutatorContext mutator, long sequence, int index) {
        return lists.get(mutator, sequence, index);
    }

    @Override
    void copyOut(MutatorContext mutator, long sequence, int index, long[] target, int count) {
        lists.copyOut(mutator, sequence, index, target, 0, count);
    }

    @Override
    long set(MutatorContext mutator, long sequence, int index, long bits) {
        return lists.set(mutator, sequence, index, bits);
    }

    @Override
    long append(MutatorContext mutator, long sequence, long bits) {
        return lists.append(mutator, sequence, bits);
    }

    @Override
    long slice(MutatorContext mutator, long sequence, int from, int to) {
        return lists.slice(mutator, sequence, from, to);
    }

    PersistentList<E> concat(PersistentList<E> first, PersistentList<E> second) {
        return wrap(
                heap().make(
                                mutator ->
                                        lists.concat(
                                                mutator,
                                                first.handle("appendAll"),
                                                second.handle("appendAll"))));
    }

    /// The list and the first `count` of these elements.
    ///
    /// @param list may be null
    PersistentList<E> withBatch(PersistentList<E> list, Object[] plain, int count) {
        return wrap(
                heap().make(
                                mutator -> {
                                    try (ListBuilder builder = new ListBuilder(lists)) {
                                        builder.start(
                                                mutator, list == null ? 0 : list.handle("build"));
                                        for (int i = 0; i < count; i++) {
                                            builder.add(elements().write(mutator, plain[i]));
                                        }
                                        return builder.finish();
                                    }
                                }));
    }

    @Override
    public String toString() {
        return "list(" + codec() + ")";
    }
}
