package coex.runtime;

import coex.gc.Heap;

import java.util.function.IntConsumer;

/// Looks at a run. Both methods are called by the thread that runs the program's `main`.
public interface RunObserver {

    /// Observes nothing.
    RunObserver NONE =
            new RunObserver() {
                @Override
                public void started(Heap heap, IntConsumer traceLevel) {}

                @Override
                public void ended(Heap heap) {}
            };

    /// The heap is open and `main` has not begun.
    ///
    /// @param traceLevel sets how much is told of the heap on standard error, as
    ///     `gc_set_trace_level` does
    void started(Heap heap, IntConsumer traceLevel);

    /// The program has ended, well or not, and its heap is still open.
    void ended(Heap heap);
}
