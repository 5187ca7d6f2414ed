// SPDX-License-Identifier: Apache-2.0
package coex.web.heap;

import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.observe.HeapBeans;
import coex.observe.HeapGoneException;
import coex.observe.HeapSource;

import java.io.IOException;
import java.util.function.Consumer;

/// A heap of this program. Does not keep it.
public final class LocalHeap implements HeapSource, AutoCloseable {

    private static final String CLOSED = "The heap was closed.";

    private final HeapBeans.View view;
    private final String title;

    /// Told when the heap is gone. Written once; volatile, for the thread that closes the heap,
    /// which may come before that: whoever writes it looks afterwards.
    private volatile Consumer<String> onGone = _ -> {};

    private LocalHeap(Heap heap) {
        this.view = HeapBeans.view(heap, () -> onGone.accept(CLOSED));
        this.title =
                "heap %s of process %d"
                        .formatted(heap.options().name(), ProcessHandle.current().pid());
    }

    /// @throws HeapClosedException if it is closed
    public static LocalHeap of(Heap heap) {
        return new LocalHeap(heap);
    }

    /// Has `action` told, once or more often, when the heap is closed or was dropped.
    public void onGone(Consumer<String> action) {
        onGone = action;
        if (view.isHeapClosed()) {
            action.accept(CLOSED);
        }
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public <T> T ask(Question<T> question) throws IOException {
        if (view.isHeapClosed()) {
            throw gone();
        }
        try {
            return question.put(view.bean());
        } catch (HeapClosedException _) {
            throw gone();
        }
    }

    private static HeapGoneException gone() {
        return new HeapGoneException(CLOSED);
    }

    @Override
    public void close() {
        view.close();
    }
}
