// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.mutator.MutatorContext;

/// Persistent maps from one type of key to one type of value in one heap.
///
/// A map is the handle of an immutable object; 0 is the empty map. Operations take and return bits,
/// as [ValueType] explains, and allocate nothing in the JVM. Those that make nodes are safepoints;
/// they keep their arguments alive themselves, and the caller keeps the rest. Map types are held in
/// constants, so that the compiler folds what depends on the types of keys and values; [Trie] tells
/// how maps are built.
public record MapType(Trie trie) implements TrieType {

    /// The type of maps from `key` to `value` in a heap.
    public static MapType of(Heap heap, ValueType key, ValueType value) {
        return new MapType(Trie.of(heap, key, value));
    }

    /// The number of entries.
    public long size(MutatorContext mutator, long map) {
        return trie.size(mutator, map);
    }

    /// The value of a key, or `absent` if it has none.
    public long get(MutatorContext mutator, long map, long key, long absent) {
        long address = trie.find(mutator, map, key);
        return address == 0 ? absent : trie.valueAt(address);
    }

    public boolean has(MutatorContext mutator, long map, long key) {
        return trie.find(mutator, map, key) != 0;
    }

    /// The map with `value` for `key`; the same map if it has just that. A safepoint.
    public long set(MutatorContext mutator, long map, long key, long value) {
        return TrieInsertion.set(trie, mutator, map, key, value);
    }

    /// The map without `key`; the same map if it has none. A safepoint.
    public long remove(MutatorContext mutator, long map, long key) {
        return TrieRemoval.remove(trie, mutator, map, key);
    }

    /// A map of `count` keys and values; of equal keys the last one counts. A safepoint, and the
    /// caller keeps what keys and values refer to alive meanwhile.
    public long build(MutatorContext mutator, long[] keys, long[] values, int count) {
        return TrieBulk.build(trie, mutator, keys, values, count);
    }

    /// All entries of both maps; where both have a key, the value of `second` counts. A safepoint.
    /// With [#build], the fast way to put many entries into a map.
    public long union(MutatorContext mutator, long first, long second) {
        return TrieUnion.union(trie, mutator, first, second);
    }

    /// The entries of `first` whose keys `second` has, too. A safepoint.
    public long intersection(MutatorContext mutator, long first, long second) {
        return new TrieMerge(trie, mutator).merge(first, second, PairMerge.Choice.INTERSECTION);
    }

    /// The entries of `first` whose keys `second` has not. A safepoint.
    public long difference(MutatorContext mutator, long first, long second) {
        return new TrieMerge(trie, mutator).merge(first, second, PairMerge.Choice.DIFFERENCE);
    }

    /// Shows all entries to a visitor, which may come to safepoints if the map is rooted.
    public void forEach(MutatorContext mutator, long map, EntryVisitor visitor) {
        TrieWalk.forEach(trie, mutator, map, visitor);
    }
}
