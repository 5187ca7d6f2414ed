package coex.runtime.call;

import coex.gc.mutator.MutatorContext;
import coex.runtime.program.ProgramRuntime;

/// Numbers.
public final class NumberCalls {

    private NumberCalls() {}

    public static double sqrt(MutatorContext mutator, ProgramRuntime runtime, double value) {
        return Math.sqrt(value);
    }

    /// Whether a range with a step goes on at `index`. A step of 0 goes nowhere.
    public static boolean isInRange(
            MutatorContext mutator, ProgramRuntime runtime, long index, long to, long step) {
        return step > 0 ? index < to : step < 0 && index > to;
    }
}
