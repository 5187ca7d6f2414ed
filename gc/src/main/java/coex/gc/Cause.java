// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// Why a collection was started.
public enum Cause {
    /// [Heap#requestCollection] or [Heap#collect].
    REQUEST,
    /// As many bytes were allocated since the last cycle as the pacing goal allows.
    GROWTH,
    /// At the present rate of allocation the heap would be full before a later cycle could end.
    EXHAUSTION_PREDICTED,
    /// A mutator found no room.
    STALL,
    /// The number of allocations given by [HeapOptions#triggerAllocations].
    ALLOCATION_COUNT,
    /// Threads have written many mutable objects since the last cycle. What says which ones takes
    /// room in the JVM's heap.
    WRITES,
    /// The heap was used, then idle.
    IDLE
}
