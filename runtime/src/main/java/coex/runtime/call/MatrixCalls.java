package coex.runtime.call;

import coex.gc.mutator.MutatorContext;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.type.MatrixCells;
import coex.runtime.type.MatrixType;
import coex.runtime.type.RuntimeType;

/// Matrices.
public final class MatrixCalls {

    /// To start a task and wait for it takes as long as a few thousand simple cells.
    private static final long LEAST_CELLS = 4096;

    private MatrixCalls() {}

    @Safepoint
    public static long create(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long width,
            long height,
            long bits) {
        return ((MatrixType) type).create(mutator, width, height, bits);
    }

    @Quiet(brief = true)
    public static long get(
            MutatorContext mutator,
            ProgramRuntime runtime,
            MatrixCells cells,
            long matrix,
            long x,
            long y) {
        return cells.get(mutator, required(matrix), x, y);
    }

    @Quiet(brief = true)
    public static void set(
            MutatorContext mutator,
            ProgramRuntime runtime,
            MatrixCells cells,
            long matrix,
            long x,
            long y,
            long bits) {
        cells.set(mutator, required(matrix), x, y, bits);
    }

    @Quiet(brief = true)
    public static long width(
            MutatorContext mutator, ProgramRuntime runtime, MatrixCells cells, long matrix) {
        return cells.width(mutator, required(matrix));
    }

    @Quiet(brief = true)
    public static long height(
            MutatorContext mutator, ProgramRuntime runtime, MatrixCells cells, long matrix) {
        return cells.height(mutator, required(matrix));
    }

    @Safepoint
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

    @Quiet(brief = true)
    public static boolean hasNeighbour(
            MutatorContext mutator,
            ProgramRuntime runtime,
            MatrixCells cells,
            long matrix,
            long x,
            long y,
            long dx,
            long dy) {
        return cells.isInside(mutator, matrix, x + dx, y + dy);
    }

    /// A neighbour that is there.
    @Quiet(brief = true)
    public static long neighbourBits(
            MutatorContext mutator,
            ProgramRuntime runtime,
            MatrixCells cells,
            long matrix,
            long x,
            long y,
            long dx,
            long dy) {
        return cells.get(mutator, matrix, x + dx, y + dy);
    }

    /// A neighbour, or `absent`.
    @Quiet(brief = true)
    public static long neighbourOr(
            MutatorContext mutator,
            ProgramRuntime runtime,
            MatrixCells cells,
            long matrix,
            long x,
            long y,
            long dx,
            long dy,
            long absent) {
        return cells.getOr(mutator, matrix, x + dx, y + dy, absent);
    }

    @Quiet(brief = true)
    public static long count(
            MutatorContext mutator, ProgramRuntime runtime, MatrixCells cells, long matrix) {
        return (long) cells.width(mutator, matrix) * cells.height(mutator, matrix);
    }

    /// How many cells a task should compute: all of them, if there are few or no processor has
    /// time.
    @Quiet(brief = true)
    public static long part(
            MutatorContext mutator, ProgramRuntime runtime, MatrixCells cells, long matrix) {
        long count = count(mutator, runtime, cells, matrix);
        int parts = count < 2 * LEAST_CELLS ? 1 : runtime.tasks().idleProcessors() + 1;
        return parts == 1 ? count : Math.max(LEAST_CELLS, (count + parts - 1) / parts);
    }

    @Safepoint
    public static long nextGeneration(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long matrix) {
        return ((MatrixType) type).nextGeneration(mutator, matrix);
    }

    /// Stores into cells that [#nextGeneration] has made.
    @Quiet(brief = true)
    public static void setNext(
            MutatorContext mutator,
            ProgramRuntime runtime,
            MatrixCells cells,
            long next,
            long matrix,
            long x,
            long y,
            long bits) {
        cells.put(mutator, next, y * cells.width(mutator, matrix) + x, bits);
    }

    @Quiet(brief = true)
    public static void replace(
            MutatorContext mutator,
            ProgramRuntime runtime,
            MatrixCells cells,
            long matrix,
            long next) {
        cells.replace(mutator, matrix, next);
    }

    private static long required(long matrix) {
        if (matrix == 0) {
            throw Failures.nilUsed("method");
        }
        return matrix;
    }
}
