// SPDX-License-Identifier: Apache-2.0
package coex.collections.convert;

import coex.collections.list.ArrayType;
import coex.collections.list.ListType;
import coex.collections.map.MapType;
import coex.collections.map.TrieCursor;
import coex.collections.value.ObjectPool;
import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.mutator.MutatorContext;

/// The keys and the values of maps, as lists and as arrays.
///
/// Those of one map come in the same order, that of its trie, whichever is asked for first. Every
/// conversion takes O(n), is a safepoint, and keeps the map it was given. It makes objects in the
/// JVM only the first time, and when several threads convert at once.
public final class MapConversions {

    private final MapType maps;
    private final ListType keyLists;
    private final ListType valueLists;
    private final ArrayType keyArrays;
    private final ArrayType valueArrays;
    private final ObjectPool<EntrySource> spare = new ObjectPool<>();

    private MapConversions(Heap heap, ValueType key, ValueType value) {
        this.maps = MapType.of(heap, key, value);
        this.keyLists = ListType.of(heap, key);
        this.valueLists = ListType.of(heap, value);
        this.keyArrays = ArrayType.of(heap, key);
        this.valueArrays = ArrayType.of(heap, value);
    }

    /// For maps from `key` to `value` in `heap`.
    public static MapConversions of(Heap heap, ValueType key, ValueType value) {
        return new MapConversions(heap, key, value);
    }

    public long keyList(MutatorContext mutator, long map) {
        return list(mutator, keyLists, map, false);
    }

    public long valueList(MutatorContext mutator, long map) {
        return list(mutator, valueLists, map, true);
    }

    public long keyArray(MutatorContext mutator, long map) {
        return array(mutator, keyArrays, map, false);
    }

    public long valueArray(MutatorContext mutator, long map) {
        return array(mutator, valueArrays, map, true);
    }

    private long list(MutatorContext mutator, ListType lists, long map, boolean ofValues) {
        if (map == 0) {
            return 0;
        }
        EntrySource source = takeSource();
        long list = source.list(mutator, lists, map, ofValues);
        spare.giveBack(source);
        return list;
    }

    private long array(MutatorContext mutator, ArrayType arrays, long map, boolean ofValues) {
        if (map == 0) {
            return 0;
        }
        EntrySource source = takeSource();
        long array = source.array(mutator, arrays, map, maps.size(mutator, map), ofValues);
        spare.giveBack(source);
        return array;
    }

    private EntrySource takeSource() {
        EntrySource kept = spare.take();
        return kept == null ? new EntrySource(new TrieCursor(maps)) : kept;
    }
}
