package coex.runtime.call;

import coex.gc.mutator.MutatorContext;
import coex.runtime.program.ProgramRuntime;

import java.util.concurrent.locks.LockSupport;

/// Time.
public final class TimeCalls {

    private TimeCalls() {}

    /// Suspends the calling thread, which is in a safe region meanwhile.
    public static void sleep(MutatorContext mutator, ProgramRuntime runtime, long nanos) {
        long end = System.nanoTime() + nanos;
        mutator.enterSafeRegion();
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        mutator.leaveSafeRegion();
    }
}
