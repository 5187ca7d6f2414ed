// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.list.SequenceType;
import coex.collections.value.Pause;
import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.ref.Reference;
import java.util.function.BiFunction;

/// Lists or arrays with a certain codec in one heap: what [PersistentSequence] does with plain
/// values.
abstract class SequenceKind<E, S extends PersistentSequence<E, S>> extends Kind<S> {

    private final Codec<E> codec;
    private final BoundCodec elements;
    private final SequenceType sequences;

    /// @param typeOf lists or arrays of a type of elements
    SequenceKind(
            PersistentCollections heap,
            Codec<E> codec,
            BiFunction<Heap, ValueType, SequenceType> typeOf) {
        super(heap);
        this.codec = codec;
        this.elements = heap.bound(codec);
        this.sequences = typeOf.apply(heap.heap(), elements.type());
    }

    final Codec<E> codec() {
        return codec;
    }

    final BoundCodec elements() {
        return elements;
    }

    @Override
    SequenceType type() {
        return sequences;
    }

    final int length(MutatorContext mutator, long sequence) {
        return sequences.length(mutator, sequence);
    }

    final Object read(S sequence, String operation, int index) {
        MutatorContext mutator = heap().enter();
        try {
            long handle = sequence.handle(operation);
            checkIndex(index, length(mutator, handle));
            return elements.read(mutator, sequences.get(mutator, handle, index), sequence);
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(sequence);
        }
    }

    /// Reads elements into `target` as plain values.
    final void readRange(S sequence, int index, Object[] target, int count) {
        long[] bits = new long[count];
        MutatorContext mutator = heap().enter();
        try (RootFrame slots = RootFrame.slots(mutator, 1)) {
            long handle = sequence.handle("iterate");
            slots.set(0, handle);
            sequences.copyOut(mutator, handle, index, bits, 0, count);
            for (int i = 0; i < count; i++) {
                target[i] = elements.read(mutator, bits[i], sequence);
                if (i % 32 == 31) {
                    mutator.poll();
                }
            }
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(sequence);
        }
    }

    final S with(S sequence, int index, Object plain) {
        return make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        long handle = sequence.handle("with");
                        slots.set(0, handle);
                        checkIndex(index, length(mutator, handle));
                        long bits = elements.write(mutator, plain);
                        return sequences.set(mutator, slots.get(0), index, bits);
                    }
                });
    }

    final S append(S sequence, Object plain) {
        return make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        slots.set(0, sequence.handle("append"));
                        long bits = elements.write(mutator, plain);
                        return sequences.append(mutator, slots.get(0), bits);
                    }
                });
    }

    final S slice(S sequence, int from, int to) {
        return make(
                mutator -> {
                    long handle = sequence.handle("slice");
                    int length = length(mutator, handle);
                    checkRange(from, to, length);
                    return sequences.slice(mutator, handle, from, to);
                });
    }

    final SequenceDifferences differences(S older, S newer) {
        return new SequenceDifferences(
                older,
                newer,
                sequences,
                elements,
                (_, sequence) -> sequence.handle("diff"),
                (mutator, one, other) ->
                        elements.isReference()
                                && elements.type().equal(mutator, one, other, Pause.POLL));
    }

    private static void checkRange(int from, int to, int length) {
        if (from < 0 || to < from || to > length) {
            throw new IndexOutOfBoundsException(
                    "range out of bounds: from=%d to=%d length=%d".formatted(from, to, length));
        }
    }

    static void checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException(
                    "index out of range: index=" + index + " length=" + length);
        }
    }
}
