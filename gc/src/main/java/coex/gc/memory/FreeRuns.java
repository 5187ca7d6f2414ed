package coex.gc.memory;

import coex.gc.HeapStats;

/// Runs of free lines, as a scan in address order meets them.
final class FreeRuns {

    private long current;
    private long largest;
    private long total;
    private long count;

    void extend(int lines) {
        current += lines;
    }

    void end() {
        if (current > 0) {
            count++;
            total += current;
            largest = Math.max(largest, current);
            current = 0;
        }
    }

    HeapStats.Fragmentation summary() {
        int percent = total == 0 ? 0 : (int) (100 - 100 * largest / total);
        return new HeapStats.Fragmentation(largest << BlockSpace.LINE_SHIFT, count, percent);
    }
}
