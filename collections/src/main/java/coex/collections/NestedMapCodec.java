// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.map.MapType;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Maps inside collections. The plain form is an array of the plain forms of keys and values in
/// turn.
final class NestedMapCodec<K, V> extends Codec<Map<K, V>> {

    private final Codec<K> key;
    private final Codec<V> value;

    NestedMapCodec(Codec<K> key, Codec<V> value) {
        super("map", key, value);
        this.key = key;
        this.value = value;
    }

    @Override
    Object toPlain(Map<K, V> map) {
        List<Object> plain = new ArrayList<>(2 * map.size());
        for (Map.Entry<K, V> entry : map.entrySet()) {
            plain.add(key.toPlain(entry.getKey(), "key of a map"));
            plain.add(value.toPlain(entry.getValue(), "value of a map"));
        }
        return plain.toArray();
    }

    @Override
    Map<K, V> fromPlain(Object plain) {
        Object[] entries = (Object[]) plain;
        Map<K, V> map = HashMap.newHashMap(entries.length / 2);
        for (int i = 0; i < entries.length; i += 2) {
            map.put(key.fromPlain(entries[i]), value.fromPlain(entries[i + 1]));
        }
        return Collections.unmodifiableMap(map);
    }

    @Override
    BoundCodec bind(PersistentCollections heap) {
        BoundCodec keys = heap.bound(key);
        BoundCodec values = heap.bound(value);
        MapType maps = MapType.of(heap.heap(), keys.type(), values.type());
        return new BoundCodec(maps) {
            @Override
            long write(MutatorContext mutator, Object plain) {
                Object[] entries = (Object[]) plain;
                try (RootFrame slots = RootFrame.slots(mutator, 2)) {
                    for (int i = 0; i < entries.length; i += 2) {
                        long keyBits = keys.keptIn(slots, 1, keys.write(mutator, entries[i]));
                        long valueBits = values.write(mutator, entries[i + 1]);
                        slots.set(0, maps.set(mutator, slots.get(0), keyBits, valueBits));
                    }
                    return slots.get(0);
                }
            }

            @Override
            Object read(MutatorContext mutator, long bits, PersistentCollection source) {
                List<Object> plain = new ArrayList<>();
                try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                    slots.set(0, bits);
                    maps.forEach(
                            mutator,
                            bits,
                            (keyBits, valueBits) -> {
                                plain.add(keys.read(mutator, keyBits, source));
                                plain.add(values.read(mutator, valueBits, source));
                                mutator.poll();
                            });
                }
                return plain.toArray();
            }
        };
    }

    @Override
    boolean isPlainCanonical() {
        return false;
    }
}
