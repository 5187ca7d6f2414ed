// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.sorted.SortedCursor;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.ref.Reference;

/// Reads the entries of a range as plain values, in its direction: some at a time, and between two
/// batches it is not in the heap. As [TrieReader]. For one thread at a time.
final class SortedReader {

    private static final int FIRST_BATCH = 16;
    private static final int LARGEST_BATCH = 256;
    private static final int ENTRIES_BETWEEN_POLLS = 32;

    private final KeyRange<?> range;
    private final PersistentCollection source;
    private final SortedKind<?, ?> kind;
    private final SortedCursor cursor;

    /// Plain keys and values in turn.
    private Object[] batch = new Object[0];

    private int filled;
    private int position;
    private boolean started;
    private boolean ended;

    SortedReader(KeyRange<?> range) {
        this.range = range;
        this.source = range.source();
        this.kind = range.kind();
        this.cursor = new SortedCursor(kind.type());
        this.ended = range.isVoid();
    }

    /// Whether there is another entry.
    boolean hasNext() {
        return position < filled || !ended && refill();
    }

    /// Goes on; [#hasNext] must have been true. Returns where [#key] and [#value] find the entry.
    int next() {
        position += 2;
        return position - 2;
    }

    Object key(int at) {
        return batch[at];
    }

    /// Null in a set.
    Object value(int at) {
        return batch[at + 1];
    }

    private boolean refill() {
        int next = Math.clamp(batch.length, FIRST_BATCH, LARGEST_BATCH);
        if (batch.length < 2 * next) {
            batch = new Object[2 * next];
        }
        position = 0;
        filled = 0;
        MutatorContext mutator = source.heap().enter();
        try (RootFrame slots = RootFrame.slots(mutator, 1)) {
            long handle = source.handle("iterate");
            slots.set(0, handle);
            if (!started) {
                started = true;
                kind.turnTo(mutator, cursor, handle, range.bounds(), range.descending());
            }
            while (filled < batch.length && step(mutator)) {
                kind.read(mutator, cursor, source, batch, filled);
                filled += 2;
                if (filled % (2 * ENTRIES_BETWEEN_POLLS) == 0) {
                    mutator.poll();
                }
            }
        } finally {
            source.heap().leave(mutator);
            Reference.reachabilityFence(source);
        }
        ended = filled < batch.length;
        return filled > 0;
    }

    private boolean step(MutatorContext mutator) {
        return range.descending() ? cursor.previous(mutator) : cursor.next(mutator);
    }
}
