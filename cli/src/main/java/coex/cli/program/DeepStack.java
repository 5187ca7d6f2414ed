package coex.cli.program;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Runs the compiler with a stack that is deep enough for any tree the parser lets through.
public final class DeepStack {

    private static final long BYTES = 256L << 20;

    private DeepStack() {}

    public static <T> T call(Callable<T> work) throws InterruptedException {
        var task = new FutureTask<>(work);
        new Thread(null, task, "coex compiler", BYTES).start();
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
