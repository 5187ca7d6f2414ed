// SPDX-License-Identifier: Apache-2.0
package coex.gc;

import java.util.List;

/// What a heap has done and holds, at one moment. Sizes in bytes, times in nanoseconds.
///
/// While mutators run, the counts of what they allocated may lag by what is in their buffers.
///
/// @param allocation what has been allocated since the heap was opened
/// @param collection what collections have done
/// @param moving what collections have moved
/// @param growth how often memory has been added and given back
/// @param now what is in use at this moment
/// @param fragmentation how the free memory lies
/// @param time how long collections took, on the collector; mutators ran meanwhile
/// @param mutators one entry for each attached thread
/// @param detached the sum over all threads that have detached
public record HeapStats(
        Allocation allocation,
        Collection collection,
        Moving moving,
        Growth growth,
        Now now,
        Fragmentation fragmentation,
        Time time,
        List<MutatorStats> mutators,
        MutatorStats detached) {

    /// Keeps the list as it is now.
    public HeapStats {
        mutators = List.copyOf(mutators);
    }

    /// What has been allocated since the heap was opened.
    ///
    /// @param handlesReserved handles given out to mutators, of which `allocations` became objects
    /// @param allocations objects made
    /// @param bytesAllocated their bytes
    /// @param stalls allocations that had to wait for a collection
    public record Allocation(
            long allocations, long bytesAllocated, long handlesReserved, long stalls) {}

    /// The collections since the heap was opened, and what the last ones have found.
    ///
    /// @param completed cycles that have ended
    /// @param young how many of them were young
    /// @param lastKind the kind of the last one; null before the first
    /// @param bytesOld the size of what cycles have traced and no full one has found dead
    /// @param objectsMarked what the last cycle traced
    /// @param bytesMarked their size
    /// @param objectsSwept what the last cycle found dead
    /// @param bytesReclaimed their size
    /// @param handlesRetired handles the last cycle took out of use
    /// @param handlesRecycled handles the last cycle made allocatable again
    /// @param flushRounds H3 rounds of the last cycle
    /// @param weakCleared weak references the last cycle cleared
    /// @param markers how many threads have traced in the last cycle; 0 before the first
    /// @param lastCause why the last cycle ran; null before the first
    /// @param usedBefore bytes in objects when the last cycle began
    /// @param usedAfter bytes in objects when it ended, those born meanwhile included
    public record Collection(
            long completed,
            long young,
            CycleKind lastKind,
            long bytesOld,
            long objectsMarked,
            long bytesMarked,
            long objectsSwept,
            long bytesReclaimed,
            long handlesRetired,
            long handlesRecycled,
            long flushRounds,
            long weakCleared,
            int markers,
            Cause lastCause,
            long usedBefore,
            long usedAfter) {}

    /// What has been moved out of sparse blocks.
    ///
    /// @param cycles that have moved objects
    /// @param objects they have moved, in all
    /// @param bytes of those
    /// @param lastObjects what the last cycle has moved
    /// @param lastBytes their size
    public record Moving(long cycles, long objects, long bytes, long lastObjects, long lastBytes) {

        /// Nothing has been moved.
        public static final Moving NONE = new Moving(0, 0, 0, 0, 0);

        /// {@return the figures after one more cycle, which has moved so much}
        ///
        /// @param movedObjects objects moved
        /// @param movedBytes their bytes
        public Moving plus(long movedObjects, long movedBytes) {
            return new Moving(
                    cycles + (movedObjects > 0 ? 1 : 0),
                    objects + movedObjects,
                    bytes + movedBytes,
                    movedObjects,
                    movedBytes);
        }
    }

    /// How often the heap has changed its size.
    ///
    /// @param tableGrowths how often the handle table has grown
    /// @param heapGrowths how often the memory for objects has grown
    /// @param tableShrinks how often the handle table has shrunk
    /// @param heapShrinks how often the memory for objects has shrunk
    public record Growth(
            long tableGrowths, long heapGrowths, long tableShrinks, long heapShrinks) {}

    /// What there is at this moment.
    ///
    /// @param heapBytes committed for objects
    /// @param heapDiscarded of these, given back to the system until it is needed: free blocks of a
    ///     heap that was compacted
    /// @param heapUsed of these, in objects that are not yet known to be dead
    /// @param heapMaximum what `heapBytes` may grow to
    /// @param tableHandles committed slots of the handle table
    /// @param handlesInUse slots that name an object or are reserved by a mutator
    /// @param handlesRetired slots resting before reuse
    /// @param handlesFree slots that can be given out
    /// @param sideBytes committed for everything that is not objects: table, bitmaps, line marks
    /// @param globalRoots roots that no frame owns
    public record Now(
            long heapBytes,
            long heapDiscarded,
            long heapUsed,
            long heapMaximum,
            long tableHandles,
            long handlesInUse,
            long handlesRetired,
            long handlesFree,
            long sideBytes,
            long globalRoots) {}

    /// How free memory lies.
    ///
    /// @param largestFreeBytes the longest run of free memory
    /// @param freeRuns how many separate runs there are
    /// @param percent how much of the free memory lies outside the largest run
    /// @param freeBytes the free memory in all
    /// @param largestObjectBytes the largest object that fits without more memory from the system.
    ///     Less than the longest run, since a small object lies within one block and a large one
    ///     takes whole blocks; what threads hold for their next allocations is not counted
    /// @param bySize the runs by their length, one entry for each of [#RUN_LIMITS] and a last one
    ///     for those at least as long as the last limit
    public record Fragmentation(
            long largestFreeBytes,
            long freeRuns,
            int percent,
            long freeBytes,
            long largestObjectBytes,
            List<Runs> bySize) {

        /// A run counts for the first limit that it is shorter than. In bytes.
        public static final List<Long> RUN_LIMITS =
                List.of(64L, 256L, 1L << 10, 4L << 10, 16L << 10, 64L << 10);

        /// Runs of free memory of about the same length.
        ///
        /// @param count how many runs
        /// @param bytes their length in all
        public record Runs(long count, long bytes) {}

        /// Keeps the list as it is now.
        public Fragmentation {
            bySize = List.copyOf(bySize);
        }
    }

    /// How long cycles have taken.
    ///
    /// @param lastCycle how long the last cycle took
    /// @param lastMark of that, marking
    /// @param lastSweep of that, sweeping
    /// @param total all cycles together
    public record Time(long lastCycle, long lastMark, long lastSweep, long total) {}

    /// {@return how many threads are attached}
    public int registeredThreads() {
        return mutators.size();
    }

    /// {@return the deepest shadow stack any thread has had, in frames}
    public long maximumStackDepth() {
        long deepest = detached.maximumStackDepth();
        for (MutatorStats mutator : mutators) {
            deepest = Math.max(deepest, mutator.maximumStackDepth());
        }
        return deepest;
    }
}
