package coex.runtime.call;

import coex.gc.mutator.MutatorContext;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.task.Task;
import coex.runtime.task.TaskStart;

/// Tasks, and `within`.
public final class TaskCalls {

    private TaskCalls() {}

    // Safepoints that may unwind

    /// At the beginning of a function and of every further iteration of a loop.
    @Safepoint
    public static void poll(MutatorContext mutator) {
        if (mutator.isAsked()) {
            Task.attend(mutator);
        }
    }

    // Starting and joining

    /// How many tasks the running one has started and not joined.
    @Quiet
    public static long count(MutatorContext mutator, ProgramRuntime runtime) {
        return Task.of(mutator).children().count();
    }

    /// Starts a task and returns its future.
    ///
    /// @param closure a function value without parameters
    /// @param from [#count] at the beginning of the function or loop that starts it
    @Safepoint
    public static long start(
            MutatorContext mutator,
            ProgramRuntime runtime,
            long closure,
            long from,
            String name,
            String place,
            String result,
            int outlivesLoop) {
        var start = new TaskStart(name, place, result.charAt(0), outlivesLoop != 0);
        return runtime.tasks().start(mutator, start, closure, (int) from);
    }

    /// The number that a future stands for.
    @Safepoint
    public static long await(MutatorContext mutator, ProgramRuntime runtime, long future) {
        return runtime.tasks().await(mutator, future, false);
    }

    /// The reference that a future stands for.
    @Safepoint
    public static long awaitReference(MutatorContext mutator, ProgramRuntime runtime, long future) {
        return runtime.tasks().await(mutator, future, true);
    }

    @Safepoint
    public static void joinLoop(MutatorContext mutator, ProgramRuntime runtime, long from) {
        Task.of(mutator).children().join(mutator, (int) from, true);
    }

    @Safepoint
    public static void joinFunction(MutatorContext mutator, ProgramRuntime runtime, long from) {
        Task.of(mutator).children().join(mutator, (int) from, false);
    }

    // Deadlines

    @Quiet
    public static long enterWithin(MutatorContext mutator, ProgramRuntime runtime, long nanos) {
        return Task.of(mutator).enterWithin(nanos);
    }

    /// At the end of the body: whether it was in time. If not, what it has started is stopped.
    @Safepoint
    public static boolean endWithin(MutatorContext mutator, ProgramRuntime runtime, long number) {
        return Task.of(mutator).endWithin(number);
    }

    /// Before a jump out of the body.
    @Quiet
    public static void jumpOutOfWithin(
            MutatorContext mutator, ProgramRuntime runtime, long number) {
        Task.of(mutator).jumpOutOfWithin(number);
    }

    /// What the body of a `within` has thrown is thrown again, unless its own time is up.
    @Safepoint
    public static void abandon(
            Throwable thrown, MutatorContext mutator, ProgramRuntime runtime, long number)
            throws Throwable {
        Task.of(mutator).abandon(thrown, number);
    }
}
