package coex.collections;

import java.util.Iterator;
import java.util.NavigableSet;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// A part of a [PersistentSortedSet], in its order or backwards. A view, as [SortedMapRange].
///
/// Bounds are meant in the direction of the range, and only ever narrow it.
public final class SortedSetRange<E> implements Iterable<E> {

    private final PersistentSortedSet<E> set;
    private final KeyRange<E> range;

    SortedSetRange(PersistentSortedSet<E> set, KeyRange<E> range) {
        this.set = set;
        this.range = range;
    }

    private SortedSetRange<E> with(KeyRange<E> other) {
        return new SortedSetRange<>(set, other);
    }

    private Object plain(E element) {
        return set.kind().plainKey(element, "element");
    }

    /// What is from `element` on, with it.
    public SortedSetRange<E> from(E element) {
        return from(element, true);
    }

    public SortedSetRange<E> from(E element, boolean inclusive) {
        return with(range.from(plain(element), inclusive));
    }

    /// What is up to `element`, with it.
    public SortedSetRange<E> to(E element) {
        return to(element, true);
    }

    public SortedSetRange<E> to(E element, boolean inclusive) {
        return with(range.to(plain(element), inclusive));
    }

    /// What begins with `prefix`.
    ///
    /// @throws UnsupportedOperationException if elements are neither texts nor bytes
    public SortedSetRange<E> startingWith(E prefix) {
        return with(range.startingWith(set.kind().plainPrefix(prefix)));
    }

    /// The same in the opposite direction.
    public SortedSetRange<E> reversed() {
        return with(range.reversed());
    }

    /// The first element in the direction of the range, or null if it is empty.
    public E first() {
        return set.element(range.first("first"));
    }

    /// The last element in the direction of the range, or null if it is empty.
    public E last() {
        return set.element(range.last("last"));
    }

    public boolean isEmpty() {
        return range.first("isEmpty") == null;
    }

    /// The number of elements; as [SortedMapRange#size].
    public int size() {
        return (int) Math.min(range.size(), Integer.MAX_VALUE);
    }

    /// A set of just these elements; as [SortedMapRange#toMap].
    public PersistentSortedSet<E> toSet() {
        return set.kind().part(set, range.bounds());
    }

    /// This part as a read-only `java.util.NavigableSet`, which reads from the set and takes no
    /// memory.
    public NavigableSet<E> asSet() {
        return new NavigableSetView<>(range);
    }

    @Override
    public Iterator<E> iterator() {
        return new NavigableSetView<>(range).iterator();
    }

    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.spliterator(
                iterator(),
                size(),
                Spliterator.DISTINCT
                        | Spliterator.IMMUTABLE
                        | Spliterator.NONNULL
                        | Spliterator.ORDERED);
    }

    /// The elements, in order.
    public Stream<E> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    @Override
    public String toString() {
        return set.isClosed() ? set.toString() : asSet().toString();
    }
}
