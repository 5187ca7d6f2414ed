// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.sorted.SortedCursor;
import coex.gc.mutator.MutatorContext;

/// Reads the entries of a range, in its direction. For one thread at a time.
final class SortedReader extends BatchReader {

    private final KeyRange<?> range;
    private final SortedKind<?, ?> kind;
    private final SortedCursor cursor;

    SortedReader(KeyRange<?> range) {
        super(range.source(), range.excludesAll());
        this.range = range;
        this.kind = range.kind();
        this.cursor = new SortedCursor(kind.type());
    }

    @Override
    void start(MutatorContext mutator, long handle) {
        kind.turnTo(mutator, cursor, handle, range.bounds(), range.descending());
    }

    @Override
    void fill(MutatorContext mutator, Object[] batch) {
        PersistentCollection source = source();
        for (int at = 0; at < batch.length && step(mutator); at += 2) {
            kind.read(mutator, cursor, source, batch, at);
            filledTwo(mutator);
        }
    }

    private boolean step(MutatorContext mutator) {
        return range.descending() ? cursor.previous(mutator) : cursor.next(mutator);
    }
}
