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

    public boolean contains(E element) {
        return kind.lookIn(this, "contains", plain(element), false) != null;
    }

    /// The least element, or null if the set is empty.
    public E first() {
        return element(all().first("first"));
    }

    /// The greatest element, or null if the set is empty.
    public E last() {
        return element(all().last("last"));
    }

    /// The greatest element that is less than `element`, or null.
    public E lower(E element) {
        return element(all().to(plain(element), false).last("lower"));
    }

    /// The greatest element that is `element` or less, or null.
    public E floor(E element) {
        return element(all().to(plain(element), true).last("floor"));
    }

    /// The least element that is `element` or greater, or null.
    public E ceiling(E element) {
        return element(all().from(plain(element), true).first("ceiling"));
    }

    /// The least element that is greater than `element`, or null.
    public E higher(E element) {
        return element(all().from(plain(element), false).first("higher"));
    }

    // Ranges

    private KeyRange<E> all() {
        return kind.all(this);
    }

    /// All of this set as a range.
    public SortedSetRange<E> range() {
        return new SortedSetRange<>(this, all());
    }

    /// The elements from `element` on, with it.
    public SortedSetRange<E> from(E element) {
        return range().from(element);
    }

    public SortedSetRange<E> from(E element, boolean inclusive) {
        return range().from(element, inclusive);
    }

    /// The elements up to `element`, with it.
    public SortedSetRange<E> to(E element) {
        return range().to(element);
    }

    public SortedSetRange<E> to(E element, boolean inclusive) {
        return range().to(element, inclusive);
    }

    /// The elements that begin with `prefix`.
    ///
    /// @throws UnsupportedOperationException if elements are neither texts nor bytes
    public SortedSetRange<E> startingWith(E prefix) {
        return range().startingWith(prefix);
    }

    /// The elements in descending order.
    public SortedSetRange<E> reversed() {
        return range().reversed();
    }

    // Versions

    /// A set with `element`.
    public PersistentSortedSet<E> with(E element) {
        return kind.with(this, plain(element), null);
    }

    /// A set without `element`.
    public PersistentSortedSet<E> without(E element) {
        return kind.without(this, plain(element));
    }

    /// A set without these elements, in one version. Those that it does not have are passed over.
    public PersistentSortedSet<E> withoutAll(Iterable<? extends E> elements) {
        List<Object> plain = new ArrayList<>();
        for (E element : Objects.requireNonNull(elements, "elements missing")) {
            plain.add(plain(element));
        }
        return kind.withoutAll(this, plain);
    }

    /// A set with all of these elements.
    public PersistentSortedSet<E> withAll(Iterable<? extends E> elements) {
        return builder().addAll(elements).build();
    }

    /// A set of all elements of both.
    ///
    /// @throws IllegalArgumentException if `other` is of another heap or has another codec
    public PersistentSortedSet<E> withAll(PersistentSortedSet<E> other) {
        kind.requireSame(other, "set");
        return kind.union(this, other);
    }

    /// A set of the elements of this one that `other` has, too. What the two share is not looked
    /// at.
    ///
    /// @throws IllegalArgumentException if `other` is of another heap or has other codecs
    public PersistentSortedSet<E> intersection(PersistentSortedSet<E> other) {
        kind.requireSame(other, "set");
        return kind.merge(this, other, PairMerge.Choice.INTERSECTION);
    }

    /// A set of the elements of this one that `other` has not. What the two share is not looked at.
    ///
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
    public Builder<E> builder() {
        return new Builder<>(kind, this);
    }

    // Views

    /// This set as a read-only `java.util.NavigableSet`, which reads from it and takes no memory.
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

    /// The elements, in order.
    public Stream<E> stream() {
        return range().stream();
    }

    /// Changes a set in many steps, which become one version; fastest if elements come in order.
    /// For one thread.
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
