// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import coex.collections.value.Pause;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;

/// What lists and arrays have in common: elements in order, by index from 0.
///
/// A sequence is a handle; the empty one is 0. [ListType] and [ArrayType] say what each operation
/// costs. Those that make a sequence are safepoints: they keep what they were given while they need
/// it.
public sealed interface SequenceType extends ValueType permits ListType, ArrayType {

    /// The type of the elements.
    ValueType element();

    int length(MutatorContext mutator, long sequence);

    /// An element.
    ///
    /// @throws IndexOutOfRangeException if there is none at `index`
    long get(MutatorContext mutator, long sequence, long index);

    /// Gives all elements to `visitor`, which may come to safepoints if the sequence is rooted.
    void forEach(MutatorContext mutator, long sequence, BitsVisitor visitor);

    /// Copies the elements from `index` on into a Java array.
    void copyOut(
            MutatorContext mutator, long sequence, int index, long[] target, int from, int count);

    /// A sequence with an element replaced.
    ///
    /// @throws IndexOutOfRangeException if there is none at `index`
    long set(MutatorContext mutator, long sequence, long index, long bits);

    /// A sequence with one element more.
    long append(MutatorContext mutator, long sequence, long bits);

    /// The elements from `from` up to `to`, which are bounds as in the language: negative ones
    /// count from the end, and all are cut to the length.
    long slice(MutatorContext mutator, long sequence, long from, long to);

    /// The elements before `from`, as many of `source` as there were between `from` and `to` if it
    /// has so many, and the elements from `to` on.
    long setSlice(MutatorContext mutator, long sequence, long from, long to, long source);

    /// A sequence of elements in a Java array. If they are handles the caller keeps their objects
    /// alive.
    long of(MutatorContext mutator, long[] bits, int from, int count);

    @Override
    default Storage storage() {
        return Storage.REFERENCE;
    }

    @Override
    default int hash(MutatorContext mutator, long sequence) {
        return hash(mutator, sequence, HASHED_PARTS);
    }

    @Override
    default boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        int length = length(mutator, first);
        if (first == second || length != length(mutator, second)) {
            return first == second;
        }
        return SequenceComparison.isBrief(element(), length)
                ? equal(mutator, first, second)
                : compareElements(mutator, first, second, length, false, pause) == 0;
    }

    @Override
    default int compare(MutatorContext mutator, long first, long second, Pause pause) {
        int length = length(mutator, first);
        int other = length(mutator, second);
        if (first == second || length != other) {
            return Integer.compare(length, other);
        }
        return compareElements(mutator, first, second, length, true, pause);
    }

    /// The order of two sequences of the same length; if not `ordered`, only whether it is 0
    /// counts.
    int compareElements(
            MutatorContext mutator,
            long first,
            long second,
            int length,
            boolean ordered,
            Pause pause);
}
