// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.heap.HeapLog;

import java.lang.System.Logger.Level;
import java.lang.ref.Cleaner;

/// Releases what is behind a heap that was dropped without being closed, and says so.
///
/// The JVM has found that nobody can reach the heap. A thread may still be in the middle of its
/// last operation, whose remaining steps need the heap's memory but not the Java object: it is let
/// finish. Whoever is not in one can never begin another, so once each thread has been seen
/// outside, one after the other, nobody can touch the memory any more.
final class DroppedHeap implements Runnable {

    private static final Cleaner CLEANER =
            Cleaner.create(
                    task -> Thread.ofPlatform().daemon().name("coex-gc-dropped").unstarted(task));

    /// The JVM initialises classes of its own when it first names the frames of a stack. If it is
    /// out of memory then, it never does again, and nobody could look at stacks any more. So it
    /// does for this one, which is not used.
    static final String PREPARED = Thread.currentThread().getStackTrace()[0].toString();

    private static final String WARNING =
            "heap dropped without close: heap=%s opened at=%s. Its memory is released now. Close"
                    + " heaps, for example with try (Heap heap = Heap.open()).";

    private static final int FRAMES_TOLD = 4;
    private static final long LONGEST_NAP_NANOS = 100_000_000;

    private final CycleRunner runner;

    /// Made beforehand: the JVM may be out of memory when it is needed.
    private final Persistence.Step ending = this::endOnce;

    private final Runnable end = this::end;
    private final String threadName;

    /// Whether somebody has tried to close the heap. Written before the thread is started that
    /// reads it.
    private boolean wasClosed;

    /// Taken when the heap was opened. The JVM fills it in cheaply; names and lines are looked up
    /// when asked.
    private final Throwable opening = new Throwable();

    private DroppedHeap(CycleRunner runner) {
        this.runner = runner;
        this.threadName = "coex-gc-closer-" + runner.core().options().name();
    }

    /// Called where a heap is opened.
    static Cleaner.Cleanable watch(ConcurrentHeap heap, CycleRunner runner) {
        return CLEANER.register(heap, new DroppedHeap(runner));
    }

    /// Run by the thread of the cleaner, or by the one that closes the heap, when there is nothing
    /// to do: somebody sees to it that the heap ends. Nobody does if a close has failed and was not
    /// tried again.
    @Override
    public void run() {
        if (!runner.closer().take()) {
            return;
        }
        wasClosed = runner.isClosed();
        try {
            Thread.ofPlatform().daemon().name(threadName).start(end);
        } catch (OutOfMemoryError e) {
            end(); // the system has no more threads
        }
    }

    private void end() {
        Persistence.repeat(ending, LONGEST_NAP_NANOS);
    }

    private boolean endOnce() {
        if (!runner.closer().isLeft()) {
            return false;
        }
        runner.endDropped();
        if (!wasClosed) {
            String name = runner.core().options().name();
            HeapLog.log(Level.WARNING, WARNING.formatted(name, openedAt()));
        }
        return true;
    }

    private String openedAt() {
        StringBuilder text = new StringBuilder();
        int told = 0;
        for (StackTraceElement frame : opening.getStackTrace()) {
            boolean ours = frame.getClassName().startsWith("coex.gc.");
            if (!ours && told++ < FRAMES_TOLD) {
                text.append(told == 1 ? "" : " < ").append(frame);
            }
        }
        return told == 0 ? "unknown" : text.toString();
    }
}
