package coex.collections;

import coex.collections.list.ArrayType;
import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;

/// Arrays with a certain codec in one heap.
final class ArrayKind<E> extends SequenceKind<E, PersistentArray<E>> {

    private final ArrayType arrays;
    private final ListKind<E> lists;

    ArrayKind(PersistentCollections heap, Codec<E> codec) {
        super(heap, codec);
        this.arrays = ArrayType.of(heap.heap(), elements().type());
        this.lists = heap.listKind(codec);
    }

    @Override
    ValueType type() {
        return arrays;
    }

    @Override
    PersistentArray<E> wrap(Rooted value) {
        return new PersistentArray<>(this, value);
    }

    @Override
    int length(MutatorContext mutator, long sequence) {
        return arrays.length(mutator, sequence);
    }

    @Override
    long get(MutatorContext mutator, long sequence, int index) {
        return arrays.get(mutator, sequence, index);
    }

    @Override
    void copyOut(MutatorContext mutator, long sequence, int index, long[] target, int count) {
        arrays.copyOut(mutator, sequence, index, target, 0, count);
    }

    @Override
    long set(MutatorContext mutator, long sequence, int index, long bits) {
        return arrays.set(mutator, sequence, index, bits);
    }

    @Override
    long append(MutatorContext mutator, long sequence, long bits) {
        return arrays.append(mutator, sequence, bits);
    }

    @Override
    long slice(MutatorContext mutator, long sequence, int from, int to) {
        return arrays.slice(mutator, sequence, from, to);
    }

    PersistentArray<E> ofList(PersistentList<E> list) {
        return wrap(
                heap().make(
                                mutator ->
                                        arrays.ofList(
                                                mutator, lists.lists(), list.handle("toArray"))));
    }

    PersistentList<E> toList(PersistentArray<E> array) {
        return lists.wrap(
                heap().make(
                                mutator ->
                                        arrays.toList(
                                                mutator, lists.lists(), array.handle("toList"))));
    }

    @Override
    public String toString() {
        return "array(" + codec() + ")";
    }
}
