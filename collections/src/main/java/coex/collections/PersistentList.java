package coex.collections;

import java.util.Objects;

/// An immutable list in a heap, to which elements are appended cheaply. Made by
/// [PersistentCollections]; [PersistentCollection] tells how long it lives and who may use it.
public final class PersistentList<E> extends PersistentSequence<E, PersistentList<E>> {

    private final ListKind<E> kind;

    PersistentList(ListKind<E> kind, Rooted value) {
        super(value);
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

    /// A list of the elements of this list and then those of the other.
    ///
    /// @throws IllegalArgumentException if `other` is of another heap or has another codec
    public PersistentList<E> appendAll(PersistentList<E> other) {
        kind.requireSame(other, "list");
        return kind.concat(this, other);
    }

    /// An array of the same elements.
    public PersistentArray<E> toArray() {
        return heap().arrayKind(kind.codec()).ofList(this);
    }

    /// Appends many elements to this list, which stays as it is.
    public Builder<E> builder() {
        return new Builder<>(kind, this);
    }

    /// Appends many elements to a list, some at a time, and is faster than appending them one by
    /// one. For one thread.
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

        /// The list of all that was added. The builder can be used on, and begins with that list,
        /// which must stay open until then; so must collections that were added.
        public PersistentList<E> build() {
            return batches.build();
        }
    }
}
