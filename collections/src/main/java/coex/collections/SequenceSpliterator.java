// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;

/// Goes through a range of a sequence, some elements at a time; between two batches it is not in
/// the heap. Splits in the middle. For one thread at a time.
final class SequenceSpliterator<E, S extends PersistentSequence<E, S>> implements Spliterator<E> {

    private static final int FIRST_BATCH = 16;
    private static final int LARGEST_BATCH = 256;

    private final S sequence;
    private final int end;

    /// The first element that was not given to anyone.
    private int index;

    /// Plain elements read ahead; those from `next` on are the ones from `index` on.
    private Object[] batch = {};

    private int next;
    private int filled;

    SequenceSpliterator(S sequence, int index, int end) {
        this.sequence = sequence;
        this.index = index;
        this.end = end;
    }

    @Override
    public boolean tryAdvance(Consumer<? super E> action) {
        Objects.requireNonNull(action, "action missing");
        if (index >= end) {
            return false;
        }
        if (next == filled) {
            refill();
        }
        index++;
        action.accept(sequence.kind().codec().fromPlain(batch[next++]));
        return true;
    }

    private void refill() {
        int length = Math.clamp(2L * batch.length, FIRST_BATCH, LARGEST_BATCH);
        int count = Math.min(length, end - index);
        if (batch.length < count) {
            batch = new Object[count];
        }
        sequence.kind().readRange(sequence, index, batch, count);
        next = 0;
        filled = count;
    }

    @Override
    public Spliterator<E> trySplit() {
        int middle = index + (end - index >>> 1);
        if (middle == index) {
            return null;
        }
        SequenceSpliterator<E, S> first = new SequenceSpliterator<>(sequence, index, middle);
        index = middle;
        filled = 0;
        next = 0;
        return first;
    }

    @Override
    public long estimateSize() {
        return end - index;
    }

    @Override
    public int characteristics() {
        return ORDERED | SIZED | SUBSIZED | IMMUTABLE | NONNULL;
    }
}
