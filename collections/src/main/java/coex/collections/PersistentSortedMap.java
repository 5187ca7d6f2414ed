// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.map.PairMerge;
import coex.gc.mutator.MutatorContext;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/// An immutable map in a heap whose entries are in the order of their keys, which is that of their
/// codec ([Codec#order]). Made by [PersistentCollections]; [PersistentCollection] tells how long it
/// lives and who may use it.
///
/// <!-- given var collections = PersistentCollections.in(heap); -->
/// ```java
/// PersistentSortedMap<String, Long> map = collections.sortedMap(Codec.STRING, Codec.LONG);
/// map.with("tea", 1L).with("rum", 2L).from("s").forEach(System.out::println); // prints tea=1
/// ```
///
/// Looking, changing and turning to a key take time in proportion to the logarithm of the size.
/// Looking makes no objects in the heap.
///
/// @param <K> the type of the keys
/// @param <V> the type of the values
public final class PersistentSortedMap<K, V>
        extends PersistentMapping<K, V, PersistentSortedMap<K, V>>
        implements Iterable<Map.Entry<K, V>> {

    private final SortedMapKind<K, V> kind;

    PersistentSortedMap(
            SortedMapKind<K, V> kind,
            long handle,
            int cell,
            PersistentCollection source,
            long state) {
        super(handle, cell, source, state);
        this.kind = kind;
    }

    @Override
    PersistentSortedMap<K, V> self() {
        return this;
    }

    @Override
    SortedMapKind<K, V> kind() {
        return kind;
    }

    @Override
    int size(MutatorContext mutator, long value) {
        return (int) Math.min(kind.type().size(mutator, value), Integer.MAX_VALUE);
    }

    private Object plainKey(K key) {
        return kind.plainKey(key, "key");
    }

    /// The entry of a plain key and a plain value; null for null.
    Map.Entry<K, V> entry(Object[] found) {
        return found == null
                ? null
                : Map.entry(
                        kind.keyCodec().fromPlain(found[0]), kind.valueCodec().fromPlain(found[1]));
    }

    // Looking

    @Override
    public V get(K key) {
        return kind.valueOf(kind.lookIn(this, "get", plainKey(key), true));
    }

    @Override
    public Optional<V> find(K key) {
        return Optional.ofNullable(kind.valueOf(kind.lookIn(this, "find", plainKey(key), true)));
    }

    @Override
    public V getOrDefault(K key, V otherwise) {
        V found = kind.valueOf(kind.lookIn(this, "getOrDefault", plainKey(key), true));
        return found == null ? otherwise : found;
    }

    @Override
    public boolean containsKey(K key) {
        return kind.lookIn(this, "containsKey", plainKey(key), false) != null;
    }

    /// {@return the entry with the least key, or null if the map is empty}
    public Map.Entry<K, V> first() {
        return entry(all().first("first"));
    }

    /// {@return the entry with the greatest key, or null if the map is empty}
    public Map.Entry<K, V> last() {
        return entry(all().last("last"));
    }

    /// {@return the entry with the greatest key that is less than `key`, or null}
    ///
    /// @param key the key
    public Map.Entry<K, V> lower(K key) {
        return entry(all().to(plainKey(key), false).last("lower"));
    }

    /// {@return the entry with the greatest key that is `key` or less, or null}
    ///
    /// @param key the key
    public Map.Entry<K, V> floor(K key) {
        return entry(all().to(plainKey(key), true).last("floor"));
    }

    /// {@return the entry with the least key that is `key` or greater, or null}
    ///
    /// @param key the key
    public Map.Entry<K, V> ceiling(K key) {
        return entry(all().from(plainKey(key), true).first("ceiling"));
    }

    /// {@return the entry with the least key that is greater than `key`, or null}
    ///
    /// @param key the key
    public Map.Entry<K, V> higher(K key) {
        return entry(all().from(plainKey(key), false).first("higher"));
    }

    // Ranges

    private KeyRange<K> all() {
        return kind.all(this);
    }

    /// {@return all of this map as a range}
    public SortedMapRange<K, V> range() {
        return new SortedMapRange<>(this, all());
    }

    /// {@return the entries from `key` on, with it}
    ///
    /// @param key the key
    public SortedMapRange<K, V> from(K key) {
        return range().from(key);
    }

    /// {@return the part that begins at a key}
    ///
    /// @param key the key
    /// @param inclusive whether the bound itself belongs to the part
    public SortedMapRange<K, V> from(K key, boolean inclusive) {
        return range().from(key, inclusive);
    }

    /// {@return the entries up to `key`, with it}
    ///
    /// @param key the key
    public SortedMapRange<K, V> to(K key) {
        return range().to(key);
    }

    /// {@return the part that ends at a key}
    ///
    /// @param key the key
    /// @param inclusive whether the bound itself belongs to the part
    public SortedMapRange<K, V> to(K key, boolean inclusive) {
        return range().to(key, inclusive);
    }

    /// {@return the entries whose keys begin with `prefix`}
    ///
    /// @param prefix how the keys begin
    /// @throws UnsupportedOperationException if keys are neither texts nor bytes
    public SortedMapRange<K, V> startingWith(K prefix) {
        return range().startingWith(prefix);
    }

    /// {@return the entries in descending order}
    public SortedMapRange<K, V> reversed() {
        return range().reversed();
    }

    // Versions

    @Override
    public PersistentSortedMap<K, V> with(K key, V value) {
        return kind.with(this, plainKey(key), kind.valueCodec().toPlain(value, "value"));
    }

    @Override
    public PersistentSortedMap<K, V> without(K key) {
        return kind.without(this, plainKey(key));
    }

    @Override
    public PersistentSortedMap<K, V> withoutAll(Iterable<? extends K> keys) {
        List<Object> plain = new ArrayList<>();
        for (K key : Objects.requireNonNull(keys, "keys missing")) {
            plain.add(plainKey(key));
        }
        return kind.withoutAll(this, plain);
    }

    /// {@return a map with all entries of both; where both have a key, the other's counts}
    ///
    /// @param other the other one
    /// @throws IllegalArgumentException if `other` is of another heap or has other codecs
    public PersistentSortedMap<K, V> withAll(PersistentSortedMap<K, V> other) {
        kind.requireSame(other, "map");
        return kind.union(this, other);
    }

    /// {@return a map of the entries of this one whose keys `other` has, too} What the two share is
    /// not looked at.
    ///
    /// @param other the other one
    /// @throws IllegalArgumentException if `other` is of another heap or has other codecs
    public PersistentSortedMap<K, V> intersection(PersistentSortedMap<K, V> other) {
        kind.requireSame(other, "map");
        return kind.merge(this, other, PairMerge.Choice.INTERSECTION);
    }

    /// {@return a map of the entries of this one whose keys `other` has not} What the two share is
    /// not looked at.
    ///
    /// @param other the other one
    /// @throws IllegalArgumentException if `other` is of another heap or has other codecs
    public PersistentSortedMap<K, V> difference(PersistentSortedMap<K, V> other) {
        kind.requireSame(other, "map");
        return kind.merge(this, other, PairMerge.Choice.DIFFERENCE);
    }

    /// Shows what has to be done to `older` to make it `newer`, in order. What the two share is not
    /// looked at, so if one was made from the other by a few changes this takes time for those.
    ///
    /// The visitor runs outside the heap, may take its time, and may use collections.
    ///
    /// @param <K> the type of the keys
    /// @param <V> the type of the values
    /// @param older what to compare with
    /// @param newer what has changed
    /// @param visitor is told of each difference
    /// @throws IllegalArgumentException if they are of different heaps or have different codecs
    public static <K, V> void diff(
            PersistentSortedMap<K, V> older,
            PersistentSortedMap<K, V> newer,
            MapChanges<? super K, ? super V> visitor) {
        Objects.requireNonNull(visitor, "visitor missing");
        older.kind.requireSame(newer, "map");
        older.kind
                .differences(older, newer)
                .forEach(older.kind.keyCodec(), older.kind.valueCodec(), visitor);
    }

    @Override
    PersistentSortedMap<K, V> withAllOf(PersistentSortedMap<K, V> other) {
        return withAll(other);
    }

    @Override
    void tellChanges(PersistentSortedMap<K, V> other, MapChanges<K, V> visitor) {
        diff(this, other, visitor);
    }

    @Override
    public Builder<K, V> builder() {
        return new Builder<>(kind, this);
    }

    // Views

    /// {@return this map as a read-only `java.util.NavigableMap`, which reads from it and takes no
    /// memory}
    public NavigableMap<K, V> asMap() {
        return range().asMap();
    }

    @Override
    Object view() {
        return asMap();
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        return range().iterator();
    }

    /// Does something with each entry, in order.
    ///
    /// @param action what to do with each
    public void forEach(BiConsumer<? super K, ? super V> action) {
        range().forEach(action);
    }

    @Override
    public Spliterator<Map.Entry<K, V>> spliterator() {
        return range().spliterator();
    }

    /// {@return the entries, in order}
    public Stream<Map.Entry<K, V>> stream() {
        return range().stream();
    }

    /// Changes a map in many steps, which become one version; fastest if keys come in order. For
    /// one thread.
    ///
    /// @param <K> the type of the keys
    /// @param <V> the type of the values
    public static final class Builder<K, V>
            extends MapBuilder<K, V, PersistentSortedMap<K, V>, Builder<K, V>> {

        private final SortedMapKind<K, V> kind;

        Builder(SortedMapKind<K, V> kind, PersistentSortedMap<K, V> map) {
            super(
                    kind.keyCodec(),
                    kind.valueCodec(),
                    map,
                    kind.writesObjects(),
                    kind::withBatch,
                    kind::withoutAll);
            this.kind = kind;
        }

        @Override
        Builder<K, V> self() {
            return this;
        }

        @Override
        Object find(PersistentSortedMap<K, V> map, Object key) {
            return kind.lookIn(map, "get", key, true);
        }
    }
}
