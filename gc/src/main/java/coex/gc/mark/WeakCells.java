// SPDX-License-Identifier: Apache-2.0
package coex.gc.mark;

import coex.gc.Shape;
import coex.gc.handle.HandleTable;
import coex.gc.handle.Marks;
import coex.gc.heap.HeapCore;
import coex.gc.layout.ObjectHeader;
import coex.gc.layout.ShapeTable;
import coex.gc.layout.TraceWord;
import coex.gc.memory.Memory;
import coex.gc.memory.Reservations;

/// The objects with weak references that marking has met, to be looked at when it is complete.
///
/// An object is met when it is traced, or read because it was written, at most twice in all. An old
/// one that was not written names what it named in the last cycle, which was alive then, and old:
/// nothing to clear before the next full cycle. One that names something newborn when marking is
/// complete is met again in the next cycle.
///
/// An object born marked is not among them. It need not be: what its weak references name was held
/// by a thread past its snapshot, or was shaded by the store, and so is marked. Each
/// marker has its own, used by its thread; when helpers have left, the collector uses them all.
final class WeakCells {

    private final HandleTable table;
    private final Marks marks;
    private final ShapeTable shapes;
    private final MarkStack cells;

    /// References cleared since [#clear].
    private long cleared;

    WeakCells(Reservations region, HeapCore core) {
        table = core.handles().table();
        marks = core.handles().marks();
        shapes = core.shapes();
        cells = new MarkStack(region, "weak cells", 2 * core.handles().maximumHandles());
    }

    void clear() {
        cells.clear();
        cleared = 0;
    }

    void add(long handle) {
        cells.push(handle);
    }

    /// Sets the weak references to unmarked objects to 0, unless a mutator stores something else
    /// first; returns how many since [#clear]. May fail for want of memory, and is then to be
    /// called again: a cell is among them until it has been noted, if it must be.
    ///
    /// @param again notes a cell that names something newborn: it is old, and that is not
    long clearDead(RereadLog again) {
        while (!cells.isEmpty()) {
            long cell = cells.top();
            long address = table.resolve(cell);
            boolean namesYoung = false;
            long word = shapes.traceWords()[ObjectHeader.shape(Memory.getLong(address))];
            long first = address + Shape.HEADER_BYTES + 4L * TraceWord.references(word);
            for (int i = 0; i < TraceWord.weaks(word); i++) {
                int target = Memory.getIntAcquire(first + 4L * i);
                long handle = Integer.toUnsignedLong(target);
                if (handle == 0) {
                    continue;
                }
                if (marks.isMarked(handle)) {
                    namesYoung |= !marks.isOld(handle);
                } else if (Memory.compareAndSetInt(first + 4L * i, target, 0)) {
                    cleared++;
                }
            }
            if (namesYoung) {
                again.add(cell, address);
            }
            cells.pop();
        }
        return cleared;
    }

    long sideBytes() {
        return cells.sideBytes();
    }

    void trim() {
        cells.trim();
    }
}
