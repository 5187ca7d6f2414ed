// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.handle.Marks;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;

/// What one mutator does in each handshake of a cycle: on the owner's thread, or the collector's on
/// behalf of a blocked owner.
///
/// Each action may fail anywhere, for want of memory or stack, and is then performed again from its
/// beginning; meanwhile the owner runs on as one that has not answered. Fields that say otherwise
/// are therefore assigned last, with no call between them.
public final class HandshakeActions {

    private final HeapCore core;
    private final Protocol protocol;
    private final Marks marks;
    private final ObjectAllocator allocator;
    private final ShadowStack stack;
    private final HandleBuffer shades;
    private final WriteLog log;
    private final HandedLogs logs;
    private final WriteBarrier barrier;
    private final CycleState cycle;

    /// The lowest slot that the last cycle has read and found to name something newborn. The
    /// collector's alone.
    private int namesYoungFrom = Integer.MAX_VALUE;

    HandshakeActions(
            HeapCore core,
            Protocol protocol,
            ObjectAllocator allocator,
            ShadowStack stack,
            HandleBuffer shades,
            WriteLog log,
            HandedLogs logs,
            WriteBarrier barrier,
            CycleState cycle) {
        this.core = core;
        this.protocol = protocol;
        this.marks = core.handles().marks();
        this.allocator = allocator;
        this.stack = stack;
        this.shades = shades;
        this.log = log;
        this.logs = logs;
        this.barrier = barrier;
        this.cycle = cycle;
    }

    /// Gives the mutator, which nobody uses yet, the state of those that have answered the last
    /// handshake issued.
    void start(MutatorRegistry.Flags flags) {
        barrier.on = flags.barrierOn();
        cycle.pastSnapshot = flags.pastSnapshot();
        cycle.birthsMarked = protocol.birthsMarked(flags.barrierOn(), flags.pastSnapshot());
        cycle.epoch = flags.epoch();
        cycle.moving = flags.moving();
    }

    /// H1.
    ///
    /// @param leaveBlocks whether to give back the blocks that are allocated into, so that what
    ///     lives there can be moved in the next cycle
    public void turnBarrierOn(boolean leaveBlocks) {
        if (leaveBlocks) {
            StackRoom.require(); // for the table of blocks, whose words change together
            allocator.leaveBlocks();
        }
        boolean marked = protocol.birthsMarked(true, false);
        if (marked) {
            allocator.markRest(marks);
        }
        protocol.beforeBarrier(this);
        barrier.on = true;
        cycle.birthsMarked = marked;
    }

    /// H1b. What was written since the last one is the collector's to read.
    ///
    /// Not before every barrier is on: who hands its log over goes on logging, for the next cycle,
    /// and others who find an object logged do not log it. What they store there must be shaded
    /// then, since this cycle will not read the object.
    public void settle() {
        protocol.settle(this);
    }

    /// Hands the log over, with the bits of its objects set ([HandedLogs]): how long the owner is
    /// held does not depend on how much it has written.
    public void handOverLog() {
        if (!log.isEmpty()) {
            StackRoom.require(); // for the lock
            logs.handOver(log);
        }
    }

    /// H2. From here to H4 births are marked (`Invariant.BIRTHS_MARKED_FROM_SNAPSHOT`): those
    /// handles that are set aside already here, later ones when they are taken. While they are
    /// being marked nobody is born with them: a marked object of a thread before its snapshot would
    /// not be traced.
    ///
    /// One that was completed, and then not answered, is not taken again: the owner has run on as
    /// past it. It may have put what a frozen frame names into a newborn object, which nobody
    /// traces, and left that frame unshaded under others; the collector must still read it.
    ///
    /// @param shader marks what the top frame names: the mutator's barrier, or the collector if it
    ///     acts for the mutator
    public void takeSnapshot(long number, ShadowStack.Shader shader) {
        if (cycle.pastSnapshot && cycle.epoch == number) {
            return;
        }
        barrier.on = true;
        protocol.freeze(stack, core.options().snapshotSlots(), shader);
        core.pass(SchedulePoint.STACK_FROZEN);
        boolean marked = protocol.birthsMarked(true, true);
        allocator.suspendHandles();
        if (marked) {
            allocator.markRest(marks);
        }
        core.pass(SchedulePoint.BIRTHS_MARKED);
        long bytes = allocator.bytes();
        long objects = allocator.objects();
        long[] slots = stack.slots();
        int unread = stack.unread();
        int top = stack.watermark();
        allocator.resumeHandles();
        cycle.pastSnapshot = true;
        cycle.birthsMarked = marked;
        cycle.epoch = number;
        cycle.bytesAtSnapshot = bytes;
        cycle.objectsAtSnapshot = objects;
        cycle.frozenSlots = slots;
        cycle.unreadSlot = unread;
        cycle.frozenTop = top;
    }

    /// H3.
    ///
    /// @param round tells one flush from the next
    public void flush(long round) {
        shades.handOver(round);
    }

    /// H4.
    ///
    /// @param complete whether marking came to its end, so that frozen stacks were read
    /// @param moving whether the collector is about to move objects
    public void turnBarrierOff(boolean complete, boolean moving) {
        shades.discard();
        if (complete) {
            stack.endFreeze();
        } else {
            stack.thawAll();
        }
        allocator.resumeHandles(); // of a snapshot that was begun, and not asked for any more
        barrier.on = false;
        cycle.pastSnapshot = false;
        cycle.birthsMarked = false;
        cycle.moving = moving;
        cycle.frozenSlots = CycleState.NOTHING_FROZEN;
        cycle.frozenTop = 0;
    }

    /// The handshake after everything has been moved.
    public void endMoving() {
        cycle.moving = false;
    }

    // The collector, after the snapshot was answered

    /// The slots frozen at the snapshot; read with [ShadowStack#slotOpaque].
    public long[] frozenSlots() {
        return cycle.frozenSlots;
    }

    /// The cycle of that snapshot.
    public long epoch() {
        return cycle.epoch;
    }

    public int frozenTop() {
        return cycle.frozenTop;
    }

    /// The first slot that a cycle has to read.
    public int firstToRead(boolean full) {
        int first = full ? 0 : Math.min(cycle.unreadSlot, namesYoungFrom);
        namesYoungFrom = Integer.MAX_VALUE;
        return first;
    }

    /// Between two cycles: the slots below this are not read by the next one if it is young.
    public int leftUnread() {
        return Math.min(stack.unchanged(), namesYoungFrom);
    }

    /// A slot that was read names something newborn, and must be read again in the next cycle.
    public void readAgainFrom(int slot) {
        namesYoungFrom = Math.min(namesYoungFrom, slot);
    }
}
