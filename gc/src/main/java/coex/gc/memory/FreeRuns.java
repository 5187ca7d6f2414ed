// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import static coex.gc.HeapStats.Fragmentation.RUN_LIMITS;

import coex.gc.HeapStats;
import coex.gc.HeapStats.Fragmentation.Runs;

import java.util.ArrayList;
import java.util.List;

/// Runs of free lines, as a scan in address order meets them.
final class FreeRuns {

    private long current;
    private long largest;
    private long total;
    private long count;

    /// Of the current run, the whole blocks at its end.
    private long currentBlocks;

    private long largestObject;
    private final long[] counts = new long[RUN_LIMITS.size() + 1];
    private final long[] lines = new long[RUN_LIMITS.size() + 1];

    /// [HeapStats.Fragmentation#RUN_LIMITS]; a fragmented heap has a run for every few objects.
    private final long[] limits = new long[RUN_LIMITS.size()];

    FreeRuns() {
        for (int i = 0; i < limits.length; i++) {
            limits[i] = RUN_LIMITS.get(i);
        }
    }

    /// A free block, of `lines` lines, continues the run.
    void extendByBlock(int lines) {
        current += lines;
        currentBlocks += lines;
        largestObject = Math.max(largestObject, currentBlocks);
    }

    /// Lines within a block that has others in use continue the run. An object of at most
    /// `mostLines` could lie in them.
    void extend(int lines, int mostLines) {
        current += lines;
        currentBlocks = 0;
        largestObject = Math.max(largestObject, Math.min(lines, mostLines));
    }

    void end() {
        currentBlocks = 0;
        if (current > 0) {
            count++;
            total += current;
            largest = Math.max(largest, current);
            int size = sizeOf(current << BlockSpace.LINE_SHIFT);
            counts[size]++;
            lines[size] += current;
            current = 0;
        }
    }

    private int sizeOf(long bytes) {
        int size = 0;
        while (size < limits.length && bytes >= limits[size]) {
            size++;
        }
        return size;
    }

    HeapStats.Fragmentation summary() {
        int percent = total == 0 ? 0 : (int) (100 - 100 * largest / total);
        List<Runs> bySize = new ArrayList<>();
        for (int size = 0; size < counts.length; size++) {
            bySize.add(new Runs(counts[size], lines[size] << BlockSpace.LINE_SHIFT));
        }
        return new HeapStats.Fragmentation(
                largest << BlockSpace.LINE_SHIFT,
                count,
                percent,
                total << BlockSpace.LINE_SHIFT,
                largestObject << BlockSpace.LINE_SHIFT,
                bySize);
    }
}
