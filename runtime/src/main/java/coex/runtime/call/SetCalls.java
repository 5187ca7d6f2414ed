package coex.runtime.call;

import coex.collections.map.SetType;
import coex.gc.mutator.MutatorContext;
import coex.runtime.program.ProgramRuntime;

/// Sets. Those that give collections are safepoints and keep what they are given.
public final class SetCalls {

    private SetCalls() {}

    @Quiet
    public static long length(
            MutatorContext mutator, ProgramRuntime runtime, SetType sets, long set) {
        return sets.size(mutator, set);
    }

    @Quiet
    public static long size(
            MutatorContext mutator, ProgramRuntime runtime, SetType sets, long set) {
        return MapCalls.SIZE_OF_EMPTY + MapCalls.SIZE_OF_ENTRY * sets.size(mutator, set);
    }

    @Quiet
    public static boolean has(
            MutatorContext mutator, ProgramRuntime runtime, SetType sets, long set, long bits) {
        return sets.has(mutator, set, bits);
    }

    @Safepoint
    public static long add(
            MutatorContext mutator, ProgramRuntime runtime, SetType sets, long set, long bits) {
        return sets.add(mutator, set, bits);
    }

    @Safepoint
    public static long remove(
            MutatorContext mutator, ProgramRuntime runtime, SetType sets, long set, long bits) {
        return sets.remove(mutator, set, bits);
    }

    @Safepoint
    public static long toList(
            MutatorContext mutator, ProgramRuntime runtime, SetType sets, long set) {
        return runtime.conversions(sets).listOf(mutator, set);
    }
}
