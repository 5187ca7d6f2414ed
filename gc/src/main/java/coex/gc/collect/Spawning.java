// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.HeapClosedException;
import coex.gc.HeapUsageException;
import coex.gc.Mutator;
import coex.gc.mutator.MutatorContext;

import java.util.concurrent.ThreadFactory;

/// The birth of a thread that is attached from the start.
///
/// The parent registers the child's context, with the arguments in its first frame, and only then
/// starts the thread; until the thread runs, the context is in a safe region and the collector acts
/// for it.
final class Spawning {

    private final ConcurrentHeap heap;
    private final Mutator.Task task;
    private final long[] arguments;

    Spawning(ConcurrentHeap heap, Mutator.Task task, long[] arguments) {
        this.heap = heap;
        this.task = task;
        this.arguments = arguments;
    }

    /// Runs on the parent.
    Thread start(MutatorContext parent, ThreadFactory factory) {
        MutatorContext child = heap.registry().registerChild(parent, arguments);
        boolean started = false;
        try {
            Thread thread = factory.newThread(() -> run(child));
            if (thread == null) {
                throw new HeapUsageException(
                        "the thread factory gave no thread: factory=" + factory);
            }
            if (thread.getState() != Thread.State.NEW) {
                throw new HeapUsageException(
                        "the thread factory gave a thread that was started: thread="
                                + thread.getName());
            }
            child.setOwner(thread);
            thread.start();
            started = true;
            return thread;
        } finally {
            if (!started && child.mode().takeOverUnstarted()) {
                heap.registry().unregister(child);
            }
        }
    }

    /// False if the heap is closing.
    private static boolean leaveSafeRegion(MutatorContext child) {
        try {
            return child.leaveSafeRegion();
        } catch (HeapClosedException e) {
            return false;
        }
    }

    /// Runs on the child.
    private void run(MutatorContext child) {
        if (heap.current() != null) {
            throw new HeapUsageException(
                    "a spawned task needs a thread of its own: thread="
                            + Thread.currentThread().getName());
        }
        child.setOwner(Thread.currentThread());
        if (!leaveSafeRegion(child)) {
            return; // the heap was closed before this thread got to run
        }
        CheckedMutator mutator = heap.adopt(child);
        try {
            task.run(mutator, new CheckedFrame(mutator, 0, arguments.length));
        } finally {
            mutator.leaveAllRegions();
            if (!child.isDead()) {
                heap.detach(mutator);
            }
        }
    }
}
