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
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// An immutable map in a heap. Made by [PersistentCollections]; [PersistentCollection] tells how
/// long it lives and who may use it.
///
/// Entries come in no particular order, which is the same each time.
///
/// @param <K> the type of the keys
/// @param <V> the type of the values
public final class PersistentMap<K, V> extends PersistentCollection
        implements Iterable<Map.Entry<K, V>> {

    private final MapKind<K, V> kind;

    PersistentMap(
            MapKind<K, V> kind, long handle, int cell, PersistentCollection source, long state) {
        super(handle, cell, source, state);
        this.kind = kind;
    }

    @Override
    MapKind<K, V> kind() {
        return kind;
    }

    @Override
    int size(MutatorContext mutator, long value) {
        return (int) Math.min(kind.maps().size(mutator, value), Integer.MAX_VALUE);
    }

    /// {@return the value of a key, or null if it has none}
    ///
    /// @param key the key
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
        try (PersistentMap<L, V> between = map.get(outer)) { // a codec of the embedder's
            return between == null ? null : between.get(inner);
        }
    }

    /// {@return the value of a key, if it has one}
    ///
    /// @param key the key
    public Optional<V> find(K key) {
        return Optional.ofNullable(kind.valueOf(kind.find(this, "find", plainKey(key))));
    }

    /// {@return the value of a key, or `otherwise` if it has none}
    ///
    /// @param key the key
    /// @param otherwise what to give if there is none
    public V getOrDefault(K key, V otherwise) {
        V found = kind.valueOf(kind.find(this, "getOrDefault", plainKey(key)));
        return found == null ? otherwise : found;
    }

    /// {@return whether a key has a value}
    ///
    /// @param key the key
    public boolean containsKey(K key) {
        return kind.contains(this, "containsKey", plainKey(key));
    }

    private Object plainKey(K key) {
        return kind.keyCodec().toPlain(key, "key");
    }

    /// {@return a map with `value` for `key`, instead of what that had}
    ///
    /// @param key the key
    /// @param value the value
    public PersistentMap<K, V> with(K key, V value) {
        return kind.with(this, plainKey(key), kind.valueCodec().toPlain(value, "value"));
    }

    /// {@return a map with another value for `key`: what `change` makes of the present one, or of
    /// null if there is none; without the key if `change` returns null}
    ///
    /// A persistent collection that `change` is given is good until it returns.
    ///
    /// @param key the key
    /// @param change makes the new value of the present one
    public PersistentMap<K, V> updated(K key, UnaryOperator<V> change) {
        V present = get(key);
        try {
            V changed = change.apply(present);
            return changed == null ? without(key) : with(key, changed);
        } finally {
            if (present instanceof PersistentCollection read) {
                read.close();
            }
        }
    }

    /// As [#updated], for a function that also wants the key.
    ///
    /// @param key the key
    /// @param change makes the new value of the present one
    /// @return the changed map
    public PersistentMap<K, V> compute(
            K key, BiFunction<? super K, ? super V, ? extends V> change) {
        return updated(key, present -> change.apply(key, present));
    }

    /// {@return a map with a value for `key`: the present one, or else what `make` returns;
    /// without, if that is null}
    ///
    /// @param key the key
    /// @param make makes a value; may give null
    public PersistentMap<K, V> computeIfAbsent(K key, Function<? super K, ? extends V> make) {
        return containsKey(key) ? heap().keep(this) : updated(key, _ -> make.apply(key));
    }

    /// As [#compute] if `key` has a value; else a map with the same entries.
    ///
    /// @param key the key
    /// @param change makes the new value of the present one
    /// @return the changed map
    public PersistentMap<K, V> computeIfPresent(
            K key, BiFunction<? super K, ? super V, ? extends V> change) {
        return containsKey(key) ? compute(key, change) : heap().keep(this);
    }

    /// {@return a map with `value` for `key` if that has none, else with what `together` makes of
    /// the present value and `value`; without the key if that is null}
    ///
    /// @param key the key
    /// @param value the value
    /// @param together makes one value of two; may give null
    public PersistentMap<K, V> merge(
            K key, V value, BiFunction<? super V, ? super V, ? extends V> together) {
        Objects.requireNonNull(value, "value missing");
        return updated(key, present -> present == null ? value : together.apply(present, value));
    }

    /// {@return a map without `key`}
    ///
    /// @param key the key
    public PersistentMap<K, V> without(K key) {
        return kind.without(this, plainKey(key));
    }

    /// {@return a map without these keys, in one version} Keys that it does not have are passed
    /// over.
    ///
    /// @param keys the keys
    public PersistentMap<K, V> withoutAll(Iterable<? extends K> keys) {
        List<Object> plain = new ArrayList<>();
        for (K key : Objects.requireNonNull(keys, "keys missing")) {
            plain.add(plainKey(key));
        }
        return kind.withoutAll(this, plain);
    }

    /// {@return a map with all of these entries; where both have a key, theirs counts}
    ///
    /// @param entries the entries
    public PersistentMap<K, V> withAll(Map<? extends K, ? extends V> entries) {
        return builder().putAll(entries).build();
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

    /// Changes this map in many steps, which become one version; this one stays as it is.
    ///
    /// @return a builder that begins with what is here
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
                    new BatchBuilder<>(
                            map,
                            2,
                            kind.writesObjects(),
                            kind::withBatch,
                            kind::withoutAll,
                            kind.keyCodec().isPlainCanonical()));
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
