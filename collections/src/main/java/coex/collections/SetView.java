// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Set;
import java.util.Spliterator;

/// A persistent set as a `java.util.Set`. Always wrapped as unmodifiable.
final class SetView<E> extends AbstractSet<E> implements Serializable {

    private static final long serialVersionUID = 1;

    private final transient PersistentSet<E> set;

    SetView(PersistentSet<E> set) {
        this.set = set;
    }

    @Override
    public int size() {
        return set.size();
    }

    @Override
    public boolean contains(Object element) {
        Object plain = set.kind().codec().toPlainIfPossible(element);
        return plain != null && set.kind().contains(set, plain);
    }

    @Override
    public Iterator<E> iterator() {
        return set.iterator();
    }

    @Override
    public Spliterator<E> spliterator() {
        return set.spliterator();
    }

    private Object writeReplace() throws ObjectStreamException {
        return SerialCopies.of((Set<E>) this);
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("views are written as copies");
    }
}
