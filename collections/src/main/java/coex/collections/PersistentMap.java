// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.map.PairMerge;
import coex.gc.mutator.MutatorContext;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// An immutable map in a heap. Made by [PersistentCollections]; [PersistentCollection] tells how
/// long it lives and who may use it.
///
/// Entries come in no particular order, which is the same each time.
///
/// @param <K> the type of the keys
/// @param <V> the type of the values
public final class PersistentMap<K, V> extends PersistentMapping<K, V, PersistentMap<K, V>>
        implements Iterable<Map.Entry<K, V>> {

    private final MapKind<K, V> kind;

    PersistentMap(
            MapKind<K, V> kind, long handle, int cell, PersistentCollection source, long state) {
        super(handle, cell, source, state);
        this.kind = kind;
    }

    @Override
    PersistentMap<K, V> self() {
        return this;
    }

    @Override
    MapKind<K, V> kind() {
        return kind;
    }

    @Override
    int size(MutatorContext mutator, long value) {
        return (int) Math.min(kind.maps().size(mutator, value), Integer.MAX_VALUE);
    }

    @Override
    public V get(K key) {
        return kind.valueOf(kind.find(this, "get", plainKey(key)));
    }

    /// {@return the value of `inner` in the map that `outer` has in a map of maps, or null if there
    /// is none} As `map.get(outer).get(inner)`, without an object for the map in between.
    ///
    /// @param <K> the type of the keys
    /// @param <L> the type of the inner keys
    /// @param <V> the type of the values
    /// @param map the map
    /// @param outer the key in the outer map
    /// @param inner the key in the inner map
    public static <K, L, V> V getIn(PersistentMap<K, PersistentMap<L, V>> map, K outer, L inner) {
        MapKind<K, PersistentMap<L, V>> kind = map.kind;
        if (kind.inner() != null) {
            @SuppressWarnings("unchecked") // the values' type says so
            MapKind<L, V> inside = (MapKind<L, V>) kind.inner();
            Object key = inside.keyCodec().toPlain(inner, "inner key");
            Object found = kind.findIn(map, map.plainKey(outer), key);
            return inside.valueOf(found);
        }
        return PersistentMapping.getIn(map, outer, inner); // a codec of the embedder's
    }

    @Override
    public Optional<V> find(K key) {
        return Optional.ofNullable(kind.valueOf(kind.find(this, "find", plainKey(key))));
    }

    @Override
    public V getOrDefault(K key, V otherwise) {
        V found = kind.valueOf(kind.find(this, "getOrDefault", plainKey(key)));
        return found == null ? otherwise : found;
    }

    @Override
    public boolean containsKey(K key) {
        return kind.contains(this, "containsKey", plainKey(key));
    }

    private Object plainKey(K key) {
        return kind.keyCodec().toPlain(key, "key");
    }

    @Override
    public PersistentMap<K, V> with(K key, V value) {
        return kind.with(this, plainKey(key), kind.valueCodec().toPlain(value, "value"));
    }

    @Override
    public PersistentMap<K, V> without(K key) {
        return kind.without(this, plainKey(key));
    }

    @Override
    public PersistentMap<K, V> withoutAll(Iterable<? extends K> keys) {
        List<Object> plain = new ArrayList<>();
        for (K key : Objects.requireNonNull(keys, "keys missing")) {
            plain.add(plainKey(key));
        }
        return kind.withoutAll(this, plain);
    }

    /// {@return a map with all entries of both; where both have a key, the other's counts} What the
    /// two share is not looked at.
    ///
    /// @param other the other one
    /// @throws IllegalArgumentException if `other` is of another heap or has other codecs
    public PersistentMap<K, V> withAll(PersistentMap<K, V> other) {
        kind.requireSame(other, "map");
        return kind.union(this, other);
    }

    /// {@return a map of the entries of this one whose keys `other` has, too} What the two share is
    /// not looked at.
    ///
    /// @param other the other one
    /// @throws IllegalArgumentException if `other` is of another heap or has other codecs
    public PersistentMap<K, V> intersection(PersistentMap<K, V> other) {
        kind.requireSame(other, "map");
        return kind.merge(this, other, PairMerge.Choice.INTERSECTION);
    }

    /// {@return a map of the entries of this one whose keys `other` has not} What the two share is
    /// not looked at.
    ///
    /// @param other the other one
    /// @throws IllegalArgumentException if `other` is of another heap or has other codecs
    public PersistentMap<K, V> difference(PersistentMap<K, V> other) {
        kind.requireSame(other, "map");
        return kind.merge(this, other, PairMerge.Choice.DIFFERENCE);
    }

    /// Shows what has to be done to `older` to make it `newer`. What the two share is not
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
            PersistentMap<K, V> older,
            PersistentMap<K, V> newer,
            MapChanges<? super K, ? super V> visitor) {
        Objects.requireNonNull(visitor, "visitor missing");
        older.kind.requireSame(newer, "map");
        older.kind
                .differences(older, newer)
                .forEach(older.kind.keyCodec(), older.kind.valueCodec(), visitor);
    }

    @Override
    PersistentMap<K, V> withAllOf(PersistentMap<K, V> other) {
        return withAll(other);
    }

    @Override
    void tellChanges(PersistentMap<K, V> other, MapChanges<K, V> visitor) {
        diff(this, other, visitor);
    }

    @Override
    public Builder<K, V> builder() {
        return new Builder<>(kind, this);
    }

    /// {@return this map as a read-only `java.util.Map`, which reads from it and takes no memory}
    /// Java serialization writes a copy, of classes of the JDK.
    public Map<K, V> asMap() {
        return Collections.unmodifiableMap(new MapView<>(this));
    }

    @Override
    Object view() {
        return asMap();
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        return kind.reader(this).entries(kind.keyCodec(), kind.valueCodec());
    }

    /// Does something with each entry.
    ///
    /// @param action what to do with each
    public void forEach(BiConsumer<? super K, ? super V> action) {
        kind.reader(this).forEach(kind.keyCodec(), kind.valueCodec(), action);
    }

    @Override
    public Spliterator<Map.Entry<K, V>> spliterator() {
        return Spliterators.spliterator(
                iterator(),
                size(),
                Spliterator.DISTINCT | Spliterator.IMMUTABLE | Spliterator.NONNULL);
    }

    /// {@return the entries}
    public Stream<Map.Entry<K, V>> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    /// Changes a map in many steps, which become one version. For one thread.
    ///
    /// @param <K> the type of the keys
    /// @param <V> the type of the values
    public static final class Builder<K, V>
            extends MapBuilder<K, V, PersistentMap<K, V>, Builder<K, V>> {

        private final MapKind<K, V> kind;

        Builder(MapKind<K, V> kind, PersistentMap<K, V> map) {
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
        Object find(PersistentMap<K, V> map, Object key) {
            return kind.find(map, "get", key);
        }
    }
}
