package coex.runtime.call;

import coex.collections.list.ArrayType;
import coex.collections.map.MapType;
import coex.gc.mutator.MutatorContext;
import coex.runtime.program.ProgramRuntime;

/// Maps. Those that give collections are safepoints and keep what they are given.
public final class MapCalls {

    private MapCalls() {}

    /// What `size()` counts for an empty map or set, and for each entry.
    static final int SIZE_OF_EMPTY = 16;

    static final int SIZE_OF_ENTRY = 32;

    @Quiet
    public static long length(
            MutatorContext mutator, ProgramRuntime runtime, MapType maps, long map) {
        return maps.size(mutator, map);
    }

    @Quiet
    public static long size(
            MutatorContext mutator, ProgramRuntime runtime, MapType maps, long map) {
        return SIZE_OF_EMPTY + SIZE_OF_ENTRY * maps.size(mutator, map);
    }

    @Quiet
    public static boolean has(
            MutatorContext mutator, ProgramRuntime runtime, MapType maps, long map, long key) {
        return maps.has(mutator, map, key);
    }

    /// The value of a key, or `absent`.
    @Quiet
    public static long get(
            MutatorContext mutator,
            ProgramRuntime runtime,
            MapType maps,
            long map,
            long key,
            long absent) {
        return maps.get(mutator, map, key, absent);
    }

    @Safepoint
    public static long set(
            MutatorContext mutator,
            ProgramRuntime runtime,
            MapType maps,
            long map,
            long key,
            long value) {
        return maps.set(mutator, map, key, value);
    }

    @Safepoint
    public static long remove(
            MutatorContext mutator, ProgramRuntime runtime, MapType maps, long map, long key) {
        return maps.remove(mutator, map, key);
    }

    @Safepoint
    public static long keys(
            MutatorContext mutator, ProgramRuntime runtime, MapType maps, long map) {
        return runtime.conversions(maps).keyList(mutator, map);
    }

    @Safepoint
    public static long values(
            MutatorContext mutator, ProgramRuntime runtime, MapType maps, long map) {
        return runtime.conversions(maps).valueList(mutator, map);
    }

    @Safepoint
    public static long packedKeys(
            MutatorContext mutator,
            ProgramRuntime runtime,
            MapType maps,
            ArrayType arrays,
            long map) {
        return runtime.conversions(maps).keyArray(mutator, map);
    }

    @Safepoint
    public static long packedValues(
            MutatorContext mutator,
            ProgramRuntime runtime,
            MapType maps,
            ArrayType arrays,
            long map) {
        return runtime.conversions(maps).valueArray(mutator, map);
    }
}
