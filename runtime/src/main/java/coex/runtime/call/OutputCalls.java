package coex.runtime.call;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.task.Task;
import coex.runtime.type.RuntimeType;
import coex.runtime.type.TextSink;

/// `print` and `debug`. Each line is written at once, in a safe region: whoever reads it may be
/// slow.
public final class OutputCalls {

    private OutputCalls() {}

    @Safepoint
    public static void print(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long bits) {
        line(mutator, runtime, type, bits, 1);
    }

    @Safepoint
    public static void debug(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long bits) {
        line(mutator, runtime, type, bits, 2);
    }

    /// Shows a value and its type.
    @Safepoint
    public static void show(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long bits,
            long typeText) {
        TextSink sink = runtime.values().takeSink();
        try (RootFrame _ = RootFrame.of(mutator, type.isReference() ? bits : 0)) {
            type.write(mutator, bits, sink, true);
        }
        sink.append(" : ");
        runtime.basicType("string").write(mutator, typeText, sink, false);
        finish(mutator, runtime, sink, 1);
    }

    private static void line(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long bits, int to) {
        TextSink sink = runtime.values().takeSink();
        if (type.isReference()) {
            try (RootFrame _ = RootFrame.of(mutator, bits)) {
                type.write(mutator, bits, sink, false);
            }
        } else {
            type.write(mutator, bits, sink, false);
        }
        finish(mutator, runtime, sink, to);
    }

    private static void finish(
            MutatorContext mutator, ProgramRuntime runtime, TextSink sink, int to) {
        sink.append('\n');
        write(mutator, runtime, to, sink.bytes(), sink.count());
        runtime.values().giveBack(sink);
    }

    /// Writes to standard output or error, in a safe region, when it is the task's turn.
    static void write(
            MutatorContext mutator, ProgramRuntime runtime, int to, byte[] bytes, int count) {
        mutator.enterSafeRegion();
        try {
            runtime.tasks().output().print(Task.of(mutator), to, bytes, count);
        } finally {
            mutator.returnFromSafeRegion();
        }
    }
}
