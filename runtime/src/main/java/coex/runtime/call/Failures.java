package coex.runtime.call;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.error.CoexError;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.type.RuntimeType;
import coex.runtime.type.TextSink;

/// Runtime errors that generated code finds itself.
public final class Failures {

    private Failures() {}

    /// The error that a struct, function, matrix or the like is nil.
    @Quiet
    public static RuntimeException nilUsed(String use) {
        return new CoexError("nil where a value is required: " + use + " of nil");
    }

    @Quiet
    public static void nil(MutatorContext mutator, ProgramRuntime runtime, String type) {
        throw new CoexError("nil where a value is required: type=" + type);
    }

    @Safepoint
    public static void notOk(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long error) {
        throw new CoexError("unwrap of Err(" + text(mutator, type, error) + ")");
    }

    @Safepoint
    public static void notErr(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long value) {
        throw new CoexError("unwrap_err of Ok(" + text(mutator, type, value) + ")");
    }

    private static String text(MutatorContext mutator, RuntimeType type, long bits) {
        try (RootFrame _ = RootFrame.of(mutator, type.isReference() ? bits : 0)) {
            var sink = new TextSink();
            type.write(mutator, bits, sink, true);
            return sink.toString();
        }
    }
}
