// SPDX-License-Identifier: Apache-2.0
package coex.gc.mark;

import static coex.gc.layout.ObjectHeader.HANDLE_MASK;

import coex.gc.heap.HeapCore;
import coex.gc.memory.Candidates;
import coex.gc.memory.Reservations;

/// The live objects in blocks that the running cycle empties, in the order in which a marker has
/// met them. Used by that marker, and by the collector when marking is complete.
final class MoveList {

    private final Candidates candidates;
    private final MarkStack handles;

    MoveList(Reservations region, HeapCore core) {
        this.candidates = core.blocks().candidates();
        this.handles = new MarkStack(region, "objects to move", core.handles().maximumHandles());
    }

    void begin() {
        handles.clear();
    }

    /// Adds an object if it lies in such a block; whether it does.
    boolean addIfCandidate(long handle, long address) {
        boolean lies = candidates.contain(address);
        if (lies) {
            handles.push(handle & HANDLE_MASK);
        }
        return lies;
    }

    long size() {
        return handles.size();
    }

    long at(long index) {
        return handles.at(index);
    }

    void end() {
        handles.clear();
        handles.trim();
    }

    long sideBytes() {
        return handles.sideBytes();
    }
}
