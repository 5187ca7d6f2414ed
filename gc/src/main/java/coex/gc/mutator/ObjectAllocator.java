// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.Cause;
import coex.gc.HeapExhaustedException;
import coex.gc.HeapExhaustedException.Resource;
import coex.gc.HeapUsageException;
import coex.gc.Shape;
import coex.gc.handle.HandleRun;
import coex.gc.handle.HandleTable;
import coex.gc.handle.Marks;
import coex.gc.handle.Tracing;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.AddressTags;
import coex.gc.memory.AllocationBuffer;
import coex.gc.memory.Memory;

import java.util.function.LongConsumer;

/// Makes objects for one mutator, from the handles and the memory it has set aside.
///
/// The memory is taken before the handle, and between taking the handle and publishing it there is
/// no safepoint: a handle that is held by nobody and names nothing would be retired.
///
/// Owned by the mutator's thread; the collector uses it only on behalf of that mutator, under a
/// handshake. The file is long because there are several ways to ask for room, and all end here.
public final class ObjectAllocator {

    /// Large objects are zeroed in pieces of this size, with a safepoint between two.
    private static final long ZEROING_STEP = 1L << 20;

    /// Objects up to this size are zeroed word by word.
    private static final int SMALL_BYTES = 128;

    private final RoomWait room;
    private final CycleState cycle;

    /// Null where safepoints are not checked.
    private final SafepointCheck check;

    private final HeapCore core;
    private final CollectionRequests requests;
    private final HandleTable table;
    private final long tableBase;
    private final HandleRun run;

    /// The handles of mutable objects. Of those there are few, and they are kept for longer: chunks
    /// of lists, of which one comes for every so many short-lived list objects. With handles of
    /// their own their slots lie side by side, and not each in a line of the table with those of
    /// the dead.
    private final HandleRun mutableRun;

    private final int largestShared;
    private final AllocationBuffer movingBuffer;
    private final AllocationBuffer pinnedBuffer;
    private final boolean metered;

    /// Whether the handles set aside are being marked by a snapshot that has not come to its end.
    private boolean suspended;

    /// Whether an allocation has to leave the fast path: it is counted, or handles are suspended.
    /// Now and then also where safepoints are checked.
    private boolean guarded;

    /// Whether the heap wants to know how many objects there are. They are counted when the mutator
    /// takes new handles or memory; those of its runs are the most that it has not told yet.
    private final boolean counted;

    private long largeBytes;
    private long bytesReported;
    private long objectsReported;
    private long allocationsMetered;

    ObjectAllocator(
            HeapCore core,
            CollectionRequests requests,
            RoomWait room,
            CycleState cycle,
            SafepointCheck check) {
        this.room = room;
        this.cycle = cycle;
        this.check = check;
        this.core = core;
        this.requests = requests;
        this.table = core.handles().table();
        this.tableBase = table.base();
        this.largestShared = core.blocks().largestShared();
        this.movingBuffer = new AllocationBuffer(core.blocks(), false);
        this.pinnedBuffer = new AllocationBuffer(core.blocks(), true);
        this.metered = core.options().stress().collectEvery() > 0;
        this.guarded = metered;
        this.counted = core.options().triggerAllocations() > 0;
        this.run = new HandleRun(metered); // each allocation then leaves the fast path
        this.mutableRun = new HandleRun(metered);
    }

    /// Memory for an object of `bytes` bytes with a header to come, not zeroed: the caller writes
    /// all fields after the header and then calls [#publish], with no safepoint between. To be
    /// treated as a safepoint itself.
    ///
    /// @param bytes at most what shares a block with other objects
    /// @param flags header flags; `MUTABLE` decides where the object goes
    public long take(int bytes, long flags) {
        if (AddressTags.ON) {
            check.take();
        }
        AllocationBuffer buffer = isMutable(flags) ? pinnedBuffer : movingBuffer;
        HandleRun handles = isMutable(flags) ? mutableRun : run;
        return taken(
                handles.isInSpan() && buffer.hasRoom(bytes)
                        ? buffer.bump(bytes)
                        : takeSlowly(bytes, buffer, handles));
    }

    private long taken(long address) {
        return AddressTags.ON ? markTaken(address) : Memory.known(address);
    }

    private long markTaken(long address) {
        guarded = metered || suspended || check.passesByRoom();
        return check.mark(address);
    }

    private static boolean isMutable(long flags) {
        return (flags & ObjectHeader.MUTABLE) != 0;
    }

    /// Where the next immutable object of `bytes` bytes will lie, if there is room for it and a
    /// handle without a safepoint; else 0. Nothing is taken: the caller may write the fields, and
    /// then either calls [#make] or forgets about it, with no safepoint between. Always 0 where
    /// safepoints are checked.
    ///
    /// @param bytes at most what shares a block with other objects
    public long room(int bytes) {
        return !AddressTags.ON && run.isInSpan() && movingBuffer.hasRoom(bytes)
                ? Memory.known(movingBuffer.cursor())
                : roomInBlock(bytes);
    }

    /// The same in further spans of handles and of lines. Where old objects have died among others
    /// most spans have a line or two, and this is the rule.
    private long roomInBlock(int bytes) {
        return !AddressTags.ON && !guarded && run.hasNext()
                ? Memory.known(movingBuffer.peekInBlock(bytes))
                : 0;
    }

    /// Takes what [#room] has shown, and makes it an object as [#publish] does.
    public long make(long address, int bytes, long headerOfNull) {
        movingBuffer.bumpReserved(bytes);
        return publish(run, address, headerOfNull);
    }

    /// Makes what was written at `address` an object: gives it a handle and a header.
    ///
    /// @param headerOfNull the header but for the handle, which is 0: [ObjectHeader#of]
    public long publish(long address, long headerOfNull) {
        return publish(isMutable(headerOfNull) ? mutableRun : run, address, headerOfNull);
    }

    private long publish(HandleRun handles, long address, long headerOfNull) {
        long handle = handles.peek();
        Memory.putLong(address, headerOfNull | handle);
        HandleTable.publish(tableBase, handle, Memory.untagged(address));
        handles.advance(); // last: a handle that is taken and names nothing would be retired
        if (Tracing.isOn()) {
            traceBirth(handle, address, ObjectHeader.shape(headerOfNull));
        }
        return handle;
    }

    public long publish(long address, int shape, long flags) {
        return publish(address, ObjectHeader.of(0, shape, flags));
    }

    private void traceBirth(long handle, long address, int shapeId) {
        Shape shape = core.shapes().find(shapeId);
        long bytes = HeapCore.bytesAt(address, shape);
        long place = Memory.untagged(address);
        table.tracing().report(tracer -> tracer.allocated(handle, shape, bytes, place));
    }

    /// Makes a zeroed object of a shape with fields. To be treated as a safepoint: it is one if a
    /// buffer must be refilled, if the object is large, or if a stress option says so.
    public long allocate(int shape, int bytes, long flags) {
        if (bytes > largestShared) {
            return allocateLarge(shape, bytes, flags, -1);
        }
        long address = take(bytes, flags);
        zero(address, bytes);
        return publish(address, shape, flags);
    }

    /// Makes a zeroed array of `bytes` bytes in all. To be treated as a safepoint, as [#allocate].
    public long allocateArray(int shape, long bytes, long flags, int length) {
        if (bytes > largestShared) {
            return allocateLarge(shape, bytes, flags, length);
        }
        long address = take((int) bytes, flags);
        zero(address, (int) bytes);
        Memory.putInt(address + Shape.LENGTH_OFFSET, length);
        return publish(address, shape, flags);
    }

    /// Whether `objects` immutable objects of `bytes` bytes in all can be made by [#takeReserved]
    /// with no safepoint between them: what [#reserve] sees to. Never while allocations are
    /// counted, so that the counting sees them.
    public boolean isReserved(int bytes, int objects) {
        return !guarded && movingBuffer.hasReserve(bytes) && run.has(objects);
    }

    /// Whether one mutable object of `bytes` bytes can be made by [#take] without its being a
    /// safepoint.
    public boolean isReservedMutable(int bytes) {
        boolean isReserved = !guarded && pinnedBuffer.hasReserve(bytes) && mutableRun.has(1);
        if (AddressTags.ON && isReserved) {
            check.promise();
        }
        return isReserved;
    }

    /// The same as [#isReserved(int, int)] of objects none of which is longer than `largest`: they
    /// need not lie together.
    public boolean isReserved(int bytes, int largest, int objects) {
        return !guarded
                && run.has(objects)
                && (movingBuffer.hasReserve(bytes)
                        || movingBuffer.hasReserveInSpans(bytes, largest));
    }

    /// The most bytes that can be reserved at once: a block.
    public int mostReserved() {
        return core.blocks().blockBytes();
    }

    /// Makes sure of memory and handles, so that a structure of several objects can be built bottom
    /// up without any of them being a root meanwhile. A safepoint; none follows until the caller
    /// comes to one itself.
    ///
    /// @param bytes at most [#mostReserved]
    public void reserve(int bytes, int objects) {
        reserve(bytes, bytes, objects);
    }

    /// The same for objects none of which is longer than `largest`, at most [#largestShared]. They
    /// need not lie together, so the gaps of a fragmented heap will do.
    public void reserve(int bytes, int largest, int objects) {
        if (bytes > mostReserved()) {
            throw new HeapUsageException(
                    "too much to reserve: bytes=%d maximum=%d".formatted(bytes, mostReserved()));
        }
        if (guarded) {
            guard();
        }
        if (AddressTags.ON && isPassedBy(bytes, objects)) {
            return;
        }
        prepareToRefill(run, objects, bytes);
        room.begin(bytes, RoomWait.FOR_MEMORY);
        while (!reserveMemory(bytes, largest)) {
            if (!room.await()) {
                room.end();
                throw exhausted(bytes);
            }
        }
        room.end();
        noteAllocated();
    }

    /// Where safepoints are checked: comes to one, and sees whether there was room all the time.
    private boolean isPassedBy(int bytes, int objects) {
        room.poll();
        return !metered && movingBuffer.hasReserve(bytes) && run.has(objects);
    }

    private boolean reserveMemory(int bytes, int largest) {
        return largest < bytes
                ? movingBuffer.reserveInSpans(bytes, largest, cycle.epoch)
                : movingBuffer.reserve(bytes, cycle.epoch);
    }

    /// The largest object that shares a block with others: what [#take] and [#takeReserved] give.
    public int largestShared() {
        return largestShared;
    }

    /// Like [#take], from what [#reserve] has made sure of.
    public long takeReserved(int bytes) {
        run.hasNext(); // makes the next handle the current one
        return taken(movingBuffer.bumpReserved(bytes));
    }

    /// The memory alone of [#takeReserved], for [#publishReserved]: so several objects can be
    /// written before the first of them is published.
    public long takeReservedMemory(int bytes) {
        return taken(movingBuffer.bumpReserved(bytes));
    }

    /// Like [#publish], of what [#takeReservedMemory] gave.
    public long publishReserved(long address, int shape, long flags) {
        run.hasNext(); // makes the next handle the current one
        return publish(address, shape, flags);
    }

    /// Zeroes the payload of an object. Doing so object by object, when its lines are about to be
    /// written anyway, is cheaper than going over a whole span before.
    private static void zero(long address, int bytes) {
        if (bytes > SMALL_BYTES) {
            Memory.fill(address + Shape.HEADER_BYTES, bytes - Shape.HEADER_BYTES, (byte) 0);
            return;
        }
        if (bytes == Shape.HEADER_BYTES) {
            return;
        }
        // From both ends, so that up to four words take no loop; words in the middle may get two.
        long end = address + bytes;
        Memory.putLong(address + 8, 0);
        Memory.putLong(end - 8, 0);
        if (bytes > 24) {
            Memory.putLong(address + 16, 0);
            Memory.putLong(end - 16, 0);
            for (int offset = 24; offset < bytes - 16; offset += 8) {
                Memory.putLong(address + offset, 0);
            }
        }
    }

    private long takeSlowly(int bytes, AllocationBuffer buffer, HandleRun handles) {
        if (guarded) {
            guard();
        }
        long inBlock = handles.hasNext() ? buffer.bumpInBlock(bytes) : 0;
        if (inBlock != 0) {
            return inBlock;
        }
        prepareToRefill(handles, 1, bytes);
        room.begin(bytes, RoomWait.FOR_MEMORY);
        long address = buffer.bumpOrRefill(bytes, cycle.epoch);
        while (address == 0) {
            if (!room.await()) {
                room.end();
                throw exhausted(bytes);
            }
            address = buffer.bumpOrRefill(bytes, cycle.epoch);
        }
        room.end();
        noteAllocated();
        handles.hasNext(); // a snapshot taken while waiting has closed the span
        return address;
    }

    private long allocateLarge(int shape, long bytes, long flags, int length) {
        if (guarded) {
            guard();
        }
        HandleRun handles = isMutable(flags) ? mutableRun : run;
        prepareToRefill(handles, 1, bytes);
        room.begin(bytes, bytes > core.blocks().maximumBytes() ? 0 : RoomWait.FOR_MEMORY);
        long address = core.blocks().allocateLarge(bytes);
        while (address == 0) {
            if (!room.await()) {
                room.end();
                throw exhausted(bytes);
            }
            address = core.blocks().allocateLarge(bytes);
        }
        try {
            room.end();
            zeroLarge(address, bytes);
        } catch (Throwable e) { // the heap is closing, or the JVM out of memory or stack
            core.blocks().abandonLarge(address);
            throw e;
        }
        largeBytes += bytes;
        noteAllocated();
        core.blocks().publishLarge(address, cycle.epoch);
        if (length >= 0) {
            Memory.putInt(address + Shape.LENGTH_OFFSET, length);
        }
        handles.hasNext(); // a snapshot taken while waiting has closed the span
        return publish(address, shape, flags | ObjectHeader.LARGE);
    }

    /// @param requested the bytes of the allocation that comes to this
    private void prepareToRefill(HandleRun handles, int objects, long requested) {
        core.pass(SchedulePoint.REFILL);
        room.beforeRefill(requested, bytes());
        ensureHandles(handles, objects, requested);
    }

    private void ensureHandles(HandleRun handles, int count, long requested) {
        room.begin(requested, RoomWait.FOR_HANDLES);
        while (!handles.has(count) && !refill(handles, count)) {
            if (giveBackOther(handles)) {
                continue;
            }
            if (!room.await()) {
                room.end();
                var counts = core.handles().counts();
                throw new HeapExhaustedException(
                        Resource.HANDLES,
                        count,
                        counts.inUse(),
                        counts.free(),
                        core.handles().maximumHandles());
            }
        }
        room.end();
        handles.hasNext(); // makes the first span of a refilled run the current one
    }

    /// Gives back what is set aside for the other kind of objects; whether that was anything.
    private boolean giveBackOther(HandleRun handles) {
        HandleRun other = handles == run ? mutableRun : run;
        boolean held = other.hasNext();
        if (held) {
            core.handles().giveBack(other);
        }
        return held;
    }

    private boolean refill(HandleRun handles, int count) {
        if (handles.hasNext()) {
            core.handles().giveBack(handles); // a run is refilled when it is empty
        }
        return core.handles().refill(handles, cycle.birthsMarked, count);
    }

    private void zeroLarge(long address, long bytes) {
        if (!core.blocks().largeNeedsZeroing(address)) {
            return;
        }
        for (long done = 0; done < bytes; done += ZEROING_STEP) {
            Memory.fill(address + done, Math.min(ZEROING_STEP, bytes - done), (byte) 0);
            room.poll();
        }
    }

    private HeapExhaustedException exhausted(long bytes) {
        long limit = core.blocks().maximumBytes();
        long available = core.blocks().reusableBytes();
        return new HeapExhaustedException(
                Resource.BYTES, bytes, limit - available, available, limit);
    }

    private void noteAllocated() {
        long now = bytes();
        requests.noteAllocated(now - bytesReported, newObjects());
        bytesReported = now;
    }

    /// What comes before an allocation that cannot take the fast path.
    private void guard() {
        if (suspended) {
            room.poll(); // ends the snapshot that was cut short, or fails as it did
        }
        if (metered) {
            meter();
        }
    }

    /// Objects made since this was last asked; 0 if nobody wants to know.
    private long newObjects() {
        if (!counted) {
            return 0;
        }
        long now = objects();
        long count = now - objectsReported;
        objectsReported = now;
        return count;
    }

    private void meter() {
        allocationsMetered++;
        int every = core.options().stress().collectEvery();
        if (allocationsMetered % every == 0) {
            room.awaitCollection(Cause.ALLOCATION_COUNT, CycleDemand.ANY);
        }
    }

    // Under a handshake, or at the end of the thread

    /// Makes the next allocation ask whether it may have one of the handles set aside.
    void suspendHandles() {
        run.closeSpan();
        mutableRun.closeSpan();
        suspended = true;
        guarded = true;
    }

    void resumeHandles() {
        suspended = false;
        guarded = metered;
    }

    /// Marks the handles that the next objects will get.
    void markRest(Marks marks) {
        run.shadeRest(marks);
        mutableRun.shadeRest(marks);
    }

    /// Returns handles and blocks.
    void close() {
        if (counted) {
            requests.noteAllocated(0, newObjects());
        }
        core.handles().giveBack(run);
        core.handles().giveBack(mutableRun);
        movingBuffer.close(cycle.epoch);
        pinnedBuffer.close(cycle.epoch);
    }

    /// Returns the blocks of objects that may be moved. Nothing is reserved at a safepoint.
    void leaveBlocks() {
        movingBuffer.leave(cycle.epoch);
    }

    /// Shows every handle that is set aside for an object to come.
    public void forEachSetAside(LongConsumer target) {
        run.forEachLeft(target);
        mutableRun.forEachLeft(target);
    }

    // Figures; exact for the owner, and for others a moment old

    public long bytes() {
        return movingBuffer.allocatedBytes() + pinnedBuffer.allocatedBytes() + largeBytes;
    }

    public long objects() {
        return run.given() + mutableRun.given();
    }
}
