package coex.stress.soak;

import coex.gc.HeapStats;

import java.util.Locale;

/// What a heap holds after a round, when everything dead is gone.
///
/// @param round from 1
/// @param objects slots of the handle table that are in use
/// @param usedBytes in objects
/// @param heldBytes taken from the system and not given back, for objects and for all tables
/// @param freeRuns stretches of free memory, which grow in number as memory is fragmented
/// @param outsideLargest how many percent of the free memory lie outside the longest of them
record SoakSample(
        long round,
        long objects,
        long usedBytes,
        long heldBytes,
        long freeRuns,
        int outsideLargest) {

    private static final double MEBIBYTE = 1 << 20;

    static SoakSample of(long round, HeapStats stats) {
        return new SoakSample(
                round,
                stats.now().handlesInUse(),
                stats.now().heapUsed(),
                stats.now().heapBytes() - stats.now().heapDiscarded() + stats.now().sideBytes(),
                stats.fragmentation().freeRuns(),
                stats.fragmentation().percent());
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "round %d: %d objects, %.2f MiB in objects, %.2f MiB held, %d free runs,"
                        + " %d %% of free memory outside the largest",
                round,
                objects,
                usedBytes / MEBIBYTE,
                heldBytes / MEBIBYTE,
                freeRuns,
                outsideLargest);
    }
}
