package coex.runtime.launch;

import coex.runtime.Program;
import coex.runtime.ProgramRunner;
import coex.runtime.RunOptions;
import coex.runtime.io.StandardStreams;
import coex.runtime.sandbox.TimeLimit;

import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// A run of a program beside others in one process: what it writes is kept, its standard input is
/// empty, and it has a time of its own.
public final class ContainedRun {

    /// The status of a program that was told to end and did not.
    public static final int ABANDONED = -1;

    /// What a program left behind. What is left of one that was abandoned goes on writing.
    public record Outcome(int status, String out, String err, Duration took) {}

    private ContainedRun() {}

    /// Runs a program until it ends, or long enough for one that should have.
    ///
    /// @param settings of which those are used that concern its heap, and what it may do
    /// @param time how long it may take if the settings do not say
    public static Outcome run(Program program, RunSettings settings, String time)
            throws InterruptedException, BadOptionException {
        var out = new CapturedOutput();
        var err = new CapturedOutput();
        var end = new CompletableFuture<Integer>();
        long start = System.nanoTime();
        TimeLimit limit = settings.sandbox().startTime(time, () -> end.complete(ABANDONED));
        try (limit) {
            var streams = new StandardStreams(InputStream.nullInputStream(), out, err);
            RunOptions options =
                    RunOptions.of(settings.heap(), streams, List.of("test"))
                            .within(
                                    settings.sandbox().permissions(),
                                    settings.sandbox()
                                            .limits(settings.heapBytes(), Optional.of(limit)));
            Thread.ofPlatform().name("coex run").start(() -> run(program, options, end));
            int status = end.get();
            var took = Duration.ofNanos(System.nanoTime() - start);
            return new Outcome(status, out.text(), err.text(), took);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
        }
    }

    private static void run(Program program, RunOptions options, CompletableFuture<Integer> end) {
        try {
            end.complete(ProgramRunner.run(program, options));
        } catch (Throwable failure) {
            end.completeExceptionally(failure);
        }
    }
}
