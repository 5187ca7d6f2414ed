package coex.runtime.call;

import coex.collections.list.ArrayType;
import coex.collections.list.ListType;
import coex.collections.map.SetType;
import coex.gc.mutator.MutatorContext;
import coex.runtime.program.ProgramRuntime;

/// Conversions between collections of the same elements: safepoints, which keep what they are
/// given.
public final class ConversionCalls {

    private ConversionCalls() {}

    @Safepoint
    public static long listToArray(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ListType from,
            ArrayType to,
            long list) {
        return to.ofList(mutator, from, list);
    }

    @Safepoint
    public static long listToSet(
            MutatorContext mutator, ProgramRuntime runtime, ListType from, SetType to, long list) {
        return runtime.conversions(to).ofList(mutator, list);
    }

    @Safepoint
    public static long arrayToList(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ArrayType from,
            ListType to,
            long array) {
        return from.toList(mutator, to, array);
    }

    @Safepoint
    public static long arrayToSet(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ArrayType from,
            SetType to,
            long array) {
        return runtime.conversions(to).ofArray(mutator, array);
    }

    @Safepoint
    public static long setToList(
            MutatorContext mutator, ProgramRuntime runtime, SetType from, ListType to, long set) {
        return runtime.conversions(from).listOf(mutator, set);
    }

    @Safepoint
    public static long setToArray(
            MutatorContext mutator, ProgramRuntime runtime, SetType from, ArrayType to, long set) {
        return runtime.conversions(from).arrayOf(mutator, set);
    }
}
