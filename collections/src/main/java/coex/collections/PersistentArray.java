// SPDX-License-Identifier: Apache-2.0
package coex.collections;

/// An immutable array in a heap: elements packed next to each other, the least memory and the
/// fastest reading, while every change copies all. Made by [PersistentCollections];
/// [PersistentCollection] tells how long it lives and who may use it.
///
/// A slice takes constant time and space, and keeps the whole array.
///
/// @param <E> the type of the elements
public final class PersistentArray<E> extends PersistentSequence<E, PersistentArray<E>> {

    private final ArrayKind<E> kind;

    PersistentArray(
            ArrayKind<E> kind, long handle, int cell, PersistentCollection source, long state) {
        super(handle, cell, source, state);
        this.kind = kind;
    }

    @Override
    ArrayKind<E> kind() {
        return kind;
    }

    @Override
    PersistentArray<E> self() {
        return this;
    }

    /// {@return a list of the same elements}
    public PersistentList<E> toList() {
        return kind.toList(this);
    }
}
