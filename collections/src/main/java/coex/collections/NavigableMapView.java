// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Set;

/// A range of a sorted map as a `java.util.NavigableMap`, unmodifiable. Not wrapped, as
/// [NavigableSetView].
final class NavigableMapView<K, V> extends AbstractMap<K, V>
        implements NavigableMap<K, V>, Serializable {

    private static final long serialVersionUID = 1;

    private final transient KeyRange<K> range;
    private final transient Codec<V> values;
    private final transient Entries entries = new Entries();

    NavigableMapView(KeyRange<K> range, Codec<V> values) {
        this.range = range;
        this.values = values;
    }

    private Object plain(K key) {
        return range.kind().plainKey(key, "key");
    }

    private Map.Entry<K, V> entry(Object[] found) {
        return found == null
                ? null
                : Map.entry(
                        range.kind().keyCodec().fromPlain(found[0]), values.fromPlain(found[1]));
    }

    private K key(Object[] found) {
        return found == null ? null : range.kind().keyCodec().fromPlain(found[0]);
    }

    private K requiredKey(Object[] found) {
        if (found == null) {
            throw new NoSuchElementException("empty: map=" + range.kind());
        }
        return key(found);
    }

    @Override
    public Comparator<? super K> comparator() {
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
    public boolean containsKey(Object key) {
        Object plain = range.kind().keyCodec().toPlainIfPossible(key);
        return plain != null && range.look("containsKey", plain, false) != null;
    }

    @Override
    public V get(Object key) {
        Object plain = range.kind().keyCodec().toPlainIfPossible(key);
        Object found = plain == null ? null : range.look("get", plain, true);
        return found == null ? null : values.fromPlain(found);
    }

    @Override
    public K firstKey() {
        return requiredKey(range.first("firstKey"));
    }

    @Override
    public K lastKey() {
        return requiredKey(range.last("lastKey"));
    }

    @Override
    public Map.Entry<K, V> firstEntry() {
        return entry(range.first("firstEntry"));
    }

    @Override
    public Map.Entry<K, V> lastEntry() {
        return entry(range.last("lastEntry"));
    }

    @Override
    public Map.Entry<K, V> lowerEntry(K key) {
        return entry(range.to(plain(key), false).last("lowerEntry"));
    }

    @Override
    public K lowerKey(K key) {
        return key(range.to(plain(key), false).last("lowerKey"));
    }

    @Override
    public Map.Entry<K, V> floorEntry(K key) {
        return entry(range.to(plain(key), true).last("floorEntry"));
    }

    @Override
    public K floorKey(K key) {
        return key(range.to(plain(key), true).last("floorKey"));
    }

    @Override
    public Map.Entry<K, V> ceilingEntry(K key) {
        return entry(range.from(plain(key), true).first("ceilingEntry"));
    }

    @Override
    public K ceilingKey(K key) {
        return key(range.from(plain(key), true).first("ceilingKey"));
    }

    @Override
    public Map.Entry<K, V> higherEntry(K key) {
        return entry(range.from(plain(key), false).first("higherEntry"));
    }

    @Override
    public K higherKey(K key) {
        return key(range.from(plain(key), false).first("higherKey"));
    }

    // Nothing can be changed, also where nothing would change

    @Override
    public V put(K key, V value) {
        throw new UnsupportedOperationException("read-only view");
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> entries) {
        throw new UnsupportedOperationException("read-only view");
    }

    @Override
    public V remove(Object key) {
        throw new UnsupportedOperationException("read-only view");
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException("read-only view");
    }

    @Override
    public Map.Entry<K, V> pollFirstEntry() {
        throw new UnsupportedOperationException("read-only view");
    }

    @Override
    public Map.Entry<K, V> pollLastEntry() {
        throw new UnsupportedOperationException("read-only view");
    }

    private NavigableMap<K, V> of(KeyRange<K> part) {
        return new NavigableMapView<>(part, values);
    }

    @Override
    public NavigableMap<K, V> descendingMap() {
        return of(range.reversed());
    }

    @Override
    public NavigableSet<K> navigableKeySet() {
        return new NavigableSetView<>(range);
    }

    @Override
    public Set<K> keySet() {
        return navigableKeySet();
    }

    @Override
    public NavigableSet<K> descendingKeySet() {
        return new NavigableSetView<>(range.reversed());
    }

    @Override
    public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return of(range.part(plain(from), fromInclusive, plain(to), toInclusive));
    }

    @Override
    public NavigableMap<K, V> headMap(K to, boolean inclusive) {
        return of(range.part(null, false, plain(to), inclusive));
    }

    @Override
    public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
        return of(range.part(plain(from), inclusive, null, false));
    }

    @Override
    public NavigableMap<K, V> subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    @Override
    public NavigableMap<K, V> headMap(K to) {
        return headMap(to, false);
    }

    @Override
    public NavigableMap<K, V> tailMap(K from) {
        return tailMap(from, true);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return entries;
    }

    private final class Entries extends AbstractSet<Map.Entry<K, V>> {

        @Override
        public int size() {
            return NavigableMapView.this.size();
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
            return range.reader().entries(range.kind().keyCodec(), values);
        }
    }

    private Object writeReplace() throws ObjectStreamException {
        return SerialCopies.sorted(this);
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("views are written as copies");
    }
}
