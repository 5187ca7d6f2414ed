package coex.gc;

import java.util.List;

/// What a heap has done and holds, at one moment. Sizes in bytes, times in nanoseconds.
///
/// While mutators run, the counts of what they allocated may lag by what is in their buffers.
///
/// @param allocation what has been allocated since the heap was opened
/// @param collection what collections have done
/// @param growth how often memory has been added and given back
/// @param now what is in use at this moment
/// @param fragmentation how the free memory lies
/// @param time how long collections took, on the collector; mutators ran meanwhile
/// @param mutators one entry for each attached thread
/// @param detached the sum over all threads that have detached
public record HeapStats(
        Allocation allocation,
        Collection collection,
        Growth growth,
        Now now,
        Fragmentation fragmentation,
        Time time,
        List<MutatorStats> mutators,
        MutatorStats detached) {

    public HeapStats {
        mutators = List.copyOf(mutators);
    }

    /// @param handlesReserved handles given out to mutators, of which `allocations` became objects
    public record Allocation(
            long allocations, long bytesAllocated, long handlesReserved, long stalls) {}

    /// @param completed cycles that have ended
    /// @param objectsMarked what the last cycle traced
    /// @param bytesMarked their size
    /// @param objectsSwept what the last cycle found dead
    /// @param bytesReclaimed their size
    /// @param handlesRetired handles the last cycle took out of use
    /// @param handlesRecycled handles the last cycle made allocatable again
    /// @param flushRounds H3 rounds of the last cycle
    /// @param weakCleared weak references the last cycle cleared
    /// @param lastCause why the last cycle ran; null before the first
    public record Collection(
            long completed,
            long objectsMarked,
            long bytesMarked,
            long objectsSwept,
            long bytesReclaimed,
            long handlesRetired,
            long handlesRecycled,
            long flushRounds,
            long weakCleared,
            Cause lastCause) {}

    public record Growth(
            long tableGrowths, long heapGrowths, long tableShrinks, long heapShrinks) {}

    /// @param heapBytes committed for objects
    /// @param heapUsed of these, in objects that are not yet known to be dead
    /// @param heapMaximum what `heapBytes` may grow to
    /// @param tableHandles committed slots of the handle table
    /// @param handlesInUse slots that name an object or are reserved by a mutator
    /// @param handlesRetired slots resting before reuse
    /// @param handlesFree slots that can be given out
    /// @param sideBytes committed for everything that is not objects: table, bitmaps, line marks
    public record Now(
            long heapBytes,
            long heapUsed,
            long heapMaximum,
            long tableHandles,
            long handlesInUse,
            long handlesRetired,
            long handlesFree,
            long sideBytes,
            long globalRoots) {}

    /// @param largestFreeBytes the longest run of free memory
    /// @param freeRuns how many separate runs there are
    /// @param percent how much of the free memory lies outside the largest run
    public record Fragmentation(long largestFreeBytes, long freeRuns, int percent) {}

    public record Time(long lastCycle, long lastMark, long lastSweep, long total) {}

    /// How many threads are attached.
    public int registeredThreads() {
        return mutators.size();
    }

    /// The deepest shadow stack any thread has had, in frames.
    public long maximumStackDepth() {
        long deepest = detached.maximumStackDepth();
        for (MutatorStats mutator : mutators) {
            deepest = Math.max(deepest, mutator.maximumStackDepth());
        }
        return deepest;
    }
}
