// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.HeapStats;
import coex.gc.HeapStats.Fragmentation;

/// What a person should make of how the free memory of a heap lies.
///
/// The index alone says little of this heap: objects take lines within blocks, so scattered free
/// blocks serve as well as one long run, except for objects larger than the longest of them. What
/// hurts is free memory in holes smaller than a block, which only objects smaller than the holes
/// can use.
enum Advice {
    NOTHING_FREE("No memory is free, so none is fragmented; collect, or let the heap grow"),
    NEARLY_FULL(
            "Less than 5% of the heap is free: collect, or let the heap grow; compaction would gain"
                    + " little"),
    LOW("Fragmentation is low, compaction not needed"),
    SCATTERED(
            "Fragmentation is moderate, compaction not needed: the free memory is scattered, but in"
                + " runs of whole blocks; only objects larger than the largest allocation possible"
                + " make the heap grow"),
    MODERATE(
            "Fragmentation is moderate, compaction not needed yet: a quarter or more of the free"
                    + " memory lies in holes that only small objects can use"),
    HIGH(
            "Fragmentation is high, compaction would help (Heap.compact, coex heap compact): most"
                    + " of the free memory lies in holes that only small objects can use");

    private final String text;

    Advice(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    static Advice on(HeapStats stats) {
        Fragmentation free = stats.fragmentation();
        if (free.freeBytes() == 0) {
            return NOTHING_FREE;
        }
        if (free.freeBytes() < stats.now().heapBytes() / 20) {
            return NEARLY_FULL;
        }
        double inHoles = (double) inHoles(free) / free.freeBytes();
        if (inHoles >= 0.5) {
            return HIGH;
        }
        if (inHoles >= 0.25) {
            return MODERATE;
        }
        return FragmentationReport.index(free) >= 0.5 ? SCATTERED : LOW;
    }

    /// Bytes in runs of less than 16 KB, half a block of the usual size.
    private static long inHoles(Fragmentation free) {
        long bytes = 0;
        for (int size = 0; size <= Fragmentation.RUN_LIMITS.indexOf(16L << 10); size++) {
            bytes += free.bySize().get(size).bytes();
        }
        return bytes;
    }
}
