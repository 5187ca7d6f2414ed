// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.table;

import coex.collections.CollectionTooLargeException;
import coex.gc.HeapExhaustedException;

import org.apache.kafka.streams.errors.ProcessorStateException;

import java.time.Duration;

/// A store has no room for what is to be written. What was written before is still there, and the
/// task fails with this.
public final class StoreFullException extends ProcessorStateException {

    private static final long serialVersionUID = 1L;

    StoreFullException(String store, CollectionTooLargeException cause) {
        super(
                ("store full: store=%s bytes=%d most=%d; raise coex.streams.store.bytes, or that of"
                                + " this store, coex.streams.store.bytes.%s")
                        .formatted(store, cause.bytes(), cause.most(), store),
                cause);
    }

    /// What a store has saved has no room when the store is opened.
    public StoreFullException(String store, HeapExhaustedException cause) {
        super(
                ("heap of stores full: store=%s cannot be read from its file; raise"
                                + " coex.streams.heap.bytes, or run more instances")
                        .formatted(store),
                cause);
    }

    StoreFullException(String store, Duration waited, HeapExhaustedException cause) {
        super(
                ("heap of stores full: store=%s waitedMillis=%d; raise coex.streams.heap.bytes,"
                                + " close iterators sooner, or run more instances")
                        .formatted(store, waited.toMillis()),
                cause);
    }
}
