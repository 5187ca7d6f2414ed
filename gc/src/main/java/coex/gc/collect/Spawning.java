// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.HeapClosedException;
import coex.gc.HeapUsageException;
import coex.gc.Mutator;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.StackRoom;

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
        StackRoom.require(); // a child that does not start must be able to exit
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
                heap.registry().exit(child);
            }
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
        if (!child.resume()) {
            return; // the heap was closed before this thread got to run
        }
        try {
            if (isOpen(child)) {
                runAttached(child);
            }
        } finally {
            if (!child.isDead()) {
                heap.detach(child); // the thread may go on with something else
            }
        }
    }

    /// The first safepoint of the child.
    private static boolean isOpen(MutatorContext child) {
        try {
            child.resumed();
            return true;
        } catch (HeapClosedException e) {
            return false;
        }
    }

    private void runAttached(MutatorContext child) {
        CheckedMutator mutator = heap.adopt(child);
        try {
            task.run(mutator, new CheckedFrame(mutator, 0, arguments.length));
        } finally {
            mutator.leaveAllRegions();
        }
    }
}
