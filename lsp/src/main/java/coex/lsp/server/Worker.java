package coex.lsp.server;

import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// The one thread that knows the texts and looks at them. The thread that reads messages only hands
/// over what to do, so a text never changes while it is looked at, and answers come in the order of
/// questions.
///
/// When nothing waits, it does what has been left for such a moment: the problems of a text that
/// still changes would be out of date before anybody saw them.
final class Worker {

    /// Deep enough for any tree that the parser lets through.
    private static final long STACK_BYTES = 256L << 20;

    /// Written by threads that read messages, taken by the worker.
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

    private final Runnable whenIdle;
    private final Consumer<Throwable> onFailure;
    private final Thread thread;

    /// Written and read by the worker alone.
    private boolean isStopped;

    /// @param whenIdle what to do when nothing waits
    /// @param onFailure is told of bugs of ours, which cost one answer and not the server
    Worker(Runnable whenIdle, Consumer<Throwable> onFailure) {
        this.whenIdle = whenIdle;
        this.onFailure = onFailure;
        this.thread = new Thread(null, this::work, "coex language server", STACK_BYTES);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /// Has something done after all that was handed over before.
    void tell(Runnable task) {
        tasks.add(task);
    }

    /// The same for a question, which may be taken back until it is its turn.
    <T> CompletableFuture<T> ask(Callable<T> question) {
        var answer = new CompletableFuture<T>();
        tasks.add(
                () -> {
                    if (answer.isCancelled()) {
                        return;
                    }
                    try {
                        answer.complete(question.call());
                    } catch (ResponseErrorException refusal) {
                        answer.completeExceptionally(refusal);
                    } catch (Throwable failure) {
                        answer.completeExceptionally(asBug(failure));
                        throw new Failed(failure);
                    }
                });
        return answer;
    }

    private static ResponseErrorException asBug(Throwable failure) {
        return new ResponseErrorException(
                new ResponseError(
                        ResponseErrorCode.InternalError,
                        "a bug in the Coex language server: " + failure,
                        null));
    }

    /// Something failed after its asker was told.
    private static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failed(Throwable cause) {
            super(cause);
        }
    }

    /// Lets what was handed over be done, and ends.
    void stop() {
        tell(() -> isStopped = true);
    }

    private void work() {
        try {
            while (!isStopped) {
                Runnable next = tasks.poll();
                if (next == null) {
                    carefully(whenIdle);
                    next = tasks.take();
                }
                carefully(next);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // nobody does, and there is nothing to lose
        }
    }

    private void carefully(Runnable task) {
        try {
            task.run();
        } catch (Failed failed) {
            onFailure.accept(failed.getCause());
        } catch (Throwable failure) {
            onFailure.accept(failure);
        }
    }
}
