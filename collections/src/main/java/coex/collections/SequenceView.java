// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;
import java.util.Spliterator;

/// A persistent list or array as a `java.util.List`. Always wrapped as unmodifiable.
final class SequenceView<E, S extends PersistentSequence<E, S>> extends AbstractList<E>
        implements RandomAccess, Serializable {

    private static final long serialVersionUID = 1;

    private final transient S sequence;

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

    private Object writeReplace() throws ObjectStreamException {
        return SerialCopies.of((List<E>) this);
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("views are written as copies");
    }
}
