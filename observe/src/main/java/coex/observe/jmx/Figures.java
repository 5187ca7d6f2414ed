// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.LatencyHistogram;
import coex.gc.MutatorStats;
import coex.observe.HeapHoldsMXBean.Latency;
import coex.observe.HeapMXBean;

import java.lang.management.MemoryUsage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Statistics of a heap in the words of its beans.
final class Figures {

    static final String OBJECTS = "objects";
    static final String HANDLE_TABLE = "handle table";
    static final String SIDE_TABLES = "side tables";

    private static final long SLOT_BYTES = Long.BYTES;

    private Figures() {}

    static MemoryUsage objects(HeapOptions options, HeapStats stats) {
        HeapStats.Now now = stats.now();
        return objects(options, now.heapUsed(), now.heapBytes());
    }

    /// The counts of running mutators lag and are not of one moment, while `MemoryUsage` insists on
    /// `used <= committed <= max`.
    static MemoryUsage objects(HeapOptions options, long used, long committed) {
        long most = options.maximumBytes();
        long within = Math.clamp(committed, 0, most);
        return new MemoryUsage(
                Math.min(options.initialBytes(), most), Math.clamp(used, 0, within), within, most);
    }

    /// Side tables have no limit of their own: they follow the other two.
    static Map<String, MemoryUsage> pools(HeapOptions options, HeapStats stats) {
        HeapStats.Now now = stats.now();
        long table = now.tableHandles() * SLOT_BYTES;
        long used = (now.handlesInUse() + now.handlesRetired()) * SLOT_BYTES;
        long side = Math.max(0, now.sideBytes() - table);
        Map<String, MemoryUsage> pools = new LinkedHashMap<>();
        pools.put(OBJECTS, objects(options, stats));
        pools.put(
                HANDLE_TABLE,
                new MemoryUsage(
                        options.initialHandles() * SLOT_BYTES,
                        Math.clamp(used, 0, table),
                        table,
                        Math.max(table, options.maximumHandles() * SLOT_BYTES)));
        pools.put(SIDE_TABLES, new MemoryUsage(-1, side, side, -1));
        return pools;
    }

    static HeapMXBean.Counts counts(HeapStats stats, HeapWatch watch) {
        return new HeapMXBean.Counts(
                stats.allocation().allocations(),
                stats.allocation().bytesAllocated(),
                stats.allocation().stalls(),
                stats.collection().completed(),
                stats.collection().young(),
                stats.collection().bytesOld(),
                stats.time().total(),
                stats.now().handlesInUse(),
                stats.now().handlesRetired(),
                stats.now().handlesFree(),
                stats.now().globalRoots(),
                stats.registeredThreads(),
                stats.growth().heapGrowths(),
                stats.growth().heapShrinks(),
                stats.growth().tableGrowths(),
                stats.growth().tableShrinks(),
                watch.lateThreads(),
                watch.abandonedThreads(),
                stats.moving().objects(),
                stats.moving().bytes());
    }

    static HeapMXBean.Fragmentation fragmentation(HeapStats stats) {
        HeapStats.Fragmentation from = stats.fragmentation();
        return new HeapMXBean.Fragmentation(
                from.freeBytes(), from.largestFreeBytes(), from.freeRuns(), from.percent());
    }

    static List<HeapMXBean.MutatorFigures> mutators(HeapStats stats) {
        return stats.mutators().stream().map(Figures::mutator).toList();
    }

    static HeapMXBean.MutatorFigures mutator(MutatorStats mutator) {
        return new HeapMXBean.MutatorFigures(
                mutator.thread(),
                mutator.allocations(),
                mutator.bytesAllocated(),
                mutator.stalls(),
                mutator.stallNanos(),
                mutator.stackDepth(),
                mutator.maximumStackDepth(),
                latency(mutator.actions()),
                latency(mutator.acknowledgements()));
    }

    static Latency latency(LatencyHistogram histogram) {
        return new Latency(
                histogram.count(),
                histogram.total(),
                histogram.percentile(50),
                histogram.percentile(99),
                histogram.percentile(99.9),
                histogram.maximum());
    }
}
