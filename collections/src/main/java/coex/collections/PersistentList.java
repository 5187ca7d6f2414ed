package coex.collections;

import java.util.NoSuchElementException;
import java.util.Objects;

/// An immutable list in a heap, to which elements are appended cheaply. Made by
/// [PersistentCollections]; [PersistentCollection] tells how long it lives and who may use it.
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

    /// A list with all of these elements at the end.
    public PersistentList<E> appendAll(Iterable<? extends E> elements) {
        return builder().addAll(elements).build();
    }

    /// A list of the elements of this list and then those of the other, which are copied: takes
    /// time in proportion to their number. What is in this list is shared.
    ///
    /// @throws IllegalArgumentException if `other` is of another heap or has another codec
    public PersistentList<E> appendAll(PersistentList<E> other) {
        kind.requireSame(other, "list");
        return kind.concat(this, other);
    }

    /// A list with `element` before the one at `index`, or at the end if `index` is the size.
    /// Copies the elements from there on, so it takes time in proportion to their number; what
    /// comes before is shared.
    ///
    /// @throws IndexOutOfBoundsException if `index` is negative or greater than the size
    public PersistentList<E> insert(int index, E element) {
        return kind.insert(this, index, plain(element));
    }

    /// A list with `element` before all others. Copies all elements, as [#insert] does; a list to
    /// which much is prepended had better be kept the other way round.
    public PersistentList<E> prepend(E element) {
        return insert(0, element);
    }

    /// A list without the element at `index`. Copies the elements behind it, so it takes time in
    /// proportion to their number, and hardly any at the beginning or the end; what comes before is
    /// shared.
    ///
    /// @throws IndexOutOfBoundsException if there is none at `index`
    public PersistentList<E> without(int index) {
        return kind.without(this, index);
    }

    /// An array of the same elements.
    public PersistentArray<E> toArray() {
        return heap().arrayKind(kind.codec()).ofList(this);
    }

    /// Changes this list in many steps, which become one version; this one stays as it is.
    public Builder<E> builder() {
        return new Builder<>(kind, this);
    }

    /// Changes a list in many steps, which become one version. Adding is faster than appending one
    /// by one; replacing what is in the heap already takes a version that nobody else sees. For one
    /// thread.
    public static final class Builder<E> {

        private final ListKind<E> kind;
        private final BatchBuilder<PersistentList<E>> batches;

        Builder(ListKind<E> kind, PersistentList<E> list) {
            this.kind = kind;
            this.batches =
                    new BatchBuilder<>(list, 1, kind.elements().isReference(), kind::withBatch);
        }

        public Builder<E> add(E element) {
            batches.add(kind.codec().toPlain(element, "element"));
            return this;
        }

        public Builder<E> addAll(Iterable<? extends E> all) {
            Objects.requireNonNull(all, "elements missing").forEach(this::add);
            return this;
        }

        /// The number of elements that are in the heap.
        private int kept() {
            return batches.version() == null ? 0 : batches.version().size();
        }

        /// The number of elements now.
        public int size() {
            return kept() + batches.pendingCount();
        }

        /// The element that is at `index` now.
        ///
        /// @throws IndexOutOfBoundsException if there is none
        public E get(int index) {
            int kept = kept();
            if (index < kept) {
                return batches.version().get(index);
            }
            return kind.codec().fromPlain(batches.pendingAt(requirePending(index, kept)));
        }

        /// Puts an element instead of the one at `index`.
        ///
        /// @throws IndexOutOfBoundsException if there is none
        public Builder<E> set(int index, E element) {
            int kept = kept();
            Object plain = kind.codec().toPlain(element, "element");
            if (index < kept) {
                batches.replace(kind.with(batches.version(), index, plain));
            } else {
                batches.setPending(requirePending(index, kept), plain);
            }
            return this;
        }

        /// Removes the last element.
        ///
        /// @throws java.util.NoSuchElementException if there is none
        public Builder<E> removeLast() {
            if (size() == 0) {
                throw new NoSuchElementException("empty: list=" + kind);
            }
            if (batches.pendingCount() > 0) {
                batches.dropLastPending();
            } else {
                PersistentList<E> version = batches.version();
                batches.replace(kind.slice(version, 0, version.size() - 1));
            }
            return this;
        }

        private int requirePending(int index, int kept) {
            return Objects.checkIndex(index, kept + batches.pendingCount()) - kept;
        }

        /// The list of all that was added. The builder can be used on, and begins with that list,
        /// which must stay open until then; so must collections that were added.
        public PersistentList<E> build() {
            return batches.build();
        }
    }
}
