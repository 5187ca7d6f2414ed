// SPDX-License-Identifier: Apache-2.0
package coex.collections.sorted;

import coex.collections.map.PairMerge;
import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.collections.save.SavedForm;
import coex.collections.value.Pause;
import coex.collections.value.Storage;
import coex.collections.value.ValueOrder;
import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.mutator.MutatorContext;

import java.io.IOException;

/// Persistent sorted maps from one type of key to one type of value in one heap, in one order; or
/// sorted sets, which have no values.
///
/// A map is the handle of an immutable object; 0 is the empty map. Operations take and return bits,
/// as [ValueType] explains. Those that make nodes are safepoints; they keep their arguments alive
/// themselves, and the caller keeps the rest. [SortedTree] tells how maps are built, and
/// [SortedCursor] goes through them.
public record SortedType(SortedTree tree) implements ValueType, SavedForm {

    /// The type of maps from `key` to `value` in a heap, in the order of their keys.
    public static SortedType ofMaps(Heap heap, ValueType key, ValueType value, ValueOrder order) {
        return new SortedType(SortedTree.of(heap, key, value, order));
    }

    /// The type of sets of `element` in a heap, in their order.
    public static SortedType ofSets(Heap heap, ValueType element, ValueOrder order) {
        return new SortedType(SortedTree.of(heap, element, null, order));
    }

    /// The number of entries.
    public long size(MutatorContext mutator, long map) {
        return tree.size(mutator, map);
    }

    /// The value of a key, or `absent` if it has none. With `POLL` the caller has rooted both.
    public long get(MutatorContext mutator, long map, long key, long absent, Pause pause) {
        long address = tree.find(mutator, map, key, pause);
        return address == 0 ? absent : tree.nodes().valueAt(address);
    }

    public boolean has(MutatorContext mutator, long map, long key, Pause pause) {
        return tree.find(mutator, map, key, pause) != 0;
    }

    /// The map with `value` for `key`; the same map if it has just that. A safepoint.
    ///
    /// @param value 0 in a set
    public long set(MutatorContext mutator, long map, long key, long value) {
        return SortedUpdate.set(tree, mutator, map, key, value);
    }

    /// The map without `key`; the same map if it has none. A safepoint.
    public long remove(MutatorContext mutator, long map, long key) {
        return SortedUpdate.remove(tree, mutator, map, key);
    }

    /// A map of `count` keys, which are in order and distinct, and values. A safepoint, and the
    /// caller keeps what keys and values refer to alive meanwhile.
    ///
    /// @param values null in a set
    public long build(MutatorContext mutator, long[] keys, long[] values, int count) {
        return SortedBulk.build(tree, mutator, keys, values, count);
    }

    /// All entries of both maps; where both have a key, the value of `second` counts. A safepoint.
    /// With [#build], the fast way to put many entries into a map.
    public long union(MutatorContext mutator, long first, long second) {
        return SortedMerge.union(tree, mutator, first, second);
    }

    /// The entries of `first` whose keys `second` has, too. A safepoint.
    public long intersection(MutatorContext mutator, long first, long second) {
        return new SortedMerge(tree, mutator).merge(first, second, PairMerge.Choice.INTERSECTION);
    }

    /// The entries of `first` whose keys `second` has not. A safepoint.
    public long difference(MutatorContext mutator, long first, long second) {
        return new SortedMerge(tree, mutator).merge(first, second, PairMerge.Choice.DIFFERENCE);
    }

    /// One map of two, of which all keys of `left` come before all of `right`. A safepoint; the
    /// caller has rooted both.
    public long join(MutatorContext mutator, long left, long right) {
        return SortedJoin.join(tree, mutator, left, right);
    }

    /// The entries before the gap that lies before `key` or, if `after`, after it. A safepoint; the
    /// caller has rooted both.
    public long headOf(MutatorContext mutator, long map, long key, boolean after) {
        return SortedJoin.before(tree, mutator, map, key, after);
    }

    /// The entries after such a gap; as [#headOf].
    public long tailOf(MutatorContext mutator, long map, long key, boolean after) {
        return SortedJoin.after(tree, mutator, map, key, after);
    }

    /// The bytes of the nodes that a part of a map has and the whole map has not; -1 if it is not a
    /// part. A safepoint; the caller has rooted both.
    public long bytesMadeByCut(MutatorContext mutator, long part, long whole) {
        return CutNodes.bytes(tree, mutator, part, whole);
    }

    // As a type of values

    @Override
    public Storage storage() {
        return Storage.REFERENCE;
    }

    @Override
    public int hash(MutatorContext mutator, long map) {
        return hash(mutator, map, HASHED_PARTS);
    }

    @Override
    public int hash(MutatorContext mutator, long map, int parts) {
        return SortedComparison.hash(tree, mutator, map, parts);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second) {
        return equal(mutator, first, second, Pause.NONE);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        return SortedComparison.equal(tree, mutator, first, second, pause);
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        return SortedComparison.compare(tree, mutator, first, second, pause);
    }

    // In saves

    @Override
    public void write(SaveOutput out, long map, long base) throws IOException {
        new SavedSortedNode(tree).write(out, map, base);
    }

    @Override
    public long read(SaveInput in, long base) throws IOException {
        return new SavedSortedNode(tree).read(in, base);
    }

    @Override
    public Object kind() {
        return tree;
    }
}
