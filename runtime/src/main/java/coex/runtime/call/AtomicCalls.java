package coex.runtime.call;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.type.AtomicType;
import coex.runtime.type.RuntimeType;

/// Atomic cells.
public final class AtomicCalls {

    private AtomicCalls() {}

    @Safepoint
    public static long create(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long bits) {
        try (RootFrame _ = RootFrame.of(mutator, ((AtomicType) type).holdsReference() ? bits : 0)) {
            runtime.tasks().share(mutator);
        }
        return ((AtomicType) type).create(mutator, bits);
    }

    @Quiet
    public static long load(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long cell) {
        return ((AtomicType) type).load(mutator, cell);
    }

    @Quiet
    public static void store(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long cell,
            long bits) {
        ((AtomicType) type).store(mutator, cell, bits);
    }

    @Quiet
    public static long swap(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long cell,
            long bits) {
        return ((AtomicType) type).swap(mutator, cell, bits);
    }

    @Quiet
    public static boolean compareAndSwap(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long cell,
            long expected,
            long bits) {
        return ((AtomicType) type).compareAndSwap(mutator, cell, expected, bits);
    }

    @Quiet
    public static long fetchAdd(
            MutatorContext mutator, ProgramRuntime runtime, long cell, long change) {
        return AtomicType.fetchAdd(mutator, cell, change);
    }
}
