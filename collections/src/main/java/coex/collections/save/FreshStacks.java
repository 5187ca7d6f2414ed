// SPDX-License-Identifier: Apache-2.0
package coex.collections.save;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Stacks for forms that call each other for what they refer to. A value is nested as deeply as it
/// was made, or as somebody else has made it up; the stack of a thread has its end. So after
/// [#LEVELS] objects one in another the next ones are worked on by another thread, for which the
/// first one waits, and so on.
///
/// Only one of these threads runs at a time. Each sees what those before it have done, and uses
/// their mutator: it is lent, and is bound to no thread. They are kept for the next deep value, and
/// end with the save.
final class FreshStacks implements AutoCloseable {

    /// How many objects may lie one in another at all. So what a made-up file takes is bounded:
    /// some hundreds of threads.
    static final int MOST_DEPTH = 100_000;

    /// Objects one in another on each stack. Any thread's must do for it, interpreted too; 500 were
    /// at the end of a main thread's.
    private static final int LEVELS = 150;

    private static final long STACK_BYTES = 1 << 20;

    /// A part of the work, below others.
    interface Step<T> {
        T run() throws IOException;
    }

    /// Null until it is needed. Only the thread that runs uses it.
    private ExecutorService threads;

    /// Whether an object at this depth needs another stack than the one it is in.
    static boolean isFull(int depth) {
        return depth % LEVELS == 0;
    }

    /// Runs a step on another stack, and waits for it: also if the thread is interrupted, which is
    /// remembered.
    <T> T run(Step<T> step) throws IOException {
        if (threads == null) {
            threads = Executors.newCachedThreadPool(FreshStacks::thread);
        }
        Future<T> result = threads.submit(step::run);
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return result.get();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(null, work, "coex-save", STACK_BYTES, false);
        thread.setDaemon(true);
        return thread;
    }

    /// What a step has thrown, to be thrown on.
    private static RuntimeException thrown(Throwable cause) throws IOException {
        return switch (cause) {
            case RuntimeException unchecked -> unchecked;
            case IOException checked -> throw checked;
            case Error error -> throw error;
            default -> new IllegalStateException(cause);
        };
    }

    @Override
    public void close() {
        if (threads != null) {
            threads.shutdown();
        }
    }
}
