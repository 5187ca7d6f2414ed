package coex.runtime.call;

import coex.gc.mutator.MutatorContext;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.type.RuntimeType;

/// The variables of a session.
public final class SessionCalls {

    private SessionCalls() {}

    @Quiet
    public static long load(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long cell) {
        return runtime.session().load((int) cell);
    }

    @Safepoint
    public static void store(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long bits,
            long cell) {
        runtime.session().store((int) cell, bits, type.isReference());
    }
}
