// SPDX-License-Identifier: Apache-2.0
package coex.collections.convert;

import coex.collections.list.ArrayType;
import coex.collections.list.ListType;
import coex.collections.map.SetType;
import coex.collections.map.TrieCursor;
import coex.collections.value.ObjectPool;
import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// Sets of the elements of lists and arrays, and lists and arrays of the elements of sets.
///
/// Every conversion takes O(n), is a safepoint, and keeps what it was given. From a set it makes
/// objects in the JVM only the first time, and when several threads convert at once. To a set it
/// adds a few elements one by one; more are put in arrays of the JVM, a limited number at a time,
/// for a set is built fastest from many at once.
public final class SetConversions {

    /// Up to this many elements are added one by one.
    private static final int FEW = 16;

    /// The most elements that are in JVM arrays at a time: 2 MiB, and as much again twice while
    /// they are sorted.
    static final int PIECE = 1 << 18;

    private final SetType sets;
    private final ListType lists;
    private final ArrayType arrays;
    private final ObjectPool<EntrySource> spare = new ObjectPool<>();

    private SetConversions(Heap heap, ValueType element) {
        this.sets = SetType.of(heap, element);
        this.lists = ListType.of(heap, element);
        this.arrays = ArrayType.of(heap, element);
    }

    /// For sets, lists and arrays of `element` in `heap`.
    public static SetConversions of(Heap heap, ValueType element) {
        return new SetConversions(heap, element);
    }

    /// The elements of a set, in no particular order.
    public long listOf(MutatorContext mutator, long set) {
        if (set == 0) {
            return 0;
        }
        EntrySource source = takeSource();
        long list = source.list(mutator, lists, set, false);
        spare.giveBack(source);
        return list;
    }

    /// The elements of a set, in the order of [#listOf].
    public long arrayOf(MutatorContext mutator, long set) {
        if (set == 0) {
            return 0;
        }
        EntrySource source = takeSource();
        long array = source.array(mutator, arrays, set, sets.size(mutator, set), false);
        spare.giveBack(source);
        return array;
    }

    private EntrySource takeSource() {
        EntrySource kept = spare.take();
        return kept == null ? new EntrySource(new TrieCursor(sets)) : kept;
    }

    /// The distinct elements of a list.
    public long ofList(MutatorContext mutator, long list) {
        return ofSequence(mutator, list, lists.length(mutator, list), true);
    }

    /// The distinct elements of an array.
    public long ofArray(MutatorContext mutator, long array) {
        return ofSequence(mutator, array, arrays.length(mutator, array), false);
    }

    private long ofSequence(MutatorContext mutator, long sequence, int length, boolean isList) {
        int frame = mutator.root(sequence);
        try {
            return length <= FEW
                    ? added(mutator, sequence, length, isList)
                    : built(mutator, sequence, length, isList);
        } finally {
            mutator.popTo(frame);
        }
    }

    private long added(MutatorContext mutator, long sequence, int length, boolean isList) {
        long set = 0;
        for (int i = 0; i < length; i++) {
            long bits = isList ? lists.get(mutator, sequence, i) : arrays.get(mutator, sequence, i);
            set = sets.add(mutator, set, bits);
        }
        return set;
    }

    /// Builds a set from each piece of the sequence, and unites them.
    private long built(MutatorContext mutator, long sequence, int length, boolean isList) {
        long[] piece = new long[Math.min(length, PIECE)];
        long set = 0;
        try (RootFrame soFar = RootFrame.slots(mutator, 1)) {
            for (int done = 0; done < length; ) {
                int count = Math.min(piece.length, length - done);
                if (isList) {
                    lists.copyOut(mutator, sequence, done, piece, 0, count);
                } else {
                    arrays.copyOut(mutator, sequence, done, piece, 0, count);
                }
                long more = sets.build(mutator, piece, count);
                set = set == 0 ? more : sets.union(mutator, set, more);
                soFar.set(0, set);
                done += count;
            }
        }
        return set;
    }
}
