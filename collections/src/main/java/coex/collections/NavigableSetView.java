// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.function.Predicate;

/// The keys of a range as a `java.util.NavigableSet`, unmodifiable. Not wrapped by
/// `Collections.unmodifiableNavigableSet`, some parts of which are no `NavigableSet`.
final class NavigableSetView<E> extends AbstractSet<E> implements NavigableSet<E>, Serializable {

    private static final long serialVersionUID = 1;

    private final transient KeyRange<E> range;

    NavigableSetView(KeyRange<E> range) {
        this.range = range;
    }

    private Object plain(E element) {
        return range.kind().plainKey(element, "element");
    }

    private E element(Object[] found) {
        return found == null ? null : range.kind().keyCodec().fromPlain(found[0]);
    }

    @Override
    public Comparator<? super E> comparator() {
        return range.comparator();
    }

    @Override
    public int size() {
        return (int) Math.min(range.size(), Integer.MAX_VALUE);
    }

    @Override
    public boolean isEmpty() {
        return range.first("isEmpty") == null;
    }

    @Override
    public boolean contains(Object element) {
        Object plain = range.kind().keyCodec().toPlainIfPossible(element);
        return plain != null && range.look("contains", plain, false) != null;
    }

    @Override
    public Iterator<E> iterator() {
        return range.reader().elements(range.kind().keyCodec());
    }

    @Override
    public Iterator<E> descendingIterator() {
        return descendingSet().iterator();
    }

    @Override
    public NavigableSet<E> descendingSet() {
        return new NavigableSetView<>(range.reversed());
    }

    @Override
    public E first() {
        return required(range.first("first"));
    }

    @Override
    public E last() {
        return required(range.last("last"));
    }

    private E required(Object[] found) {
        if (found == null) {
            throw new NoSuchElementException("empty: set=" + range.kind());
        }
        return element(found);
    }

    @Override
    public E lower(E element) {
        return element(range.to(plain(element), false).last("lower"));
    }

    @Override
    public E floor(E element) {
        return element(range.to(plain(element), true).last("floor"));
    }

    @Override
    public E ceiling(E element) {
        return element(range.from(plain(element), true).first("ceiling"));
    }

    @Override
    public E higher(E element) {
        return element(range.from(plain(element), false).first("higher"));
    }

    // Nothing can be changed, also where nothing would change

    @Override
    public boolean remove(Object element) {
        throw new UnsupportedOperationException("read-only view");
    }

    @Override
    public boolean removeAll(Collection<?> elements) {
        throw new UnsupportedOperationException("read-only view");
    }

    @Override
    public boolean retainAll(Collection<?> elements) {
        throw new UnsupportedOperationException("read-only view");
    }

    @Override
    public boolean removeIf(Predicate<? super E> condition) {
        throw new UnsupportedOperationException("read-only view");
    }

    @Override
    public boolean addAll(Collection<? extends E> elements) {
        throw new UnsupportedOperationException("read-only view");
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException("read-only view");
    }

    @Override
    public E pollFirst() {
        throw new UnsupportedOperationException("read-only view");
    }

    @Override
    public E pollLast() {
        throw new UnsupportedOperationException("read-only view");
    }

    @Override
    public NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive) {
        return new NavigableSetView<>(
                range.part(plain(from), fromInclusive, plain(to), toInclusive));
    }

    @Override
    public NavigableSet<E> headSet(E to, boolean inclusive) {
        return new NavigableSetView<>(range.part(null, false, plain(to), inclusive));
    }

    @Override
    public NavigableSet<E> tailSet(E from, boolean inclusive) {
        return new NavigableSetView<>(range.part(plain(from), inclusive, null, false));
    }

    @Override
    public NavigableSet<E> subSet(E from, E to) {
        return subSet(from, true, to, false);
    }

    @Override
    public NavigableSet<E> headSet(E to) {
        return headSet(to, false);
    }

    @Override
    public NavigableSet<E> tailSet(E from) {
        return tailSet(from, true);
    }

    private Object writeReplace() throws ObjectStreamException {
        return SerialCopies.sorted(this);
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("views are written as copies");
    }
}
