package coex.runtime.call;

import coex.collections.list.ArrayType;
import coex.gc.mutator.MutatorContext;
import coex.runtime.error.CoexError;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.type.RuntimeType;
import coex.runtime.type.SequenceValueType;

/// Arrays. Those that give arrays are safepoints and keep what they are given.
public final class ArrayCalls {

    private ArrayCalls() {}

    private static final int SIZE_OF_EMPTY = 40;

    @Quiet(brief = true)
    public static long length(
            MutatorContext mutator, ProgramRuntime runtime, ArrayType arrays, long array) {
        return arrays.length(mutator, array);
    }

    /// An estimate, which depends on length and type only.
    @Quiet(brief = true)
    public static long size(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long array) {
        var sequence = (SequenceValueType) type;
        long length = ((ArrayType) sequence.element()).length(mutator, array);
        return SIZE_OF_EMPTY + length * sequence.of().estimatedBytes();
    }

    @Quiet(brief = true)
    @GivesPart
    public static long get(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ArrayType arrays,
            long array,
            long index) {
        return arrays.get(mutator, array, index);
    }

    @Safepoint
    public static long set(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ArrayType arrays,
            long array,
            long index,
            long bits) {
        return arrays.set(mutator, array, index, bits);
    }

    @Safepoint
    public static long append(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ArrayType arrays,
            long array,
            long bits) {
        return arrays.append(mutator, array, bits);
    }

    @Safepoint
    public static long slice(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ArrayType arrays,
            long array,
            long from,
            long to) {
        return arrays.slice(mutator, array, from, to);
    }

    @Safepoint
    public static long setRange(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ArrayType arrays,
            long array,
            long from,
            long to,
            long source) {
        return arrays.setSlice(mutator, array, from, to, source);
    }

    /// An array of the same element over and over.
    @Safepoint
    public static long filled(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ArrayType arrays,
            long length,
            long bits) {
        if (length > ArrayType.MOST_ELEMENTS) {
            throw new CoexError(
                    "memory exhausted: array too long: length=%d maximum=%d"
                            .formatted(length, ArrayType.MOST_ELEMENTS));
        }
        return arrays.filled(mutator, Math.max(0, length), bits);
    }
}
