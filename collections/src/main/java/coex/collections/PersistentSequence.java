// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.gc.mutator.MutatorContext;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// What lists and arrays have in common: elements in order, by index from 0.
///
/// @param <S> the list or array itself
/// @param <E> the type of the elements
public abstract sealed class PersistentSequence<E, S extends PersistentSequence<E, S>>
        extends PersistentCollection implements Iterable<E>
        permits PersistentList, PersistentArray {

    PersistentSequence(long handle, int cell, PersistentCollection source, long state) {
        super(handle, cell, source, state);
    }

    @Override
    abstract SequenceKind<E, S> kind();

    abstract S self();

    @Override
    final int size(MutatorContext mutator, long value) {
        return kind().length(mutator, value);
    }

    /// {@return an element}
    ///
    /// @param index which one, from 0
    /// @throws IndexOutOfBoundsException if there is none at `index`
    public final E get(int index) {
        return kind().codec().fromPlain(kind().read(self(), "get", index));
    }

    /// {@return a sequence with `element` at `index`, instead of what was there}
    ///
    /// @param index which one, from 0
    /// @param element the element
    /// @throws IndexOutOfBoundsException if nothing was there
    public final S with(int index, E element) {
        return kind().with(self(), index, plain(element));
    }

    /// {@return a sequence with one element more, at the end}
    ///
    /// @param element the element
    public final S append(E element) {
        return kind().append(self(), plain(element));
    }

    /// {@return the elements from `from` up to `to`}
    ///
    /// @param from the first index
    /// @param to the index after the last one
    /// @throws IndexOutOfBoundsException if these are not bounds of a part, in this order
    public final S slice(int from, int to) {
        return kind().slice(self(), from, to);
    }

    /// Shows what has to be done to `older` to make it `newer`, index by index: an element that was
    /// inserted changes all behind it. Parts of lists that the two share at the same indexes are
    /// not looked at, so if one was made from the other by a few changes this takes time for those;
    /// of arrays all elements are compared.
    ///
    /// The visitor runs outside the heap, may take its time, and may use collections.
    ///
    /// @param <E> the type of the elements
    /// @param <S> lists or arrays
    /// @param older what to compare with
    /// @param newer what has changed
    /// @param visitor is told of each difference, in order
    /// @throws IllegalArgumentException if they are of different heaps or have different codecs
    public static <E, S extends PersistentSequence<E, S>> void diff(
            S older, S newer, SequenceChanges<? super E> visitor) {
        Objects.requireNonNull(visitor, "visitor missing");
        SequenceKind<E, S> kind = older.kind();
        kind.requireSame(newer, "sequence");
        Codec<E> codec = kind.codec();
        kind.differences(older, newer)
                .forEach(
                        (index, before, after) -> {
                            if (before == null) {
                                visitor.added(index, codec.fromPlain(after));
                            } else if (after == null) {
                                visitor.removed(index, codec.fromPlain(before));
                            } else {
                                E was = codec.fromPlain(before);
                                visitor.changed(index, was, codec.fromPlain(after));
                            }
                        });
    }

    final Object plain(E element) {
        return kind().codec().toPlain(element, "element");
    }

    /// {@return these elements as a read-only `java.util.List`, which reads from here and takes no
    /// memory} Java serialization writes a copy, of classes of the JDK.
    public final List<E> asList() {
        return Collections.unmodifiableList(new SequenceView<>(self()));
    }

    @Override
    final Object view() {
        return asList();
    }

    @Override
    public final Iterator<E> iterator() {
        return Spliterators.iterator(spliterator());
    }

    @Override
    public final Spliterator<E> spliterator() {
        return new SequenceSpliterator<>(self(), 0, size());
    }

    /// {@return the elements in order}
    public final Stream<E> stream() {
        return StreamSupport.stream(spliterator(), false);
    }
}
