// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Changes a map in many steps, which become one version: faster than a version for each step, and
/// nothing in between has to be closed. It begins with any map, which stays as it is, or with none.
///
/// What was changed can be looked at. Changes are gathered and put into the heap some at a time;
/// collections that were put must stay open until [#build]. For one thread.
///
/// @param <M> the kind of map
/// @param <B> the builder itself
/// @param <K> the type of the keys
/// @param <V> the type of the values
public abstract sealed class MapBuilder<K, V, M extends PersistentCollection, B>
        permits PersistentMap.Builder, PersistentSortedMap.Builder {

    private final Codec<K> keys;
    private final Codec<V> values;
    private final BatchBuilder<M> batches;

    MapBuilder(
            Codec<K> keys,
            Codec<V> values,
            M map,
            boolean writesObjects,
            BatchBuilder.Addition<M> addition,
            BatchBuilder.Removal<M> removal) {
        this.keys = keys;
        this.values = values;
        this.batches =
                new BatchBuilder<>(
                        map, 2, writesObjects, addition, removal, keys.isPlainCanonical());
    }

    abstract B self();

    /// The plain value of a plain key in a map, or null.
    abstract Object find(M map, Object key);

    private Object plainKey(K key) {
        return keys.toPlain(key, "key");
    }

    /// Puts an entry instead of what its key had.
    ///
    /// @param key the key
    /// @param value the value
    /// @return this builder
    public final B put(K key, V value) {
        batches.add(plainKey(key), values.toPlain(value, "value"));
        return self();
    }

    /// Puts all of these entries.
    ///
    /// @param entries the entries
    /// @return this builder
    public final B putAll(Map<? extends K, ? extends V> entries) {
        Objects.requireNonNull(entries, "entries missing").forEach(this::put);
        return self();
    }

    /// Removes a key, if it is there.
    ///
    /// @param key the key
    /// @return this builder
    public final B remove(K key) {
        batches.remove(plainKey(key));
        return self();
    }

    /// Removes these keys, as far as they are there.
    ///
    /// @param all the keys
    /// @return this builder
    public final B removeAll(Iterable<? extends K> all) {
        Objects.requireNonNull(all, "keys missing").forEach(this::remove);
        return self();
    }

    /// {@return the value that a key has now, or null if it has none}
    ///
    /// @param key the key
    public final V get(K key) {
        Object plain = plainKey(key);
        Object pending = batches.pending(plain);
        if (pending != null) {
            return pending == BatchBuilder.REMOVED ? null : values.fromPlain(pending);
        }
        Object found = batches.version() == null ? null : find(batches.version(), plain);
        return found == null ? null : values.fromPlain(found);
    }

    /// {@return the value of a key, or `otherwise` if it has none}
    ///
    /// @param key the key
    /// @param otherwise what to give if there is none
    public final V getOrDefault(K key, V otherwise) {
        V found = get(key);
        return found == null ? otherwise : found;
    }

    /// {@return whether a key has a value}
    ///
    /// @param key the key
    public final boolean containsKey(K key) {
        return get(key) != null;
    }

    /// Puts what `change` makes of the present value, or of null if there is none; removes the key
    /// if `change` returns null.
    ///
    /// @param key the key
    /// @param change makes the new value of the present one
    /// @return this builder
    public final B compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        V changed = change.apply(key, get(key));
        return changed == null ? remove(key) : put(key, changed);
    }

    /// Puts what `make` returns, unless the key has a value or that is null.
    ///
    /// @param key the key
    /// @param make makes a value; may give null
    /// @return this builder
    public final B computeIfAbsent(K key, Function<? super K, ? extends V> make) {
        if (get(key) == null) {
            V made = make.apply(key);
            return made == null ? self() : put(key, made);
        }
        return self();
    }

    /// As [#compute] if the key has a value.
    ///
    /// @param key the key
    /// @param change makes the new value of the present one
    /// @return this builder
    public final B computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        return get(key) == null ? self() : compute(key, change);
    }

    /// Puts `value` if the key has none, else what `together` makes of the present value and
    /// `value`; removes the key if that is null.
    ///
    /// @param key the key
    /// @param value the value
    /// @param together makes one value of two; may give null
    /// @return this builder
    public final B merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> together) {
        Objects.requireNonNull(value, "value missing");
        return compute(
                key, (_, present) -> present == null ? value : together.apply(present, value));
    }

    /// {@return the number of entries now} Puts all changes into the heap.
    public final int size() {
        return batches.flushed().size();
    }

    /// {@return the map with all changes} The builder can be used on, and begins with that map,
    /// which must stay open until then.
    public final M build() {
        return batches.build();
    }
}
