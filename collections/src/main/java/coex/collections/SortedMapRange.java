// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// A part of a [PersistentSortedMap], in the order of its keys or backwards. A view: it costs
/// nothing to make, holds no root, and can be used as long as the map is open.
///
/// <!-- given var map = PersistentCollections.in(heap).sortedMap(Codec.STRING,
/// Codec.LONG).with("e", 1L).with("f", 2L); -->
/// ```java
/// map.from("b").to("f", false).reversed().forEach(System.out::println); // prints e=1
/// ```
///
/// Bounds are meant in the direction of the range, and only ever narrow it.
///
/// @param <K> the type of the keys
/// @param <V> the type of the values
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

    /// {@return what is from `key` on, with it}
    ///
    /// @param key the key
    public SortedMapRange<K, V> from(K key) {
        return from(key, true);
    }

    /// {@return the part that begins at a key}
    ///
    /// @param key the key
    /// @param inclusive whether the bound itself belongs to the part
    public SortedMapRange<K, V> from(K key, boolean inclusive) {
        return with(range.from(plain(key), inclusive));
    }

    /// {@return what is up to `key`, with it}
    ///
    /// @param key the key
    public SortedMapRange<K, V> to(K key) {
        return to(key, true);
    }

    /// {@return the part that ends at a key}
    ///
    /// @param key the key
    /// @param inclusive whether the bound itself belongs to the part
    public SortedMapRange<K, V> to(K key, boolean inclusive) {
        return with(range.to(plain(key), inclusive));
    }

    /// {@return what begins with `prefix`}
    ///
    /// @param prefix how the keys begin
    /// @throws UnsupportedOperationException if keys are neither texts nor bytes
    public SortedMapRange<K, V> startingWith(K prefix) {
        return with(range.startingWith(map.kind().plainPrefix(prefix)));
    }

    /// {@return the same in the opposite direction}
    public SortedMapRange<K, V> reversed() {
        return with(range.reversed());
    }

    /// {@return the first entry in the direction of the range, or null if it is empty}
    public Map.Entry<K, V> first() {
        return map.entry(range.first("first"));
    }

    /// {@return the last entry in the direction of the range, or null if it is empty}
    public Map.Entry<K, V> last() {
        return map.entry(range.last("last"));
    }

    /// {@return whether there is nothing in it}
    public boolean isEmpty() {
        return range.first("isEmpty") == null;
    }

    /// {@return the number of entries} It is found without going through them, by looking at some
    /// hundreds of nodes at most.
    public int size() {
        return (int) Math.min(range.size(), Integer.MAX_VALUE);
    }

    /// {@return a map of just these entries, in the order of the codec} Shares most of what it
    /// consists of with this map, and takes no time that depends on the number of entries.
    public PersistentSortedMap<K, V> toMap() {
        return map.kind().part(map, range.bounds());
    }

    /// {@return this part as a read-only `java.util.NavigableMap`, which reads from the map and
    /// takes no memory}
    public NavigableMap<K, V> asMap() {
        return new NavigableMapView<>(range, map.kind().valueCodec());
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        return range.reader().entries(map.kind().keyCodec(), map.kind().valueCodec());
    }

    /// Does something with each entry, in order.
    ///
    /// @param action what to do with each
    public void forEach(BiConsumer<? super K, ? super V> action) {
        range.reader().forEach(map.kind().keyCodec(), map.kind().valueCodec(), action);
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

    /// {@return the entries, in order}
    public Stream<Map.Entry<K, V>> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    @Override
    public String toString() {
        return map.isClosed() ? map.toString() : asMap().toString();
    }
}
