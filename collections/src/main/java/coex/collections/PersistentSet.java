package coex.collections;

import coex.gc.mutator.MutatorContext;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// An immutable set in a heap. Made by [PersistentCollections]; [PersistentCollection] tells how
/// long it lives and who may use it.
///
/// Elements come in no particular order, which is the same each time.
public final class PersistentSet<E> extends PersistentCollection implements Iterable<E> {

    private final SetKind<E> kind;

    PersistentSet(SetKind<E> kind, Rooted value) {
        super(value);
        this.kind = kind;
    }

    @Override
    SetKind<E> kind() {
        return kind;
    }

    @Override
    int size(MutatorContext mutator, long value) {
        return (int) Math.min(kind.sets().size(mutator, value), Integer.MAX_VALUE);
    }

    public boolean contains(E element) {
        return kind.contains(this, plain(element));
    }

    private Object plain(E element) {
        return kind.codec().toPlain(element, "element");
    }

    /// A set with `element`.
    public PersistentSet<E> with(E element) {
        return kind.with(this, plain(element));
    }

    /// A set without `element`.
    public PersistentSet<E> without(E element) {
        return kind.without(this, plain(element));
    }

    /// A set with all of these elements.
    public PersistentSet<E> withAll(Iterable<? extends E> elements) {
        return builder().addAll(elements).build();
    }

    /// A set of all elements of both. What the two share is not looked at.
    ///
    /// @throws IllegalArgumentException if `other` is of another heap or has another codec
    public PersistentSet<E> withAll(PersistentSet<E> other) {
        kind.requireSame(other, "set");
        return kind.union(this, other);
    }

    /// Adds many elements to this set, which stays as it is.
    public Builder<E> builder() {
        return new Builder<>(kind, this);
    }

    /// This set as a read-only `java.util.Set`, which reads from it and takes no memory.
    public Set<E> asSet() {
        return Collections.unmodifiableSet(new SetView<>(this));
    }

    @Override
    Object view() {
        return asSet();
    }

    @Override
    public Iterator<E> iterator() {
        TrieReader reader = kind.reader(this);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return reader.hasNext();
            }

            @Override
            public E next() {
                if (!reader.hasNext()) {
                    throw new NoSuchElementException("no more elements: set=" + kind);
                }
                return kind.codec().fromPlain(reader.key(reader.next()));
            }
        };
    }

    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.spliterator(
                iterator(),
                size(),
                Spliterator.DISTINCT | Spliterator.IMMUTABLE | Spliterator.NONNULL);
    }

    /// The elements.
    public Stream<E> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    /// Adds many elements to a set, some at a time, and is faster than adding them one by one. For
    /// one thread.
    public static final class Builder<E> {

        private final SetKind<E> kind;
        private final BatchBuilder<PersistentSet<E>> batches;

        Builder(SetKind<E> kind, PersistentSet<E> set) {
            this.kind = kind;
            this.batches =
                    new BatchBuilder<>(set, 1, kind.elements().isReference(), kind::withBatch);
        }

        public Builder<E> add(E element) {
            batches.add(kind.codec().toPlain(element, "element"));
            return this;
        }

        public Builder<E> addAll(Iterable<? extends E> all) {
            Objects.requireNonNull(all, "elements missing").forEach(this::add);
            return this;
        }

        /// The set of all that was added. The builder can be used on, and begins with that set,
        /// which must stay open until then; so must collections that were added.
        public PersistentSet<E> build() {
            return batches.build();
        }
    }
}
