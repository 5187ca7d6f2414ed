package coex.collections;

import coex.gc.mutator.MutatorContext;

import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// An immutable map in a heap. Made by [PersistentCollections]; [PersistentCollection] tells how
/// long it lives and who may use it.
///
/// Entries come in no particular order, which is the same each time.
public final class PersistentMap<K, V> extends PersistentCollection
        implements Iterable<Map.Entry<K, V>> {

    private final MapKind<K, V> kind;

    PersistentMap(MapKind<K, V> kind, Rooted value) {
        super(value);
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

    /// The value of a key, or null if it has none.
    public V get(K key) {
        return valueOf(kind.find(this, "get", plainKey(key)));
    }

    /// The value of a key, if it has one.
    public Optional<V> find(K key) {
        return Optional.ofNullable(valueOf(kind.find(this, "find", plainKey(key))));
    }

    /// The value of a key, or `otherwise` if it has none.
    public V getOrDefault(K key, V otherwise) {
        V found = valueOf(kind.find(this, "getOrDefault", plainKey(key)));
        return found == null ? otherwise : found;
    }

    public boolean containsKey(K key) {
        return kind.contains(this, "containsKey", plainKey(key));
    }

    private Object plainKey(K key) {
        return kind.keyCodec().toPlain(key, "key");
    }

    private V valueOf(Object plain) {
        return plain == null ? null : kind.valueCodec().fromPlain(plain);
    }

    /// A map with `value` for `key`, instead of what that had.
    public PersistentMap<K, V> with(K key, V value) {
        return kind.with(this, plainKey(key), kind.valueCodec().toPlain(value, "value"));
    }

    /// A map with another value for `key`: what `change` makes of the present one, or of null if
    /// there is none; without the key if `change` returns null.
    public PersistentMap<K, V> updated(K key, UnaryOperator<V> change) {
        V changed = change.apply(get(key));
        return changed == null ? without(key) : with(key, changed);
    }

    /// A map without `key`.
    public PersistentMap<K, V> without(K key) {
        return kind.without(this, plainKey(key));
    }

    /// A map with all of these entries; where both have a key, theirs counts.
    public PersistentMap<K, V> withAll(Map<? extends K, ? extends V> entries) {
        return builder().putAll(entries).build();
    }

    /// A map with all entries of both; where both have a key, the other's counts. What the two
    /// share is not looked at.
    ///
    /// @throws IllegalArgumentException if `other` is of another heap or has other codecs
    public PersistentMap<K, V> withAll(PersistentMap<K, V> other) {
        kind.requireSame(other, "map");
        return kind.union(this, other);
    }

    /// Adds many entries to this map, which stays as it is.
    public Builder<K, V> builder() {
        return new Builder<>(kind, this);
    }

    /// This map as a read-only `java.util.Map`, which reads from it and takes no memory.
    public Map<K, V> asMap() {
        return Collections.unmodifiableMap(new MapView<>(this));
    }

    @Override
    Object view() {
        return asMap();
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        TrieReader reader = kind.reader(this);
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
        for (TrieReader reader = kind.reader(this); reader.hasNext(); ) {
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
                Spliterator.DISTINCT | Spliterator.IMMUTABLE | Spliterator.NONNULL);
    }

    /// The entries.
    public Stream<Map.Entry<K, V>> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    /// Puts many entries into a map, some at a time, and is faster than putting them one by one.
    /// For one thread.
    public static final class Builder<K, V> {

        private final MapKind<K, V> kind;
        private final BatchBuilder<PersistentMap<K, V>> batches;

        Builder(MapKind<K, V> kind, PersistentMap<K, V> map) {
            this.kind = kind;
            this.batches = new BatchBuilder<>(map, 2, kind.writesObjects(), kind::withBatch);
        }

        /// Puts an entry instead of what its key had.
        public Builder<K, V> put(K key, V value) {
            batches.add(
                    kind.keyCodec().toPlain(key, "key"), kind.valueCodec().toPlain(value, "value"));
            return this;
        }

        public Builder<K, V> putAll(Map<? extends K, ? extends V> entries) {
            Objects.requireNonNull(entries, "entries missing").forEach(this::put);
            return this;
        }

        /// The map of all that was put. The builder can be used on, and begins with that map, which
        /// must stay open until then; so must collections that were put.
        public PersistentMap<K, V> build() {
            return batches.build();
        }
    }
}
