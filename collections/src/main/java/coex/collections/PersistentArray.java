// SPDX-License-Identifier: Apache-2.0
package coex.collections;

/// An immutable array in a heap: elements packed next to each other, the least memory and the
/// fastest reading, while every change copies all; for many changes there is a [Builder]. Made by
/// [PersistentCollections]; [PersistentCollection] tells how long it lives and who may use it.
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

    /// Changes this array in many steps, which become one version; this one stays as it is.
    ///
    /// @return a builder that begins with what is here
    public Builder<E> builder() {
        return new Builder<>(kind, this);
    }

    /// Changes an array in many steps, which become one version. What an array copies for each
    /// change is copied here twice in all: the builder keeps a list, and makes an array of it at
    /// the end. For one thread.
    ///
    /// @param <E> the type of the elements
    public static final class Builder<E> {

        private final ArrayKind<E> kind;
        private final PersistentList.Builder<E> elements;

        /// @param array may be null
        Builder(ArrayKind<E> kind, PersistentArray<E> array) {
            this.kind = kind;
            this.elements = kind.listBuilder(array);
        }

        /// Adds an element at the end.
        ///
        /// @param element the element
        /// @return this builder
        public Builder<E> add(E element) {
            elements.add(element);
            return this;
        }

        /// Adds elements at the end.
        ///
        /// @param all the elements
        /// @return this builder
        public Builder<E> addAll(Iterable<? extends E> all) {
            elements.addAll(all);
            return this;
        }

        /// {@return the number of elements now}
        public int size() {
            return elements.size();
        }

        /// {@return the element that is at `index` now}
        ///
        /// @param index which one, from 0
        /// @throws IndexOutOfBoundsException if there is none
        public E get(int index) {
            return elements.get(index);
        }

        /// Puts an element instead of the one at `index`.
        ///
        /// @param index which one, from 0
        /// @param element the element
        /// @return this builder
        /// @throws IndexOutOfBoundsException if there is none
        public Builder<E> set(int index, E element) {
            elements.set(index, element);
            return this;
        }

        /// Removes the element at `index`: takes time in proportion to the number of elements
        /// behind it, and hardly any at the beginning or the end.
        ///
        /// @param index which one, from 0
        /// @return this builder
        /// @throws IndexOutOfBoundsException if there is none
        public Builder<E> remove(int index) {
            elements.remove(index);
            return this;
        }

        /// Removes the last element.
        ///
        /// @return this builder
        /// @throws java.util.NoSuchElementException if there is none
        public Builder<E> removeLast() {
            elements.removeLast();
            return this;
        }

        /// {@return the array of all that was added} The builder can be used on, and begins with
        /// what is in that array.
        public PersistentArray<E> build() {
            return kind.ofList(elements.flushed());
        }
    }
}
