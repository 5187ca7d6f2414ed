package coex.runtime.call;

import coex.gc.mutator.MutatorContext;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.task.Task;

/// Time.
public final class TimeCalls {

    private TimeCalls() {}

    /// Suspends the calling task.
    @Safepoint
    public static void sleep(MutatorContext mutator, ProgramRuntime runtime, long nanos) {
        Task.of(mutator).sleep(nanos);
    }
}
