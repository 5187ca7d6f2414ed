package coex.collections;

import coex.collections.map.MapType;
import coex.collections.map.TrieCursor;
import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.ref.Reference;

/// Maps with certain codecs in one heap: what [PersistentMap] does with plain values.
final class MapKind<K, V> extends Kind<PersistentMap<K, V>> {

    /// No handle; of values that are words it may be one.
    private static final long ABSENT = -1;

    private final Codec<K> keyCodec;
    private final Codec<V> valueCodec;
    private final BoundCodec keys;
    private final BoundCodec values;
    private final MapType maps;

    MapKind(PersistentCollections heap, Codec<K> keyCodec, Codec<V> valueCodec) {
        super(heap);
        this.keyCodec = keyCodec;
        this.valueCodec = valueCodec;
        this.keys = heap.bound(keyCodec);
        this.values = heap.bound(valueCodec);
        this.maps = MapType.of(heap.heap(), keys.type(), values.type());
    }

    Codec<K> keyCodec() {
        return keyCodec;
    }

    Codec<V> valueCodec() {
        return valueCodec;
    }

    boolean writesObjects() {
        return keys.isReference() || values.isReference();
    }

    MapType maps() {
        return maps;
    }

    @Override
    ValueType type() {
        return maps;
    }

    @Override
    PersistentMap<K, V> wrap(Rooted value) {
        return new PersistentMap<>(this, value);
    }

    TrieReader reader(PersistentMap<K, V> map) {
        return new TrieReader(map, new TrieCursor(maps), keys, values);
    }

    /// The value of a key, plain; null if it has none.
    Object find(PersistentMap<K, V> map, String operation, Object key) {
        return look(map, operation, key, true);
    }

    boolean contains(PersistentMap<K, V> map, String operation, Object key) {
        return look(map, operation, key, false) != null;
    }

    /// Looks a key up. Returns null if it is not there, else its value if that is wanted.
    private Object look(PersistentMap<K, V> map, String operation, Object key, boolean wanted) {
        return keys.needsRoomToLookUp()
                ? heap().whenThereIsRoom(() -> lookNow(map, operation, key, wanted))
                : lookNow(map, operation, key, wanted);
    }

    private Object lookNow(PersistentMap<K, V> map, String operation, Object key, boolean wanted) {
        MutatorContext mutator = heap().enter();
        try {
            long handle = map.handle(operation);
            if (handle == 0) {
                return null;
            }
            if (!keys.isReference()) {
                return read(mutator, maps, handle, keys.write(mutator, key), wanted);
            }
            if (keys instanceof BoundTextCodec text) {
                return read(mutator, seeking(text, key), handle, ProbeText.PROBE, wanted);
            }
            try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                slots.set(0, handle);
                return read(mutator, maps, handle, keys.write(mutator, key), wanted);
            }
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(map);
        }
    }

    private Object read(MutatorContext mutator, MapType type, long map, long key, boolean wanted) {
        if (!wanted) {
            return type.has(mutator, map, key) ? Boolean.TRUE : null;
        }
        long bits = type.get(mutator, map, key, ABSENT);
        if (bits == ABSENT && (values.isReference() || !type.has(mutator, map, key))) {
            return null;
        }
        return values.read(mutator, bits);
    }

    /// The same maps, but for a key that is not in the heap.
    private MapType seeking(BoundTextCodec text, Object utf8) {
        return new MapType(maps.trie().keyedBy(ProbeText.of(text.strings(), (byte[]) utf8)));
    }

    PersistentMap<K, V> with(PersistentMap<K, V> map, Object key, Object value) {
        return make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 2)) {
                        slots.set(0, map.handle("with"));
                        long keyBits = keys.keptIn(slots, 1, keys.write(mutator, key));
                        long valueBits = values.write(mutator, value);
                        return maps.set(mutator, slots.get(0), keyBits, valueBits);
                    }
                });
    }

    PersistentMap<K, V> without(PersistentMap<K, V> map, Object key) {
        return make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        slots.set(0, map.handle("without"));
                        long keyBits = keys.write(mutator, key);
                        return maps.remove(mutator, slots.get(0), keyBits);
                    }
                });
    }

    PersistentMap<K, V> union(PersistentMap<K, V> first, PersistentMap<K, V> second) {
        return make(
                mutator -> maps.union(mutator, first.handle("withAll"), second.handle("withAll")));
    }

    /// The map with the first `count` of these: keys and values in turn.
    ///
    /// @param map may be null
    PersistentMap<K, V> withBatch(PersistentMap<K, V> map, Object[] plain, int count) {
        return make(
                mutator -> {
                    int kept = writesObjects() ? count : 0;
                    try (RootFrame slots = RootFrame.slots(mutator, 1 + kept)) {
                        slots.set(0, map == null ? 0 : map.handle("build"));
                        long batch = batch(mutator, slots, plain, count / 2);
                        return maps.union(mutator, slots.get(0), batch);
                    }
                });
    }

    private long batch(MutatorContext mutator, RootFrame slots, Object[] plain, int entries) {
        long[] keyBits = new long[entries];
        long[] valueBits = new long[entries];
        for (int i = 0; i < entries; i++) {
            int at = 2 * i;
            keyBits[i] = keys.keptIn(slots, 1 + at, keys.write(mutator, plain[at]));
            valueBits[i] = values.keptIn(slots, 2 + at, values.write(mutator, plain[at + 1]));
        }
        return maps.build(mutator, keyBits, valueBits, entries);
    }

    @Override
    public String toString() {
        return "map(" + keyCodec + ", " + valueCodec + ")";
    }
}
