// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;

/// An immutable list in a heap, to which elements are appended cheaply. Made by
/// [PersistentCollections]; [PersistentCollection] tells how long it lives and who may use it.
///
/// @param <E> the type of the elements
public final class PersistentList<E> extends PersistentSequence<E, PersistentList<E>> {

    private final ListKind<E> kind;

    PersistentList(
            ListKind<E> kind, long handle, int cell, PersistentCollection source, long state) {
        super(handle, cell, source, state);
        this.kind = kind;
    }

    @Override
    ListKind<E> kind() {
        return kind;
    }

    @Override
    PersistentList<E> self() {
        return this;
    }

    /// {@return a list with all of these elements at the end}
    ///
    /// @param elements the elements
    public PersistentList<E> appendAll(Iterable<? extends E> elements) {
        return builder().addAll(elements).build();
    }

    /// {@return a list of the elements of this list and then those of the other, which are copied:
    /// takes time in proportion to their number} What is in this list is shared.
    ///
    /// @param other the other one
    /// @throws IllegalArgumentException if `other` is of another heap or has another codec
    public PersistentList<E> appendAll(PersistentList<E> other) {
        kind.requireSame(other, "list");
        return kind.concat(this, other);
    }

    /// {@return a list with `element` before the one at `index`, or at the end if `index` is the
    /// size} Copies the elements from there on, so it takes time in proportion to their number;
    /// what comes before is shared.
    ///
    /// @param index which one, from 0
    /// @param element the element
    /// @throws IndexOutOfBoundsException if `index` is negative or greater than the size
    public PersistentList<E> insert(int index, E element) {
        return kind.insert(this, index, plain(element));
    }

    /// {@return a list with `element` before all others} Copies all elements, as [#insert] does; a
    /// list to which much is prepended had better be kept the other way round.
    ///
    /// @param element the element
    public PersistentList<E> prepend(E element) {
        return insert(0, element);
    }

    /// {@return a list without the element at `index`} Copies the elements behind it, so it takes
    /// time in proportion to their number, and hardly any at the beginning or the end; what comes
    /// before is shared.
    ///
    /// @param index which one, from 0
    /// @throws IndexOutOfBoundsException if there is none at `index`
    public PersistentList<E> without(int index) {
        return kind.without(this, index);
    }

    /// {@return an array of the same elements}
    public PersistentArray<E> toArray() {
        return heap().arrayKind(kind.codec()).ofList(this);
    }

    /// Changes this list in many steps, which become one version; this one stays as it is.
    ///
    /// @return a builder that begins with what is here
    public Builder<E> builder() {
        return new Builder<>(kind, this);
    }

    /// Changes a list in many steps, which become one version: adding and replacing take fewer
    /// steps than changing the list one by one, and removing takes as many. For one thread.
    ///
    /// @param <E> the type of the elements
    public static final class Builder<E> {

        /// How many elements are replaced at once.
        private static final int MOST_REPLACED = 1024;

        private final ListKind<E> kind;
        private final BatchBuilder<PersistentList<E>> batches;

        /// What is to stand in the heap at some places instead of what does; plain.
        private final Map<Integer, Object> replaced = new HashMap<>();

        Builder(ListKind<E> kind, PersistentList<E> list) {
            this.kind = kind;
            this.batches =
                    new BatchBuilder<>(list, 1, kind.elements().isReference(), kind::withBatch);
        }

        /// Begins with a list, which is the builder's from here on: it closes it.
        Builder<E> beginningWith(PersistentList<E> list) {
            batches.replace(list);
            return this;
        }

        /// The list of all that was added, which is the builder's: good until it is used again.
        PersistentList<E> flushed() {
            putReplaced();
            return batches.flushed();
        }

        /// Adds an element at the end.
        ///
        /// @param element the element
        /// @return this builder
        public Builder<E> add(E element) {
            batches.add(kind.codec().toPlain(element, "element"));
            return this;
        }

        /// Adds elements at the end.
        ///
        /// @param all the elements
        /// @return this builder
        public Builder<E> addAll(Iterable<? extends E> all) {
            Objects.requireNonNull(all, "elements missing").forEach(this::add);
            return this;
        }

        /// The number of elements that are in the heap.
        private int kept() {
            return batches.version() == null ? 0 : batches.version().size();
        }

        /// {@return the number of elements now}
        public int size() {
            return kept() + batches.pendingCount();
        }

        /// {@return the element that is at `index` now}
        ///
        /// @param index which one, from 0
        /// @throws IndexOutOfBoundsException if there is none
        public E get(int index) {
            int kept = kept();
            Object plain = replaced.get(index);
            if (plain == null && index >= 0 && index < kept) {
                return batches.version().get(index);
            }
            return kind.codec()
                    .fromPlain(
                            plain == null ? batches.pendingAt(requirePending(index, kept)) : plain);
        }

        /// Puts an element instead of the one at `index`.
        ///
        /// @param index which one, from 0
        /// @param element the element
        /// @return this builder
        /// @throws IndexOutOfBoundsException if there is none
        public Builder<E> set(int index, E element) {
            Object plain = kind.codec().toPlain(element, "element");
            int kept = kept();
            if (index < 0 || index >= kept) {
                batches.setPending(requirePending(index, kept), plain);
                return this;
            }
            replaced.put(index, plain);
            if (replaced.size() == MOST_REPLACED) {
                putReplaced();
            }
            return this;
        }

        private void putReplaced() {
            if (!replaced.isEmpty()) {
                batches.replace(kind.with(batches.version(), replaced));
                replaced.clear();
            }
        }

        /// Removes the element at `index`: takes time in proportion to the number of elements
        /// behind it, and hardly any at the beginning or the end.
        ///
        /// @param index which one, from 0
        /// @return this builder
        /// @throws IndexOutOfBoundsException if there is none
        public Builder<E> remove(int index) {
            int kept = kept();
            int size = kept + batches.pendingCount();
            if (Objects.checkIndex(index, size) >= kept) {
                batches.removePending(index - kept);
            } else {
                putReplaced();
                batches.replace(kind.without(batches.version(), index));
            }
            return this;
        }

        /// Removes the last element.
        ///
        /// @return this builder
        /// @throws java.util.NoSuchElementException if there is none
        public Builder<E> removeLast() {
            if (size() == 0) {
                throw new NoSuchElementException("empty: list=" + kind);
            }
            return remove(size() - 1);
        }

        private int requirePending(int index, int kept) {
            return Objects.checkIndex(index, kept + batches.pendingCount()) - kept;
        }

        /// {@return the list of all that was added} The builder can be used on, and begins with
        /// that list, which must stay open until then; so must collections that were added or set.
        public PersistentList<E> build() {
            putReplaced();
            return batches.build();
        }
    }
}
