// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.Cause;
import coex.gc.HeapStats;

/// What is remembered of the cycles so far. Written by the holder of the collector's role and
/// published as a whole at the end of a cycle.
///
/// @param reclaimedObjects objects found dead by all cycles together
/// @param reclaimedBytes their bytes
record CycleRecord(
        HeapStats.Collection collection,
        HeapStats.Moving moving,
        HeapStats.Time time,
        long reclaimedObjects,
        long reclaimedBytes) {

    static final CycleRecord NONE =
            new CycleRecord(
                    new HeapStats.Collection(
                            0, 0, null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (Cause) null, 0, 0),
                    HeapStats.Moving.NONE,
                    new HeapStats.Time(0, 0, 0, 0),
                    0,
                    0);
}
