// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.gc.Heap;
import coex.gc.HeapClosedException;

import java.lang.ref.WeakReference;

/// A heap as its beans know it: they do not keep it, so that one which its program has dropped
/// goes.
final class WatchedHeap {

    private final WeakReference<Heap> heap;
    private final String name;

    WatchedHeap(Heap heap) {
        this.heap = new WeakReference<>(heap);
        this.name = heap.options().name();
    }

    String name() {
        return name;
    }

    /// @throws HeapClosedException if it was dropped
    Heap get() {
        Heap known = heap.get();
        if (known == null) {
            throw new HeapClosedException(name);
        }
        return known;
    }

    /// Null if it was dropped.
    Heap orNull() {
        return heap.get();
    }
}
