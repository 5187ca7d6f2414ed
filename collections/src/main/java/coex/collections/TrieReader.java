// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.map.TrieCursor;
import coex.gc.mutator.MutatorContext;

/// Reads the entries of a map, or the elements of a set. For one thread at a time.
final class TrieReader extends BatchReader {

    private final TrieCursor cursor;
    private final BoundCodec keys;
    private final BoundCodec values;

    /// @param values null for a set
    TrieReader(PersistentCollection source, TrieCursor cursor, BoundCodec keys, BoundCodec values) {
        super(source, false);
        this.cursor = cursor;
        this.keys = keys;
        this.values = values;
    }

    @Override
    void start(MutatorContext mutator, long handle) {
        cursor.start(handle);
    }

    @Override
    void fill(MutatorContext mutator, Object[] batch) {
        PersistentCollection source = source();
        for (int at = 0; at < batch.length && cursor.next(mutator); at += 2) {
            batch[at] = keys.read(mutator, cursor.key(), source);
            batch[at + 1] = values == null ? null : values.read(mutator, cursor.value(), source);
            filledTwo(mutator);
        }
    }
}
