// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.Heap;
import coex.gc.HeapStats;
import coex.gc.HeapStats.Fragmentation;
import coex.gc.HeapStats.Fragmentation.Runs;

import java.util.List;
import java.util.Locale;

/// How the free memory of a heap lies, and what to make of it.
///
///     === FRAGMENTATION REPORT ===
///     Heap size: 67108864 bytes
///     Allocated: 12345678 bytes (18.4%)
///     Free: 54763186 bytes (81.6%)
///
///     Free block distribution:
///       < 64 bytes:     0 blocks (0.0% of free space)
///       ...
///       > 64KB:         2 blocks (65.0% of free space)
///
///     Fragmentation index: 0.23 (0=perfect, 1=fully fragmented)
///     Largest allocation possible: 8388608 bytes
///     Largest allocation possible after growth: 67108864 bytes
///
///     Recommendation: Fragmentation is low, compaction not needed
///
/// *Free* is what can be handed out: lines on which no object lies and which no thread holds for
/// its next allocations. The rest is called *allocated*, although not all of it is in objects.
/// Blocks are runs of free memory; none is shorter than a line of 32 bytes. The index is the part
/// of the free memory that lies outside the longest run.
public final class FragmentationReport implements Subject {

    private static final List<String> LABELS =
            List.of(
                    "< 64 bytes:",
                    "64-256 bytes:",
                    "256-1KB:",
                    "1KB-4KB:",
                    "4KB-16KB:",
                    "16KB-64KB:",
                    "> 64KB:");

    private final Heap heap;

    public FragmentationReport(Heap heap) {
        this.heap = heap;
    }

    @Override
    public void writeText(TextPage page) {
        HeapStats stats = heap.stats();
        Fragmentation free = stats.fragmentation();
        long size = stats.now().heapBytes();
        page.line("=== FRAGMENTATION REPORT ===");
        page.line("Heap size: %d bytes", size);
        long taken = allocated(stats);
        page.line("Allocated: %d bytes (%s)", taken, Amounts.percent(taken, size));
        page.line("Free: %d bytes (%s)", free.freeBytes(), Amounts.percent(free.freeBytes(), size));
        page.blank();
        page.line("Free block distribution:");
        for (int i = 0; i < LABELS.size(); i++) {
            Runs runs = free.bySize().get(i);
            page.line(
                    "  %-15s %d blocks (%s of free space)",
                    LABELS.get(i), runs.count(), Amounts.percent(runs.bytes(), free.freeBytes()));
        }
        page.blank();
        page.line(
                "Fragmentation index: %s (0=perfect, 1=fully fragmented)",
                String.format(Locale.ROOT, "%.2f", index(free)));
        page.line("Largest allocation possible: %d bytes", free.largestObjectBytes());
        page.line("Largest allocation possible after growth: %d bytes", afterGrowth(stats));
        page.blank();
        page.line("Recommendation: " + Advice.on(stats).text());
    }

    /// Memory may be freed and the heap may grow between the two figures.
    private static long allocated(HeapStats stats) {
        return Math.max(0, stats.now().heapBytes() - stats.fragmentation().freeBytes());
    }

    static double index(Fragmentation free) {
        return free.freeBytes() == 0 ? 0 : 1 - (double) free.largestFreeBytes() / free.freeBytes();
    }

    /// At least; free blocks at the end of the heap may add to it.
    private static long afterGrowth(HeapStats stats) {
        long growth = stats.now().heapMaximum() - stats.now().heapBytes();
        return Math.max(stats.fragmentation().largestObjectBytes(), growth);
    }

    @Override
    public void writeJson(JsonPage page) {
        HeapStats stats = heap.stats();
        Fragmentation free = stats.fragmentation();
        page.text("report", "fragmentation");
        page.text("heap", heap.options().name());
        page.number("heap_size", stats.now().heapBytes());
        page.number("allocated", allocated(stats));
        page.number("free", free.freeBytes());
        page.array("distribution");
        for (int i = 0; i < LABELS.size(); i++) {
            page.element();
            page.number("from_bytes", i == 0 ? 0 : Fragmentation.RUN_LIMITS.get(i - 1));
            if (i < Fragmentation.RUN_LIMITS.size()) {
                page.number("below_bytes", Fragmentation.RUN_LIMITS.get(i));
            }
            page.number("blocks", free.bySize().get(i).count());
            page.number("bytes", free.bySize().get(i).bytes());
            page.endObject();
        }
        page.endArray();
        page.number("fragmentation_index", index(free));
        page.number("largest_allocation", free.largestObjectBytes());
        page.number("largest_allocation_after_growth", afterGrowth(stats));
        page.text("advice", Advice.on(stats).name());
        page.text("recommendation", Advice.on(stats).text());
    }
}
