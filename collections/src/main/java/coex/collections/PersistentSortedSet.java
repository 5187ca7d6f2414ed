// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.map.PairMerge;
import coex.gc.mutator.MutatorContext;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Spliterator;
import java.util.stream.Stream;

/// An immutable set in a heap whose elements are in the order of their codec ([Codec#order]). Made
/// by [PersistentCollections]; [PersistentCollection] tells how long it lives and who may use it,
/// and [PersistentSortedMap] what operations cost.
///
/// @param <E> the type of the elements
public final class PersistentSortedSet<E> extends PersistentCollection implements Iterable<E> {

    private final SortedSetKind<E> kind;

    PersistentSortedSet(
            SortedSetKind<E> kind, long handle, int cell, PersistentCollection source, long state) {
        super(handle, cell, source, state);
        this.kind = kind;
    }

    @Override
    SortedSetKind<E> kind() {
        return kind;
    }

    @Override
    int size(MutatorContext mutator, long value) {
        return (int) Math.min(kind.type().size(mutator, value), Integer.MAX_VALUE);
    }

    private Object plain(E element) {
        return kind.plainKey(element, "element");
    }

    /// The element of a plain entry; null for null.
    E element(Object[] found) {
        return found == null ? null : kind.keyCodec().fromPlain(found[0]);
    }

    /// {@return whether an element is in it}
    ///
    /// @param element the element
    public boolean contains(E element) {
        return kind.lookIn(this, "contains", plain(element), false) != null;
    }

    /// {@return the least element, or null if the set is empty}
    public E first() {
        return element(all().first("first"));
    }

    /// {@return the greatest element, or null if the set is empty}
    public E last() {
        return element(all().last("last"));
    }

    /// {@return the greatest element that is less than `element`, or null}
    ///
    /// @param element the element
    public E lower(E element) {
        return element(all().to(plain(element), false).last("lower"));
    }

    /// {@return the greatest element that is `element` or less, or null}
    ///
    /// @param element the element
    public E floor(E element) {
        return element(all().to(plain(element), true).last("floor"));
    }

    /// {@return the least element that is `element` or greater, or null}
    ///
    /// @param element the element
    public E ceiling(E element) {
        return element(all().from(plain(element), true).first("ceiling"));
    }

    /// {@return the least element that is greater than `element`, or null}
    ///
    /// @param element the element
    public E higher(E element) {
        return element(all().from(plain(element), false).first("higher"));
    }

    // Ranges

    private KeyRange<E> all() {
        return kind.all(this);
    }

    /// {@return all of this set as a range}
    public SortedSetRange<E> range() {
        return new SortedSetRange<>(this, all());
    }

    /// {@return the elements from `element` on, with it}
    ///
    /// @param element the element
    public SortedSetRange<E> from(E element) {
        return range().from(element);
    }

    /// {@return the part that begins at a element}
    ///
    /// @param element the element
    /// @param inclusive whether the bound itself belongs to the part
    public SortedSetRange<E> from(E element, boolean inclusive) {
        return range().from(element, inclusive);
    }

    /// {@return the elements up to `element`, with it}
    ///
    /// @param element the element
    public SortedSetRange<E> to(E element) {
        return range().to(element);
    }

    /// {@return the part that ends at a element}
    ///
    /// @param element the element
    /// @param inclusive whether the bound itself belongs to the part
    public SortedSetRange<E> to(E element, boolean inclusive) {
        return range().to(element, inclusive);
    }

    /// {@return the elements that begin with `prefix`}
    ///
    /// @param prefix how the keys begin
    /// @throws UnsupportedOperationException if elements are neither texts nor bytes
    public SortedSetRange<E> startingWith(E prefix) {
        return range().startingWith(prefix);
    }

    /// {@return the elements in descending order}
    public SortedSetRange<E> reversed() {
        return range().reversed();
    }

    // Versions

    /// {@return a set with `element`}
    ///
    /// @param element the element
    public PersistentSortedSet<E> with(E element) {
        return kind.with(this, plain(element), null);
    }

    /// {@return a set without `element`}
    ///
    /// @param element the element
    public PersistentSortedSet<E> without(E element) {
        return kind.without(this, plain(element));
    }

    /// {@return a set without these elements, in one version} Those that it does not have are
    /// passed over.
    ///
    /// @param elements the elements
    public PersistentSortedSet<E> withoutAll(Iterable<? extends E> elements) {
        List<Object> plain = new ArrayList<>();
        for (E element : Objects.requireNonNull(elements, "elements missing")) {
            plain.add(plain(element));
        }
        return kind.withoutAll(this, plain);
    }

    /// {@return a set with all of these elements}
    ///
    /// @param elements the elements
    public PersistentSortedSet<E> withAll(Iterable<? extends E> elements) {
        return builder().addAll(elements).build();
    }

    /// {@return a set of all elements of both}
    ///
    /// @param other the other one
    /// @throws IllegalArgumentException if `other` is of another heap or has another codec
    public PersistentSortedSet<E> withAll(PersistentSortedSet<E> other) {
        kind.requireSame(other, "set");
        return kind.union(this, other);
    }

    /// {@return a set of the elements of this one that `other` has, too} What the two share is not
    /// looked at.
    ///
    /// @param other the other one
    /// @throws IllegalArgumentException if `other` is of another heap or has other codecs
    public PersistentSortedSet<E> intersection(PersistentSortedSet<E> other) {
        kind.requireSame(other, "set");
        return kind.merge(this, other, PairMerge.Choice.INTERSECTION);
    }

    /// {@return a set of the elements of this one that `other` has not} What the two share is not
    /// looked at.
    ///
    /// @param other the other one
    /// @throws IllegalArgumentException if `other` is of another heap or has other codecs
    public PersistentSortedSet<E> difference(PersistentSortedSet<E> other) {
        kind.requireSame(other, "set");
        return kind.merge(this, other, PairMerge.Choice.DIFFERENCE);
    }

    /// Shows what has to be done to `older` to make it `newer`, in order. What the two share is not
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
            PersistentSortedSet<E> older,
            PersistentSortedSet<E> newer,
            SetChanges<? super E> visitor) {
        Objects.requireNonNull(visitor, "visitor missing");
        older.kind.requireSame(newer, "set");
        older.kind.differences(older, newer).forEach(older.kind.keyCodec(), visitor);
    }

    /// Changes this set in many steps, which become one version; this one stays as it is.
    ///
    /// @return a builder that begins with what is here
    public Builder<E> builder() {
        return new Builder<>(kind, this);
    }

    // Views

    /// {@return this set as a read-only `java.util.NavigableSet`, which reads from it and takes no
    /// memory}
    public NavigableSet<E> asSet() {
        return range().asSet();
    }

    @Override
    Object view() {
        return asSet();
    }

    @Override
    public Iterator<E> iterator() {
        return range().iterator();
    }

    @Override
    public Spliterator<E> spliterator() {
        return range().spliterator();
    }

    /// {@return the elements, in order}
    public Stream<E> stream() {
        return range().stream();
    }

    /// Changes a set in many steps, which become one version; fastest if elements come in order.
    /// For one thread.
    ///
    /// @param <E> the type of the elements
    public static final class Builder<E> extends SetBuilder<E, PersistentSortedSet<E>, Builder<E>> {

        private final SortedSetKind<E> kind;

        Builder(SortedSetKind<E> kind, PersistentSortedSet<E> set) {
            super(
                    kind.keyCodec(),
                    new BatchBuilder<>(
                            set,
                            1,
                            kind.writesObjects(),
                            kind::withBatch,
                            kind::withoutAll,
                            kind.keyCodec().isPlainCanonical()));
            this.kind = kind;
        }

        @Override
        Builder<E> self() {
            return this;
        }

        @Override
        boolean contains(PersistentSortedSet<E> set, Object plain) {
            return kind.lookIn(set, "contains", plain, false) != null;
        }
    }
}
