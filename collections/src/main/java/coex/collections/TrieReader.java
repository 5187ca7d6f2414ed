// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.map.TrieCursor;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.ref.Reference;

/// Reads the entries of a map, or the elements of a set, as plain values: some at a time, and
/// between two batches it is not in the heap. For one thread at a time.
///
/// The handles that the cursor holds meanwhile stay good because the collection does: each batch
/// begins by making sure that it is not closed.
final class TrieReader {

    private static final int FIRST_BATCH = 16;
    private static final int LARGEST_BATCH = 256;
    private static final int ENTRIES_BETWEEN_POLLS = 32;

    private final PersistentCollection source;
    private final TrieCursor cursor;
    private final BoundCodec keys;
    private final BoundCodec values;

    /// Plain keys and values in turn.
    private Object[] batch = new Object[0];

    private int filled;
    private int position;
    private boolean started;
    private boolean ended;

    /// @param values null for a set
    TrieReader(PersistentCollection source, TrieCursor cursor, BoundCodec keys, BoundCodec values) {
        this.source = source;
        this.cursor = cursor;
        this.keys = keys;
        this.values = values;
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
                cursor.start(handle);
            }
            while (filled < batch.length && cursor.next(mutator)) {
                batch[filled] = keys.read(mutator, cursor.key(), source);
                batch[filled + 1] =
                        values == null ? null : values.read(mutator, cursor.value(), source);
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
}
