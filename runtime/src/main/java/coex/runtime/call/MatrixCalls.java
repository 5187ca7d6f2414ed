package coex.runtime.call;

import coex.gc.mutator.MutatorContext;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.type.MatrixType;
import coex.runtime.type.RuntimeType;

/// Matrices.
public final class MatrixCalls {

    /// To start a task and wait for it takes as long as a few thousand simple cells.
    private static final long LEAST_CELLS = 4096;

    private MatrixCalls() {}

    public static long create(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long width,
            long height,
            long bits) {
        return ((MatrixType) type).create(mutator, width, height, bits);
    }

    public static long get(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long matrix,
            long x,
            long y) {
        return ((MatrixType) type).get(mutator, required(matrix), x, y);
    }

    public static void set(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long matrix,
            long x,
            long y,
            long bits) {
        ((MatrixType) type).set(mutator, required(matrix), x, y, bits);
    }

    public static long width(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long matrix) {
        return ((MatrixType) type).width(mutator, required(matrix));
    }

    public static long height(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long matrix) {
        return ((MatrixType) type).height(mutator, required(matrix));
    }

    public static long neighbour(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long matrix,
            long x,
            long y,
            long dx,
            long dy) {
        return ((MatrixType) type).neighbour(mutator, matrix, x, y, dx, dy);
    }

    public static boolean hasNeighbour(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long matrix,
            long x,
            long y,
            long dx,
            long dy) {
        return ((MatrixType) type).isInside(mutator, matrix, x + dx, y + dy);
    }

    /// A neighbour that is there.
    public static long neighbourBits(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long matrix,
            long x,
            long y,
            long dx,
            long dy) {
        return ((MatrixType) type).get(mutator, matrix, x + dx, y + dy);
    }

    public static long count(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long matrix) {
        return ((MatrixType) type).width(mutator, matrix)
                * ((MatrixType) type).height(mutator, matrix);
    }

    /// How many cells a task should compute: all of them, if there are few or no processor has time.
    public static long part(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long matrix) {
        long cells = count(mutator, runtime, type, matrix);
        int parts = cells < 2 * LEAST_CELLS ? 1 : runtime.tasks().idleProcessors() + 1;
        return parts == 1 ? cells : Math.max(LEAST_CELLS, (cells + parts - 1) / parts);
    }

    public static long nextGeneration(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long matrix) {
        return ((MatrixType) type).nextGeneration(mutator, matrix);
    }

    public static void setNext(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long next,
            long matrix,
            long x,
            long y,
            long bits) {
        ((MatrixType) type).setNext(mutator, next, matrix, x, y, bits);
    }

    public static void replace(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long matrix,
            long next) {
        ((MatrixType) type).replace(mutator, matrix, next);
    }

    private static long required(long matrix) {
        if (matrix == 0) {
            throw Failures.nilUsed("method");
        }
        return matrix;
    }
}
