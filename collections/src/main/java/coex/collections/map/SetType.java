// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.mutator.MutatorContext;

/// Persistent sets of one type of element in one heap. As [MapType], without values.
public record SetType(Trie trie) implements TrieType {

    /// The type of sets of `element` in a heap.
    public static SetType of(Heap heap, ValueType element) {
        return new SetType(Trie.of(heap, element, null));
    }

    /// The number of elements.
    public long size(MutatorContext mutator, long set) {
        return trie.size(mutator, set);
    }

    public boolean has(MutatorContext mutator, long set, long element) {
        return trie.find(mutator, set, element) != 0;
    }

    /// The set with `element`; the same set if it has it. A safepoint.
    public long add(MutatorContext mutator, long set, long element) {
        return TrieInsertion.set(trie, mutator, set, element, 0);
    }

    /// The set without `element`; the same set if it has not got it. A safepoint.
    public long remove(MutatorContext mutator, long set, long element) {
        return TrieRemoval.remove(trie, mutator, set, element);
    }

    /// A set of the first `count` elements. A safepoint, and the caller keeps what they refer to
    /// alive meanwhile.
    public long build(MutatorContext mutator, long[] elements, int count) {
        return TrieBulk.build(trie, mutator, elements, null, count);
    }

    /// All elements of both sets. A safepoint.
    public long union(MutatorContext mutator, long first, long second) {
        return TrieUnion.union(trie, mutator, first, second);
    }

    /// The elements of `first` that `second` has, too. A safepoint.
    public long intersection(MutatorContext mutator, long first, long second) {
        return new TrieMerge(trie, mutator).merge(first, second, PairMerge.Choice.INTERSECTION);
    }

    /// The elements of `first` that `second` has not. A safepoint.
    public long difference(MutatorContext mutator, long first, long second) {
        return new TrieMerge(trie, mutator).merge(first, second, PairMerge.Choice.DIFFERENCE);
    }

    /// Shows all elements to a visitor, which may come to safepoints if the set is rooted.
    public void forEach(MutatorContext mutator, long set, EntryVisitor visitor) {
        TrieWalk.forEach(trie, mutator, set, visitor);
    }
}
