package coex.collections;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.RandomAccess;
import java.util.Spliterator;

/// A persistent list or array as a `java.util.List`. Always wrapped as unmodifiable.
final class SequenceView<E, S extends PersistentSequence<E, S>> extends AbstractList<E>
        implements RandomAccess {

    private final S sequence;

    SequenceView(S sequence) {
        this.sequence = sequence;
    }

    @Override
    public int size() {
        return sequence.size();
    }

    @Override
    public E get(int index) {
        return sequence.get(index);
    }

    @Override
    public Iterator<E> iterator() {
        return sequence.iterator();
    }

    @Override
    public Spliterator<E> spliterator() {
        return sequence.spliterator();
    }
}
