// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.map.PairMerge;
import coex.gc.mutator.MutatorContext;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
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
///
/// @param <E> the type of the elements
public final class PersistentSet<E> extends PersistentCollection implements Iterable<E> {

    private final SetKind<E> kind;

    PersistentSet(SetKind<E> kind, long handle, int cell, PersistentCollection source, long state) {
        super(handle, cell, source, state);
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

    /// {@return whether an element is in it}
    ///
    /// @param element the element
    public boolean contains(E element) {
        return kind.contains(this, plain(element));
    }

    private Object plain(E element) {
        return kind.codec().toPlain(element, "element");
    }

    /// {@return a set with `element`}
    ///
    /// @param element the element
    public PersistentSet<E> with(E element) {
        return kind.with(this, plain(element));
    }

    /// {@return a set without `element`}
    ///
    /// @param element the element
    public PersistentSet<E> without(E element) {
        return kind.without(this, plain(element));
    }

    /// {@return a set without these elements, in one version} Those that it does not have are
    /// passed over.
    ///
    /// @param elements the elements
    public PersistentSet<E> withoutAll(Iterable<? extends E> elements) {
        List<Object> plain = new ArrayList<>();
        for (E element : Objects.requireNonNull(elements, "elements missing")) {
            plain.add(plain(element));
        }
        return kind.withoutAll(this, plain);
    }

    /// {@return a set with all of these elements}
    ///
    /// @param elements the elements
    public PersistentSet<E> withAll(Iterable<? extends E> elements) {
        return builder().addAll(elements).build();
    }

    /// {@return a set of all elements of both} What the two share is not looked at.
    ///
    /// @param other the other one
    /// @throws IllegalArgumentException if `other` is of another heap or has another codec
    public PersistentSet<E> withAll(PersistentSet<E> other) {
        kind.requireSame(other, "set");
        return kind.union(this, other);
    }

    /// {@return a set of the elements of this one that `other` has, too} What the two share is not
    /// looked at.
    ///
    /// @param other the other one
    /// @throws IllegalArgumentException if `other` is of another heap or has other codecs
    public PersistentSet<E> intersection(PersistentSet<E> other) {
        kind.requireSame(other, "set");
        return kind.merge(this, other, PairMerge.Choice.INTERSECTION);
    }

    /// {@return a set of the elements of this one that `other` has not} What the two share is not
    /// looked at.
    ///
    /// @param other the other one
    /// @throws IllegalArgumentException if `other` is of another heap or has other codecs
    public PersistentSet<E> difference(PersistentSet<E> other) {
        kind.requireSame(other, "set");
        return kind.merge(this, other, PairMerge.Choice.DIFFERENCE);
    }

    /// Shows what has to be done to `older` to make it `newer`. What the two share is not
    /// looked at, so if one was made from the other by a few changes this takes time for those.
    ///
    /// The visitor runs outside the heap, may take its time, and may use collections.
    ///
    /// @param <E> the type of the elements
    /// @param older what to compare with
    /// @param newer what has changed
    /// @param visitor is told of each difference
    /// @throws IllegalArgumentException if they are of different heaps or have different codecs
    public static <E> void diff(
            PersistentSet<E> older, PersistentSet<E> newer, SetChanges<? super E> visitor) {
        Objects.requireNonNull(visitor, "visitor missing");
        older.kind.requireSame(newer, "set");
        older.kind.differences(older, newer).forEach(older.kind.codec(), visitor);
    }

    /// Changes this set in many steps, which become one version; this one stays as it is.
    ///
    /// @return a builder that begins with what is here
    public Builder<E> builder() {
        return new Builder<>(kind, this);
    }

    /// {@return this set as a read-only `java.util.Set`, which reads from it and takes no memory}
    /// Java serialization writes a copy, of classes of the JDK.
    public Set<E> asSet() {
        return Collections.unmodifiableSet(new SetView<>(this));
    }

    @Override
    Object view() {
        return asSet();
    }

    @Override
    public Iterator<E> iterator() {
        return kind.reader(this).elements(kind.codec());
    }

    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.spliterator(
                iterator(),
                size(),
                Spliterator.DISTINCT | Spliterator.IMMUTABLE | Spliterator.NONNULL);
    }

    /// {@return the elements}
    public Stream<E> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    /// Changes a set in many steps, which become one version. For one thread.
    ///
    /// @param <E> the type of the elements
    public static final class Builder<E> extends SetBuilder<E, PersistentSet<E>, Builder<E>> {

        private final SetKind<E> kind;

        Builder(SetKind<E> kind, PersistentSet<E> set) {
            super(
                    kind.codec(),
                    new BatchBuilder<>(
                            set,
                            1,
                            kind.elements().isReference(),
                            kind::withBatch,
                            kind::withoutAll,
                            kind.codec().isPlainCanonical()));
            this.kind = kind;
        }

        @Override
        Builder<E> self() {
            return this;
        }

        @Override
        boolean contains(PersistentSet<E> set, Object plain) {
            return kind.contains(set, plain);
        }
    }
}
