// SPDX-License-Identifier: Apache-2.0
package coex.gc.heap;

import coex.gc.HeapListener;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/// Events that happen where a listener must not run: under a lock, or in the middle of an
/// allocation. They wait here until a thread comes by that can deliver them.
///
/// Any thread may add and deliver; the queue is concurrent.
public final class DeferredEvents {

    private final Listeners listeners;
    private final Queue<Consumer<HeapListener>> waiting = new ConcurrentLinkedQueue<>();

    DeferredEvents(Listeners listeners) {
        this.listeners = listeners;
    }

    public void add(Consumer<HeapListener> event) {
        if (listeners.areThere()) {
            waiting.add(event);
        }
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /// Delivers what waits. The caller holds no lock of the heap and is not using its mutator.
    public void deliver() {
        for (Consumer<HeapListener> event = waiting.poll(); event != null; event = waiting.poll()) {
            event.accept(listeners);
        }
    }
}
