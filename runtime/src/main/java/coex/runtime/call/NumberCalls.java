package coex.runtime.call;

import coex.gc.mutator.MutatorContext;
import coex.runtime.program.ProgramRuntime;

import java.lang.invoke.VarHandle;

/// Numbers.
public final class NumberCalls {

    private NumberCalls() {}

    @Quiet(brief = true)
    public static double sqrt(MutatorContext mutator, ProgramRuntime runtime, double value) {
        return Math.sqrt(value);
    }

    /// Whether a range with a step goes on at `index`. A step of 0 goes nowhere.
    @Quiet(brief = true)
    public static boolean isInRange(
            MutatorContext mutator, ProgramRuntime runtime, long index, long to, long step) {
        return step > 0 ? index < to : step < 0 && index > to;
    }

    /// Whether there is another index after one that is in range.
    @Quiet(brief = true)
    public static boolean hasNext(
            MutatorContext mutator, ProgramRuntime runtime, long index, long to, long step) {
        return step > 0
                ? Long.compareUnsigned(to - index, step) > 0
                : Long.compareUnsigned(index - to, -step) > 0;
    }

    // What inline IR needs beyond Java's operators

    @Quiet(brief = true)
    public static long divideUnsigned(
            MutatorContext mutator, ProgramRuntime runtime, long dividend, long divisor) {
        return Long.divideUnsigned(dividend, divisor);
    }

    @Quiet(brief = true)
    public static long remainderUnsigned(
            MutatorContext mutator, ProgramRuntime runtime, long dividend, long divisor) {
        return Long.remainderUnsigned(dividend, divisor);
    }

    @Quiet(brief = true)
    public static boolean isNotZero(MutatorContext mutator, ProgramRuntime runtime, long value) {
        return value != 0;
    }

    @Quiet(brief = true)
    public static void fence(MutatorContext mutator, ProgramRuntime runtime) {
        VarHandle.fullFence();
    }
}
