// SPDX-License-Identifier: Apache-2.0
package coex.gc.move;

import coex.gc.handle.HandleTable;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;
import coex.gc.mark.Marker;
import coex.gc.memory.BlockSpace;
import coex.gc.memory.Candidates;
import coex.gc.memory.Memory;
import coex.gc.memory.MovingBuffer;
import coex.gc.mutator.Protocol;
import coex.gc.mutator.Relocation;

/// Empties sparse blocks: copies what lives in them to free blocks, in the order in which marking
/// has met it, while mutators run.
///
/// Every reference is a handle, so an object moves by being copied and having its new address
/// stored in its slot. Nothing refers to its old place but mutators that have resolved the handle
/// before, and they use the address no longer than to their next safepoint. Both copies are equal,
/// since only objects that do not change any more are moved: those that are sealed, and not of a
/// mutable shape. When every mutator has answered a handshake after that, the old place is free
/// (`Invariant.GRACE_BEFORE_REUSE`).
///
/// Lines of candidates are not marked by the marker, but here: of what is moved those of its new
/// place, of what stays those of its old. So the candidates are swept like any other blocks, only
/// later.
///
/// Design note 0031 has the argument. The collector's alone.
public final class Evacuator implements Relocation {

    private static final int OBJECTS_AT_ONCE = 1024;

    private final HeapCore core;
    private final Protocol protocol;
    private final HandleTable table;
    private final BlockSpace blocks;
    private final Candidates candidates;
    private final Marker marker;
    private final MovingBuffer buffer;

    // Of the running cycle

    private long next;
    private boolean noRoom;
    private long objects;
    private long bytes;

    // Of the object that is moved

    private long handle;
    private long from;
    private long to;
    private int size;

    public Evacuator(HeapCore core, Protocol protocol, Marker marker) {
        this.core = core;
        this.protocol = protocol;
        this.table = core.handles().table();
        this.blocks = core.blocks();
        this.candidates = blocks.candidates();
        this.marker = marker;
        this.buffer = new MovingBuffer(blocks);
    }

    /// A cycle begins.
    public void begin() {
        next = 0;
        noRoom = false;
        objects = 0;
        bytes = 0;
    }

    /// Whether the running cycle moves anything.
    public boolean isActive() {
        return !candidates.isEmpty();
    }

    /// Moves what was listed. Every mutator knows that objects move: it has answered H4. Goes on
    /// where it was if it is called again.
    ///
    /// @param betweenPieces may throw to abandon the heap
    public void move(long cycle, Runnable betweenPieces) {
        while (next < marker.toMove()) {
            handle = marker.toMove(next);
            moveOne(cycle);
            next++;
            if (next % OBJECTS_AT_ONCE == 0) {
                betweenPieces.run();
            }
        }
        buffer.close(cycle);
    }

    private void moveOne(long cycle) {
        from = table.resolve(handle);
        if (!HandleTable.isAddress(from) || !candidates.contain(from)) {
            return; // it has been moved, and then the JVM was out of memory or stack
        }
        long header = Memory.getLongAcquire(from); // who sees it sealed sees all of it
        size = (int) HeapCore.bytesAt(from, core.shapeAt(from));
        if (!protocol.mayMove(header)) {
            stay();
            return;
        }
        to = noRoom ? 0 : buffer.take(size, cycle);
        if (to == 0) {
            noRoom = true;
            stay();
            return;
        }
        // First: an object that has been moved is passed over if this is begun again.
        blocks.markLines(to, size);
        protocol.move(this);
    }

    private void stay() {
        if (protocol.keepsWhatStays()) {
            blocks.markLines(from, size);
        }
    }

    @Override
    public void copy() {
        core.pass(SchedulePoint.COPYING);
        Memory.copyWords(from, to, size >>> 3);
        core.pass(SchedulePoint.COPIED);
    }

    @Override
    public void publish() {
        table.publish(handle, to);
        objects++; // with no call between: what has been moved is not moved again
        bytes += size;
    }

    /// Objects moved in this cycle.
    public long objects() {
        return objects;
    }

    /// Their bytes.
    public long bytes() {
        return bytes;
    }
}
