package coex.observe;

import coex.gc.HeapStats;

import java.util.LinkedHashMap;
import java.util.Map;

/// The names of a heap's figures in reports, with their values.
final class ExpectedFigures {

    private ExpectedFigures() {}

    /// The figures that the seeds name, and ours.
    static Map<String, Long> of(HeapStats stats) {
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("total_allocations", stats.allocation().allocations());
        figures.put("total_bytes_allocated", stats.allocation().bytesAllocated());
        figures.put("total_handles_allocated", stats.allocation().handlesReserved());
        figures.put("collections_completed", stats.collection().completed());
        figures.put("objects_marked_last_cycle", stats.collection().objectsMarked());
        figures.put("objects_swept_last_cycle", stats.collection().objectsSwept());
        figures.put("bytes_reclaimed_last_cycle", stats.collection().bytesReclaimed());
        figures.put("handles_retired_last_cycle", stats.collection().handlesRetired());
        figures.put("handles_recycled_last_cycle", stats.collection().handlesRecycled());
        figures.put("handle_table_growths", stats.growth().tableGrowths());
        figures.put("heap_growths", stats.growth().heapGrowths());
        figures.put("current_heap_size", stats.now().heapBytes());
        figures.put("current_heap_used", stats.now().heapUsed());
        figures.put("current_handle_table_size", stats.now().tableHandles());
        figures.put("current_handles_in_use", stats.now().handlesInUse());
        figures.put("current_handles_free", stats.now().handlesFree());
        figures.put("largest_free_block", stats.fragmentation().largestFreeBytes());
        figures.put("total_free_blocks", stats.fragmentation().freeRuns());
        figures.put("fragmentation_ratio_percent", (long) stats.fragmentation().percent());
        figures.put("last_gc_duration_ns", stats.time().lastCycle());
        figures.put("last_mark_duration_ns", stats.time().lastMark());
        figures.put("last_sweep_duration_ns", stats.time().lastSweep());
        figures.put("total_gc_time_ns", stats.time().total());
        figures.put("registered_thread_count", (long) stats.registeredThreads());
        figures.put("max_shadow_stack_depth_seen", stats.maximumStackDepth());
        addOurs(stats, figures);
        return figures;
    }

    private static void addOurs(HeapStats stats, Map<String, Long> figures) {
        HeapStats.Collection last = stats.collection();
        HeapStats.Allocation allocation = stats.allocation();
        long setAside = allocation.handlesReserved() - allocation.allocations();
        figures.put("total_allocation_stalls", allocation.stalls());
        figures.put("young_collections_completed", last.young());
        figures.put("bytes_old", last.bytesOld());
        figures.put("bytes_marked_last_cycle", last.bytesMarked());
        figures.put("flush_rounds_last_cycle", last.flushRounds());
        figures.put("weak_cleared_last_cycle", last.weakCleared());
        figures.put("markers_last_cycle", (long) last.markers());
        figures.put("heap_used_before_last_cycle", last.usedBefore());
        figures.put("heap_used_after_last_cycle", last.usedAfter());
        figures.put("handle_table_shrinks", stats.growth().tableShrinks());
        figures.put("heap_shrinks", stats.growth().heapShrinks());
        figures.put("maximum_heap_size", stats.now().heapMaximum());
        figures.put("current_objects", stats.now().handlesInUse() - setAside);
        figures.put("current_handles_set_aside", setAside);
        figures.put("current_handles_retired", stats.now().handlesRetired());
        figures.put("current_global_roots", stats.now().globalRoots());
        figures.put("current_side_structures_size", stats.now().sideBytes());
        figures.put("total_free_bytes", stats.fragmentation().freeBytes());
        figures.put("largest_object_possible", stats.fragmentation().largestObjectBytes());
        figures.put("moving_collections_completed", stats.moving().cycles());
        figures.put("objects_moved", stats.moving().objects());
        figures.put("bytes_moved", stats.moving().bytes());
        figures.put("objects_moved_last_cycle", stats.moving().lastObjects());
        figures.put("bytes_moved_last_cycle", stats.moving().lastBytes());
        figures.put("current_heap_discarded", stats.now().heapDiscarded());
    }
}
