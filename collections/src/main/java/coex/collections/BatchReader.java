// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.ref.Reference;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.BiConsumer;

/// Reads entries, or elements, of a collection as plain values: some at a time, and between two
/// batches it is not in the heap. For one thread at a time.
///
/// The handles that a cursor holds meanwhile stay good because the collection does: each batch
/// begins by making sure that it is not closed.
///
/// What is different in each kind is asked once a batch, so that the loops over entries call what
/// they call directly.
abstract sealed class BatchReader permits SortedReader, TrieReader {

    private static final int FIRST_BATCH = 16;
    private static final int LARGEST_BATCH = 256;
    private static final int ENTRIES_BETWEEN_POLLS = 32;

    private final PersistentCollection source;

    /// Plain keys and values in turn.
    private Object[] batch = new Object[0];

    /// How much of the batch has been read; [#fill] counts it, so that nothing is lost if it fails.
    private int filled;

    private int position;
    private boolean started;
    private boolean ended;

    /// @param isEmpty whether it is known that there is nothing to read
    BatchReader(PersistentCollection source, boolean isEmpty) {
        this.source = source;
        this.ended = isEmpty;
    }

    final PersistentCollection source() {
        return source;
    }

    /// Puts the cursor before the first entry of what is in `handle`.
    abstract void start(MutatorContext mutator, long handle);

    /// Fills `batch` with keys and values, and calls [#filledTwo] after each; less than all if
    /// nothing more comes.
    abstract void fill(MutatorContext mutator, Object[] batch);

    /// Counts a key and its value, and comes to a safepoint now and then.
    final void filledTwo(MutatorContext mutator) {
        filled += 2;
        if (filled % (2 * ENTRIES_BETWEEN_POLLS) == 0) {
            mutator.poll();
        }
    }

    /// Whether there is another entry.
    final boolean hasNext() {
        return position < filled || !ended && refill();
    }

    /// Goes on; [#hasNext] must have been true. Returns where [#key] and [#value] find the entry.
    final int next() {
        position += 2;
        return position - 2;
    }

    final Object key(int at) {
        return batch[at];
    }

    /// Null in a set.
    final Object value(int at) {
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
                start(mutator, handle);
            }
            fill(mutator, batch);
        } finally {
            source.heap().leave(mutator);
            Reference.reachabilityFence(source);
        }
        ended = filled < batch.length;
        return filled > 0;
    }

    // What users of a collection see

    /// The entries that are left, of a map.
    final <K, V> Iterator<Map.Entry<K, V>> entries(Codec<K> keys, Codec<V> values) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return BatchReader.this.hasNext();
            }

            @Override
            public Map.Entry<K, V> next() {
                int at = nextOf("no more entries: map=");
                return Map.entry(keys.fromPlain(key(at)), values.fromPlain(value(at)));
            }
        };
    }

    /// The elements that are left, of a set.
    final <E> Iterator<E> elements(Codec<E> codec) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return BatchReader.this.hasNext();
            }

            @Override
            public E next() {
                return codec.fromPlain(key(nextOf("no more elements: set=")));
            }
        };
    }

    private int nextOf(String nothing) {
        if (!hasNext()) {
            throw new NoSuchElementException(nothing + source.kind());
        }
        return next();
    }

    /// Does something with each entry that is left, of a map.
    final <K, V> void forEach(
            Codec<K> keys, Codec<V> values, BiConsumer<? super K, ? super V> action) {
        while (hasNext()) {
            int at = next();
            action.accept(keys.fromPlain(key(at)), values.fromPlain(value(at)));
        }
    }
}
