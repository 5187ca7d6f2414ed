// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;

/// A persistent map as a `java.util.Map`. Always wrapped as unmodifiable.
final class MapView<K, V> extends AbstractMap<K, V> implements Serializable {

    private static final long serialVersionUID = 1;

    private final transient PersistentMap<K, V> map;
    private final transient Entries entries = new Entries();

    MapView(PersistentMap<K, V> map) {
        this.map = map;
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean containsKey(Object key) {
        Object plain = map.kind().keyCodec().toPlainIfPossible(key);
        return plain != null && map.kind().contains(map, "containsKey", plain);
    }

    @Override
    public V get(Object key) {
        MapKind<K, V> kind = map.kind();
        Object plain = kind.keyCodec().toPlainIfPossible(key);
        Object found = plain == null ? null : kind.find(map, "get", plain);
        return found == null ? null : kind.valueCodec().fromPlain(found);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return entries;
    }

    private final class Entries extends AbstractSet<Map.Entry<K, V>> {

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public boolean contains(Object object) {
            if (!(object instanceof Map.Entry<?, ?> entry)) {
                return false;
            }
            V value = get(entry.getKey());
            return value != null && value.equals(entry.getValue());
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return map.iterator();
        }

        @Override
        public Spliterator<Map.Entry<K, V>> spliterator() {
            return map.spliterator();
        }
    }

    private Object writeReplace() throws ObjectStreamException {
        return SerialCopies.of((Map<K, V>) this);
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("views are written as copies");
    }
}
