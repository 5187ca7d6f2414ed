// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.list.ArrayType;

/// Arrays with a certain codec in one heap.
final class ArrayKind<E> extends SequenceKind<E, PersistentArray<E>> {

    private final ListKind<E> lists;

    ArrayKind(PersistentCollections heap, Codec<E> codec) {
        super(heap, codec, ArrayType::of);
        this.lists = heap.listKind(codec);
    }

    @Override
    ArrayType type() {
        return (ArrayType) super.type();
    }

    @Override
    PersistentArray<E> wrap(long handle, int cell, PersistentCollection source, long state) {
        return new PersistentArray<>(this, handle, cell, source, state);
    }

    PersistentArray<E> ofList(PersistentList<E> list) {
        return make(mutator -> type().ofList(mutator, lists.type(), list.handle("toArray")));
    }

    PersistentList<E> toList(PersistentArray<E> array) {
        return lists.make(mutator -> type().toList(mutator, lists.type(), array.handle("toList")));
    }

    /// A builder of a list that nobody else has, and that begins with the elements of an array.
    ///
    /// @param array may be null
    PersistentList.Builder<E> listBuilder(PersistentArray<E> array) {
        PersistentList.Builder<E> builder = new PersistentList.Builder<>(lists, null);
        return array == null ? builder : builder.beginningWith(toList(array));
    }

    @Override
    String saved() {
        return "array(" + codec().saved() + ")";
    }

    @Override
    public String toString() {
        return "array(" + codec() + ")";
    }
}
