// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.CycleKind;
import coex.gc.HeapStats;
import coex.gc.MutatorStats;
import coex.gc.heap.HeapCore;
import coex.gc.memory.BlockSpace;
import coex.gc.mutator.MutatorRegistry;

import java.util.List;

/// Puts the statistics of a heap together from the figures its parts keep.
///
/// Any thread may ask while the memory is not being released. Each part gives its figures as of a
/// moment of its own, under its own short lock or, those of a running mutator, without one; the
/// whole is of no single moment.
final class HeapFigures {

    private final HeapCore core;
    private final MutatorRegistry registry;
    private final Collector collector;

    /// How the free memory lay when it was last looked at.
    ///
    /// - writers: the collector at the end of a full cycle, whoever asks for statistics
    /// - readers: the collector
    /// - ordering: volatile; any of several moments will do
    private volatile HeapStats.Fragmentation lastSeen;

    HeapFigures(HeapCore core, MutatorRegistry registry, Collector collector) {
        this.core = core;
        this.registry = registry;
        this.collector = collector;
    }

    HeapStats now() {
        return with(seen());
    }

    /// At the end of a cycle, for listeners. To look at all free memory takes as long as a good
    /// part of a young cycle, so that is done after full ones.
    HeapStats atEndOf(CycleKind kind) {
        HeapStats.Fragmentation known = lastSeen;
        return with(kind == CycleKind.YOUNG && known != null ? known : seen());
    }

    private HeapStats.Fragmentation seen() {
        HeapStats.Fragmentation now = core.blocks().fragmentation();
        lastSeen = now;
        return now;
    }

    private HeapStats with(HeapStats.Fragmentation fragmentation) {
        CycleRecord record = collector.record();
        var handles = core.handles().counts();
        BlockSpace blocks = core.blocks();
        List<MutatorStats> mutators = registry.stats();
        MutatorStats detached = registry.detachedStats();
        var allocation = allocation(mutators, detached, handles.reservedTotal());
        return new HeapStats(
                allocation,
                record.collection(),
                record.moving(),
                new HeapStats.Growth(
                        handles.growths(),
                        blocks.heapGrowths(),
                        handles.shrinks(),
                        blocks.heapShrinks()),
                new HeapStats.Now(
                        blocks.committedBytes(),
                        blocks.discardedBytes(),
                        allocation.bytesAllocated() - record.reclaimedBytes(),
                        blocks.maximumBytes(),
                        handles.capacity(),
                        handles.inUse(),
                        handles.resting(),
                        handles.free(),
                        handles.sideBytes()
                                + blocks.sideBytes()
                                + core.roots().sideBytes()
                                + collector.sideBytes(),
                        core.roots().count()),
                fragmentation,
                record.time(),
                mutators,
                detached);
    }

    private static HeapStats.Allocation allocation(
            List<MutatorStats> mutators, MutatorStats detached, long handlesReserved) {
        long objects = detached.allocations();
        long bytes = detached.bytesAllocated();
        long stalls = detached.stalls();
        for (MutatorStats mutator : mutators) {
            objects += mutator.allocations();
            bytes += mutator.bytesAllocated();
            stalls += mutator.stalls();
        }
        return new HeapStats.Allocation(objects, bytes, handlesReserved, stalls);
    }
}
