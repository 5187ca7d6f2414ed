package coex.collections;

import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// A part of a [PersistentSortedMap], in the order of its keys or backwards. A view: it costs
/// nothing to make, holds no root, and can be used as long as the map is open.
///
///     map.from("b").to("f", false).reversed().forEach(...)
///
/// Bounds are meant in the direction of the range, and only ever narrow it.
public final class SortedMapRange<K, V> implements Iterable<Map.Entry<K, V>> {

    private final PersistentSortedMap<K, V> map;
    private final KeyRange<K> range;

    SortedMapRange(PersistentSortedMap<K, V> map, KeyRange<K> range) {
        this.map = map;
        this.range = range;
    }

    private SortedMapRange<K, V> with(KeyRange<K> other) {
        return new SortedMapRange<>(map, other);
    }

    private Object plain(K key) {
        return map.kind().plainKey(key, "key");
    }

    /// What is from `key` on, with it.
    public SortedMapRange<K, V> from(K key) {
        return from(key, true);
    }

    public SortedMapRange<K, V> from(K key, boolean inclusive) {
        return with(range.from(plain(key), inclusive));
    }

    /// What is up to `key`, with it.
    public SortedMapRange<K, V> to(K key) {
        return to(key, true);
    }

    public SortedMapRange<K, V> to(K key, boolean inclusive) {
        return with(range.to(plain(key), inclusive));
    }

    /// What begins with `prefix`.
    ///
    /// @throws UnsupportedOperationException if keys are neither texts nor bytes
    public SortedMapRange<K, V> startingWith(K prefix) {
        return with(range.startingWith(map.kind().plainPrefix(prefix)));
    }

    /// The same in the opposite direction.
    public SortedMapRange<K, V> reversed() {
        return with(range.reversed());
    }

    /// The first entry in the direction of the range, or null if it is empty.
    public Map.Entry<K, V> first() {
        return map.entry(range.first("first"));
    }

    /// The last entry in the direction of the range, or null if it is empty.
    public Map.Entry<K, V> last() {
        return map.entry(range.last("last"));
    }

    public boolean isEmpty() {
        return range.first("isEmpty") == null;
    }

    /// The number of entries. It is found without going through them, by looking at some hundreds
    /// of nodes at most.
    public int size() {
        return (int) Math.min(range.size(), Integer.MAX_VALUE);
    }

    /// A map of just these entries, in the order of the codec. Shares most of what it consists of
    /// with this map, and takes no time that depends on the number of entries.
    public PersistentSortedMap<K, V> toMap() {
        return map.kind().part(map, range.bounds());
    }

    /// This part as a read-only `java.util.NavigableMap`, which reads from the map and takes no
    /// memory.
    public NavigableMap<K, V> asMap() {
        return new NavigableMapView<>(range, map.kind().valueCodec());
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        SortedReader reader = range.reader();
        SortedMapKind<K, V> kind = map.kind();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return reader.hasNext();
            }

            @Override
            public Map.Entry<K, V> next() {
                if (!reader.hasNext()) {
                    throw new NoSuchElementException("no more entries: map=" + kind);
                }
                int at = reader.next();
                return Map.entry(
                        kind.keyCodec().fromPlain(reader.key(at)),
                        kind.valueCodec().fromPlain(reader.value(at)));
            }
        };
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        SortedMapKind<K, V> kind = map.kind();
        for (SortedReader reader = range.reader(); reader.hasNext(); ) {
            int at = reader.next();
            action.accept(
                    kind.keyCodec().fromPlain(reader.key(at)),
                    kind.valueCodec().fromPlain(reader.value(at)));
        }
    }

    @Override
    public Spliterator<Map.Entry<K, V>> spliterator() {
        return Spliterators.spliterator(
                iterator(),
                size(),
                Spliterator.DISTINCT
                        | Spliterator.IMMUTABLE
                        | Spliterator.NONNULL
                        | Spliterator.ORDERED);
    }

    /// The entries, in order.
    public Stream<Map.Entry<K, V>> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    @Override
    public String toString() {
        return map.isClosed() ? map.toString() : asMap().toString();
    }
}
