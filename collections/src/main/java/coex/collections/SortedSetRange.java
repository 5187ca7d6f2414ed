// SPDX-License-Identifier: Apache-2.0
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
///
/// @param <E> the type of the elements
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

    /// {@return what is from `element` on, with it}
    ///
    /// @param element the element
    public SortedSetRange<E> from(E element) {
        return from(element, true);
    }

    /// {@return the part that begins at a element}
    ///
    /// @param element the element
    /// @param inclusive whether the bound itself belongs to the part
    public SortedSetRange<E> from(E element, boolean inclusive) {
        return with(range.from(plain(element), inclusive));
    }

    /// {@return what is up to `element`, with it}
    ///
    /// @param element the element
    public SortedSetRange<E> to(E element) {
        return to(element, true);
    }

    /// {@return the part that ends at a element}
    ///
    /// @param element the element
    /// @param inclusive whether the bound itself belongs to the part
    public SortedSetRange<E> to(E element, boolean inclusive) {
        return with(range.to(plain(element), inclusive));
    }

    /// {@return what begins with `prefix`}
    ///
    /// @param prefix how the keys begin
    /// @throws UnsupportedOperationException if elements are neither texts nor bytes
    public SortedSetRange<E> startingWith(E prefix) {
        return with(range.startingWith(set.kind().plainPrefix(prefix)));
    }

    /// {@return the same in the opposite direction}
    public SortedSetRange<E> reversed() {
        return with(range.reversed());
    }

    /// {@return the first element in the direction of the range, or null if it is empty}
    public E first() {
        return set.element(range.first("first"));
    }

    /// {@return the last element in the direction of the range, or null if it is empty}
    public E last() {
        return set.element(range.last("last"));
    }

    /// {@return whether there is nothing in it}
    public boolean isEmpty() {
        return range.first("isEmpty") == null;
    }

    /// {@return the number of elements; as [SortedMapRange#size]}
    public int size() {
        return (int) Math.min(range.size(), Integer.MAX_VALUE);
    }

    /// {@return a set of just these elements; as [SortedMapRange#toMap]}
    public PersistentSortedSet<E> toSet() {
        return set.kind().part(set, range.bounds());
    }

    /// {@return this part as a read-only `java.util.NavigableSet`, which reads from the set and
    /// takes no memory}
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

    /// {@return the elements, in order}
    public Stream<E> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    @Override
    public String toString() {
        return set.isClosed() ? set.toString() : asSet().toString();
    }
}
