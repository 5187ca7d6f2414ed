// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.HeapStats;
import coex.gc.HeapStats.Collection;
import coex.gc.HeapStats.Fragmentation;
import coex.gc.HeapStats.Now;

import java.util.List;

/// The figures of a heap by their names, which stay the same for tools, in groups for people.
final class Figures {

    /// What a figure counts.
    enum Unit {
        COUNT,
        BYTES,
        NANOS,
        PERCENT
    }

    record Figure(String name, long value, Unit unit) {}

    record Group(String name, List<Figure> figures) {}

    private Figures() {}

    static List<Group> of(HeapStats stats) {
        return List.of(
                allocation(stats.allocation()),
                collection(stats.collection()),
                growth(stats.growth()),
                current(stats),
                fragmentation(stats.fragmentation()),
                time(stats.time()),
                new Group(
                        "threads",
                        List.of(
                                count("registered_thread_count", stats.registeredThreads()),
                                count("max_shadow_stack_depth_seen", stats.maximumStackDepth()))),
                moving(stats.moving(), stats.now().heapDiscarded()));
    }

    /// Objects that are not known to be dead: handles in use without those set aside for objects to
    /// come. Exact while no thread allocates.
    static long objects(HeapStats stats) {
        return Math.max(0, stats.now().handlesInUse() - setAside(stats));
    }

    static long setAside(HeapStats stats) {
        HeapStats.Allocation allocation = stats.allocation();
        return Math.max(0, allocation.handlesReserved() - allocation.allocations());
    }

    private static Group allocation(HeapStats.Allocation allocation) {
        return new Group(
                "allocation",
                List.of(
                        count("total_allocations", allocation.allocations()),
                        bytes("total_bytes_allocated", allocation.bytesAllocated()),
                        count("total_handles_allocated", allocation.handlesReserved()),
                        count("total_allocation_stalls", allocation.stalls())));
    }

    private static Group collection(Collection last) {
        return new Group(
                "collection",
                List.of(
                        count("collections_completed", last.completed()),
                        count("young_collections_completed", last.young()),
                        bytes("bytes_old", last.bytesOld()),
                        count("objects_marked_last_cycle", last.objectsMarked()),
                        bytes("bytes_marked_last_cycle", last.bytesMarked()),
                        count("objects_swept_last_cycle", last.objectsSwept()),
                        bytes("bytes_reclaimed_last_cycle", last.bytesReclaimed()),
                        count("handles_retired_last_cycle", last.handlesRetired()),
                        count("handles_recycled_last_cycle", last.handlesRecycled()),
                        count("flush_rounds_last_cycle", last.flushRounds()),
                        count("weak_cleared_last_cycle", last.weakCleared()),
                        count("markers_last_cycle", last.markers()),
                        bytes("heap_used_before_last_cycle", last.usedBefore()),
                        bytes("heap_used_after_last_cycle", last.usedAfter())));
    }

    private static Group growth(HeapStats.Growth growth) {
        return new Group(
                "growth",
                List.of(
                        count("handle_table_growths", growth.tableGrowths()),
                        count("heap_growths", growth.heapGrowths()),
                        count("handle_table_shrinks", growth.tableShrinks()),
                        count("heap_shrinks", growth.heapShrinks())));
    }

    private static Group current(HeapStats stats) {
        Now now = stats.now();
        return new Group(
                "current",
                List.of(
                        bytes("current_heap_size", now.heapBytes()),
                        bytes("current_heap_used", now.heapUsed()),
                        bytes("maximum_heap_size", now.heapMaximum()),
                        count("current_objects", objects(stats)),
                        count("current_handle_table_size", now.tableHandles()),
                        count("current_handles_in_use", now.handlesInUse()),
                        count("current_handles_set_aside", setAside(stats)),
                        count("current_handles_retired", now.handlesRetired()),
                        count("current_handles_free", now.handlesFree()),
                        count("current_global_roots", now.globalRoots()),
                        bytes("current_side_structures_size", now.sideBytes())));
    }

    private static Group fragmentation(Fragmentation free) {
        return new Group(
                "fragmentation",
                List.of(
                        bytes("largest_free_block", free.largestFreeBytes()),
                        count("total_free_blocks", free.freeRuns()),
                        new Figure("fragmentation_ratio_percent", free.percent(), Unit.PERCENT),
                        bytes("total_free_bytes", free.freeBytes()),
                        bytes("largest_object_possible", free.largestObjectBytes())));
    }

    private static Group time(HeapStats.Time time) {
        return new Group(
                "time",
                List.of(
                        nanos("last_gc_duration_ns", time.lastCycle()),
                        nanos("last_mark_duration_ns", time.lastMark()),
                        nanos("last_sweep_duration_ns", time.lastSweep()),
                        nanos("total_gc_time_ns", time.total())));
    }

    private static Group moving(HeapStats.Moving moving, long discarded) {
        return new Group(
                "moving",
                List.of(
                        count("moving_collections_completed", moving.cycles()),
                        count("objects_moved", moving.objects()),
                        bytes("bytes_moved", moving.bytes()),
                        count("objects_moved_last_cycle", moving.lastObjects()),
                        bytes("bytes_moved_last_cycle", moving.lastBytes()),
                        bytes("current_heap_discarded", discarded)));
    }

    private static Figure count(String name, long value) {
        return new Figure(name, value, Unit.COUNT);
    }

    private static Figure bytes(String name, long value) {
        return new Figure(name, value, Unit.BYTES);
    }

    private static Figure nanos(String name, long value) {
        return new Figure(name, value, Unit.NANOS);
    }
}
