// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// What [PersistentMap] and [PersistentSortedMap] have in common.
///
/// @param <K> the type of the keys
/// @param <V> the type of the values
/// @param <M> the kind of map
public abstract sealed class PersistentMapping<K, V, M extends PersistentMapping<K, V, M>>
        extends PersistentCollection permits PersistentMap, PersistentSortedMap {

    PersistentMapping(long handle, int cell, PersistentCollection source, long state) {
        super(handle, cell, source, state);
    }

    /// This map.
    abstract M self();

    /// {@return the value of a key, or null if it has none}
    ///
    /// @param key the key
    public abstract V get(K key);

    /// {@return the value of `inner` in the map that `outer` has in a map of maps, sorted or not,
    /// or null if there is none} As `map.get(outer).get(inner)`, and the map in between is closed.
    /// For maps that are both not sorted, [PersistentMap] does it without a map in between.
    ///
    /// @param <K> the type of the keys
    /// @param <L> the type of the inner keys
    /// @param <V> the type of the values
    /// @param map the map
    /// @param outer the key in the outer map
    /// @param inner the key in the inner map
    public static <K, L, V> V getIn(
            PersistentMapping<K, ? extends PersistentMapping<L, V, ?>, ?> map, K outer, L inner) {
        try (PersistentMapping<L, V, ?> between = map.get(outer)) {
            return between == null ? null : between.get(inner);
        }
    }

    /// {@return the value of a key, if it has one}
    ///
    /// @param key the key
    public abstract Optional<V> find(K key);

    /// {@return the value of a key, or `otherwise` if it has none}
    ///
    /// @param key the key
    /// @param otherwise what to give if there is none
    public abstract V getOrDefault(K key, V otherwise);

    /// {@return whether a key has a value}
    ///
    /// @param key the key
    public abstract boolean containsKey(K key);

    /// {@return a map with `value` for `key`, instead of what that had}
    ///
    /// @param key the key
    /// @param value the value
    public abstract M with(K key, V value);

    /// {@return a map without `key`}
    ///
    /// @param key the key
    public abstract M without(K key);

    /// {@return a map without these keys, in one version} Keys that it does not have are passed
    /// over.
    ///
    /// @param keys the keys
    public abstract M withoutAll(Iterable<? extends K> keys);

    /// Changes this map in many steps, which become one version; this one stays as it is.
    ///
    /// @return a builder that begins with what is here
    public abstract MapBuilder<K, V, M, ?> builder();

    /// {@return a map with another value for `key`: what `change` makes of the present one, or of
    /// null if there is none; without the key if `change` returns null}
    ///
    /// A persistent collection that `change` is given is good until it returns.
    ///
    /// @param key the key
    /// @param change makes the new value of the present one
    public final M updated(K key, UnaryOperator<V> change) {
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
    public final M compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        return updated(key, present -> change.apply(key, present));
    }

    /// {@return a map with a value for `key`: the present one, or else what `make` returns;
    /// without, if that is null}
    ///
    /// @param key the key
    /// @param make makes a value; may give null
    public final M computeIfAbsent(K key, Function<? super K, ? extends V> make) {
        return containsKey(key) ? heap().keep(self()) : updated(key, _ -> make.apply(key));
    }

    /// As [#compute] if `key` has a value; else a map with the same entries.
    ///
    /// @param key the key
    /// @param change makes the new value of the present one
    /// @return the changed map
    public final M computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        return containsKey(key) ? compute(key, change) : heap().keep(self());
    }

    /// {@return a map with `value` for `key` if that has none, else with what `together` makes of
    /// the present value and `value`; without the key if that is null}
    ///
    /// @param key the key
    /// @param value the value
    /// @param together makes one value of two; may give null
    public final M merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> together) {
        Objects.requireNonNull(value, "value missing");
        return updated(key, present -> present == null ? value : together.apply(present, value));
    }

    /// {@return a map with all entries of both; where both have a key with different values, with
    /// what `together` makes of this one's and the other's; without the key if that is null} What
    /// the two share is not looked at, and where the values are the same they stay.
    ///
    /// The function runs outside the heap, may take its time, and may use collections.
    ///
    /// @param other the other one
    /// @param together makes one value of two; may give null
    /// @throws IllegalArgumentException if `other` is of another heap or has other codecs
    public final M merge(M other, BiFunction<? super V, ? super V, ? extends V> together) {
        Objects.requireNonNull(together, "function missing");
        try (M both = withAllOf(other)) {
            MapBuilder<K, V, M, ?> builder = both.builder();
            tellChanges(
                    other,
                    new MapChanges<K, V>() {
                        @Override
                        public void added(K key, V value) {}

                        @Override
                        public void removed(K key, V value) {}

                        @Override
                        public void changed(K key, V mine, V others) {
                            V chosen = together.apply(mine, others);
                            if (chosen == null) {
                                builder.remove(key);
                            } else {
                                builder.put(key, chosen);
                            }
                        }
                    });
            return builder.build();
        }
    }

    /// The entries of both, of which the other's count.
    abstract M withAllOf(M other);

    /// What has to be done to this one to make it the other.
    abstract void tellChanges(M other, MapChanges<K, V> visitor);

    /// {@return a map with all of these entries; where both have a key, theirs counts}
    ///
    /// @param entries the entries
    public final M withAll(Map<? extends K, ? extends V> entries) {
        MapBuilder<K, V, M, ?> builder = builder();
        builder.putAll(entries);
        return builder.build();
    }
}
