// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.store;

import coex.kafka.streams.table.TableEntry;
import coex.kafka.streams.table.TableSnapshot;

import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueIterator;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;

/// The entries of a snapshot as a store gives them. Closing it closes the snapshot; if it is
/// dropped without that, the JVM's collector finds it.
class ScanIterator<K> implements KeyValueIterator<K, byte[]> {

    private final String store;
    private final TableSnapshot snapshot;
    private final Iterator<TableEntry> entries;
    private final Function<TableEntry, KeyValue<K, byte[]>> read;

    /// The next one, if it is known.
    private KeyValue<K, byte[]> ahead;

    private boolean isClosed;

    /// @param read what an entry is for the store; null for one that is to be passed over
    ScanIterator(
            String store,
            TableSnapshot snapshot,
            Iterator<TableEntry> entries,
            Function<TableEntry, KeyValue<K, byte[]>> read) {
        this.store = store;
        this.snapshot = snapshot;
        this.entries = entries;
        this.read = read;
    }

    @Override
    public final boolean hasNext() {
        if (isClosed) {
            throw new InvalidStateStoreException("Iterator for store " + store + " has closed");
        }
        while (ahead == null && entries.hasNext()) {
            ahead = read.apply(entries.next());
        }
        return ahead != null;
    }

    @Override
    public final KeyValue<K, byte[]> next() {
        requireNext();
        KeyValue<K, byte[]> next = ahead;
        ahead = null;
        return next;
    }

    @Override
    public final K peekNextKey() {
        requireNext();
        return ahead.key;
    }

    private void requireNext() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more entries: store=" + store);
        }
    }

    @Override
    public final void close() {
        if (!isClosed) {
            isClosed = true;
            snapshot.close();
        }
    }
}
