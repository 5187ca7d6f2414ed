package coex.runtime;

import coex.runtime.error.CoexError;
import coex.runtime.error.InterruptedProgram;
import coex.runtime.io.Descriptors;
import coex.runtime.task.Tasks;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Ends a program cleanly when its process is asked to end, by a signal or otherwise: tasks are
/// stopped, and what they have written and kept for its turn goes out. The exit status is then the
/// process's own, 128 and the number of the signal.
final class EndWithProcess implements AutoCloseable {

    /// A task that does not notice is not waited for any longer.
    private static final long PATIENCE_MILLIS = 1000;

    /// The same if somebody waits for standard input, and will not notice: for the others to end.
    private static final long INPUT_PATIENCE_MILLIS = 50;

    private static final long LOOK_AGAIN_MILLIS = 10;

    private final Thread hook;

    /// @param thread of the main function
    EndWithProcess(Tasks tasks, Thread thread, Descriptors descriptors) {
        this.hook =
                Thread.ofPlatform()
                        .name("coex end")
                        .unstarted(
                                () ->
                                        end(
                                                tasks,
                                                thread,
                                                descriptors::isAwaitingInput,
                                                PATIENCE_MILLIS));
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException _) {
            // the process ends already
        }
    }

    static void end(Tasks tasks, Thread thread, BooleanSupplier isAwaitingInput, long patience) {
        tasks.interrupt(new InterruptedProgram());
        try {
            long waited = 0;
            while (waited < (isAwaitingInput.getAsBoolean() ? INPUT_PATIENCE_MILLIS : patience)
                    && !thread.join(Duration.ofMillis(LOOK_AGAIN_MILLIS))) {
                waited += LOOK_AGAIN_MILLIS;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        try {
            tasks.output().free();
        } catch (UncheckedIOException | CoexError _) {
            // nobody reads it any more, or the program may write no more
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // the process ends, and the hook runs
        }
    }
}
