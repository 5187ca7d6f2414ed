// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.map.MapType;
import coex.collections.map.PairMerge;
import coex.collections.map.TrieCursor;
import coex.collections.map.TriePairWalk;
import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.ref.Reference;
import java.util.List;

/// Maps with certain codecs in one heap: what [PersistentMap] does with plain values.
final class MapKind<K, V> extends Kind<PersistentMap<K, V>> {

    /// No handle; of values that are words it may be one.
    private static final long ABSENT = -1;

    private final Codec<K> keyCodec;
    private final Codec<V> valueCodec;
    private final BoundCodec keys;
    private final BoundCodec values;
    private final MapType maps;

    /// The kind of the values if they are persistent maps as such, not what the embedder makes of
    /// them; else null.
    private final MapKind<?, ?> inner;

    MapKind(PersistentCollections heap, Codec<K> keyCodec, Codec<V> valueCodec) {
        super(heap);
        this.keyCodec = keyCodec;
        this.valueCodec = valueCodec;
        this.keys = heap.bound(keyCodec);
        this.values = heap.bound(valueCodec);
        this.maps = MapType.of(heap.heap(), keys.type(), values.type());
        this.inner =
                valueCodec instanceof SharedCodec<?>
                                && ((SharedCodec.Bound<?>) values).kind()
                                        instanceof MapKind<?, ?> kind
                        ? kind
                        : null;
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

    MapKind<?, ?> inner() {
        return inner;
    }

    MapType maps() {
        return maps;
    }

    @Override
    ValueType type() {
        return maps;
    }

    @Override
    PersistentMap<K, V> wrap(long handle, int cell, PersistentCollection source, long state) {
        return new PersistentMap<>(this, handle, cell, source, state);
    }

    TrieReader reader(PersistentMap<K, V> map) {
        return new TrieReader(map, new TrieCursor(maps), keys, values);
    }

    /// The value of a key, plain; null if it has none.
    Object find(PersistentMap<K, V> map, String operation, Object key) {
        return look(map, operation, key, true);
    }

    /// The value of a plain form, or null for null.
    V valueOf(Object plain) {
        return plain == null ? null : valueCodec.fromPlain(plain);
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

    /// The ways part here, and not in methods of their own: the compiler inlines only so deep, and
    /// what it would leave out is the lookup itself.
    private Object lookNow(PersistentMap<K, V> map, String operation, Object key, boolean wanted) {
        MutatorContext mutator = heap().enter();
        try {
            long handle = map.handle(operation);
            if (handle == 0) {
                return null;
            }
            if (!keys.isReference()) {
                return read(mutator, maps, handle, keys.write(mutator, key), wanted, map);
            }
            if (keys instanceof BoundTextCodec text) {
                return read(mutator, seeking(text, key), handle, ProbeText.PROBE, wanted, map);
            }
            try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                slots.set(0, handle);
                return read(mutator, maps, handle, keys.write(mutator, key), wanted, map);
            }
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(map);
        }
    }

    private Object read(
            MutatorContext mutator,
            MapType type,
            long map,
            long key,
            boolean wanted,
            PersistentCollection source) {
        if (!wanted) {
            return type.has(mutator, map, key) ? Boolean.TRUE : null;
        }
        long bits = type.get(mutator, map, key, ABSENT);
        if (bits == ABSENT && (values.isReference() || !type.has(mutator, map, key))) {
            return null;
        }
        return values.read(mutator, bits, source);
    }

    /// The value of a key of the map that another key has, plain; null if there is none. The map in
    /// between is not made a Java object. There is [#inner].
    Object findIn(PersistentMap<K, V> map, Object key, Object innerKey) {
        return keys.needsRoomToLookUp() || inner.keys.needsRoomToLookUp()
                ? heap().whenThereIsRoom(() -> findInNow(map, key, innerKey))
                : findInNow(map, key, innerKey);
    }

    private Object findInNow(PersistentMap<K, V> map, Object key, Object innerKey) {
        MutatorContext mutator = heap().enter();
        try (RootFrame slots = RootFrame.slots(mutator, 1)) {
            slots.set(0, map.handle("getIn"));
            long found = bitsOf(mutator, slots.get(0), key);
            if (found == ABSENT || found == 0) {
                return null;
            }
            if (inner.keys instanceof BoundTextCodec text) {
                MapType sought = inner.seeking(text, innerKey);
                return inner.read(mutator, sought, found, ProbeText.PROBE, true, map);
            }
            long innerBits = inner.keys.write(mutator, innerKey); // the outer map keeps the inner
            return inner.read(mutator, inner.maps, found, innerBits, true, map);
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(map);
        }
    }

    /// The handle that is the value of a key, or [#ABSENT]. The caller keeps the map.
    private long bitsOf(MutatorContext mutator, long map, Object key) {
        if (map == 0) {
            return ABSENT;
        }
        return keys instanceof BoundTextCodec text
                ? seeking(text, key).get(mutator, map, ProbeText.PROBE, ABSENT)
                : maps.get(mutator, map, keys.write(mutator, key), ABSENT);
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

    PersistentMap<K, V> withoutAll(PersistentMap<K, V> map, List<Object> plainKeys) {
        return make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        slots.set(0, map.handle("withoutAll"));
                        for (Object key : plainKeys) {
                            long keyBits = keys.write(mutator, key);
                            slots.set(0, maps.remove(mutator, slots.get(0), keyBits));
                            mutator.poll();
                        }
                        return slots.get(0);
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

    /// An intersection or a difference.
    PersistentMap<K, V> merge(
            PersistentMap<K, V> first, PersistentMap<K, V> second, PairMerge.Choice choice) {
        return make(
                mutator -> {
                    long one = first.handle("merge");
                    long two = second.handle("merge");
                    return choice == PairMerge.Choice.INTERSECTION
                            ? maps.intersection(mutator, one, two)
                            : maps.difference(mutator, one, two);
                });
    }

    Differences differences(PersistentMap<K, V> older, PersistentMap<K, V> newer) {
        return new Differences(
                older, newer, keys, values, (_, one, two) -> new TriePairWalk(maps, one, two));
    }

    @Override
    String saved() {
        return "map(" + keyCodec.saved() + ", " + valueCodec.saved() + ")";
    }

    @Override
    public String toString() {
        return "map(" + keyCodec + ", " + valueCodec + ")";
    }
}
