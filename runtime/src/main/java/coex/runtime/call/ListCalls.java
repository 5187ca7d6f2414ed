package coex.runtime.call;

import coex.collections.list.ListType;
import coex.gc.mutator.MutatorContext;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.type.RuntimeType;
import coex.runtime.type.SequenceValueType;

/// Lists. Those that give lists are safepoints and keep what they are given.
public final class ListCalls {

    private ListCalls() {}

    private static final int SIZE_OF_LIST = 48;
    private static final int ELEMENTS_OF_CHUNK = 32;

    @Quiet(brief = true)
    @OnlyLooks
    public static long length(
            MutatorContext mutator, ProgramRuntime runtime, ListType lists, long list) {
        return lists.length(mutator, list);
    }

    /// The same for all lists of a type.
    @Quiet(brief = true)
    public static long size(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long list) {
        return SIZE_OF_LIST
                + ELEMENTS_OF_CHUNK * (long) ((SequenceValueType) type).of().estimatedBytes();
    }

    @Quiet(brief = true)
    @GivesPart
    @OnlyLooks
    public static long get(
            MutatorContext mutator, ProgramRuntime runtime, ListType lists, long list, long index) {
        return lists.get(mutator, list, index);
    }

    @Safepoint
    public static long set(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ListType lists,
            long list,
            long index,
            long bits) {
        return lists.set(mutator, list, index, bits);
    }

    @Safepoint
    public static long append(
            MutatorContext mutator, ProgramRuntime runtime, ListType lists, long list, long bits) {
        return lists.append(mutator, list, bits);
    }

    /// The same for a list object that nobody else has: it may itself be what is given back.
    @Safepoint
    public static long appendToOwn(
            MutatorContext mutator, ProgramRuntime runtime, ListType lists, long list, long bits) {
        return lists.appendToOwn(mutator, list, bits);
    }

    @Safepoint
    public static long slice(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ListType lists,
            long list,
            long from,
            long to) {
        return lists.slice(mutator, list, from, to);
    }

    @Safepoint
    public static long setRange(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ListType lists,
            long list,
            long from,
            long to,
            long source) {
        return lists.setSlice(mutator, list, from, to, source);
    }

    // Going through a list, chunk by chunk

    /// The chunk with the element at `index`.
    @Quiet(brief = true)
    @GivesPart
    @OnlyLooks
    public static long chunk(
            MutatorContext mutator, ProgramRuntime runtime, ListType lists, long list, long index) {
        return lists.chunk(mutator, list, (int) index);
    }

    /// The index after the last element of that chunk.
    @Quiet(brief = true)
    @OnlyLooks
    public static long endOfChunk(
            MutatorContext mutator, ProgramRuntime runtime, ListType lists, long list, long index) {
        return lists.endOfChunk(mutator, list, (int) index);
    }

    /// What is added to the index of an element of that chunk to find it there.
    @Quiet(brief = true)
    @OnlyLooks
    public static long shift(
            MutatorContext mutator, ProgramRuntime runtime, ListType lists, long list, long index) {
        return lists.placeInChunk(mutator, list, (int) index) - index;
    }

    /// An element of a chunk.
    @Quiet(brief = true)
    @GivesPart
    public static long inChunk(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ListType lists,
            long chunk,
            long shift,
            long index) {
        return lists.load(lists.firstOfChunk(mutator, chunk), (int) (index + shift));
    }

    /// The address that an element with index 0 would have in that chunk; good until the next
    /// safepoint.
    @Quiet(brief = true)
    @OnlyLooks
    public static long origin(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ListType lists,
            long list,
            long chunk,
            long index) {
        int shift = (int) shift(mutator, runtime, lists, list, index);
        return lists.firstOfChunk(mutator, chunk) + lists.bytes(shift);
    }

    /// The element at `index`, by the origin of its chunk.
    @Quiet(brief = true)
    public static long load(
            MutatorContext mutator,
            ProgramRuntime runtime,
            ListType lists,
            long origin,
            long index) {
        return lists.load(origin, (int) index);
    }
}
