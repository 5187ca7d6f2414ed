// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import java.util.Arrays;

/// Where one mutator puts its next objects: the free lines of the block it holds, span by span.
///
/// An object that fits a line goes to the next span if the current one has no room. A longer one
/// might skip many spans, which only the next sweep finds again; it goes to a wholly free block
/// held beside the first. Such a block is taken when there is no span for it in the current block
/// and the next, or at once for objects over [#SHORT_BYTES]; when there is no such block, all
/// others are tried. The memory is not zeroed.
///
/// Owned by one mutator; the collector uses it only on behalf of that mutator, under a handshake.
/// The one exception is [#allocatedBytes], which anyone may ask.
///
/// The owner's stack may end in any call from here. So a span is taken from the lease before
/// anything is put there, and left before its lines are given back: lines that get lost on the way
/// are found by the next sweep.
public final class AllocationBuffer {

    /// Longer objects do not look for a span among others that are too short.
    private static final int SHORT_BYTES = 128;

    /// Blocks whose gaps several objects are tried to be put into before they get a free block.
    private static final int BLOCKS_TRIED = 8;

    /// Objects are as long as a multiple of this.
    private static final int ALIGNMENT = 8;

    private final BlockSpace space;
    private final boolean forPinned;

    /// Next free byte of the current span, and its first; the same of the overflow block; and the
    /// bytes allocated in spans and blocks that were left.
    ///
    /// - writers: the owner, or the collector on its behalf under a handshake; plainly
    /// - readers: the same; and whoever asks for statistics, through [#allocatedBytes], plainly and
    ///   at any time
    /// - why: a race there gives a figure between two moments. A cursor and a start that do not
    ///   belong together may differ by more than a block and then count for nothing; a span may
    ///   count twice or not at all. Nothing is decided by it
    private long cursor;

    private long spanStart;
    private long overflowCursor;
    private long overflowStart;
    private long closedBytes;

    // The owner's alone

    /// The end of the current span, and the line after it.
    private long limit;

    private int nextLine;
    private final BlockLease lease = new BlockLease();

    private long overflowLimit;
    private final BlockLease overflowLease = new BlockLease();

    /// @param forPinned whether the objects are mutable
    public AllocationBuffer(BlockSpace space, boolean forPinned) {
        this.space = space;
        this.forPinned = forPinned;
    }

    /// Whether the current span has room for `bytes` bytes.
    public boolean hasRoom(int bytes) {
        return limit - cursor >= bytes;
    }

    /// What [#bump] will return.
    public long cursor() {
        return cursor;
    }

    /// The address of `bytes` bytes, directly after [#hasRoom] has said that there is room.
    public long bump(int bytes) {
        long address = cursor;
        cursor = address + bytes;
        return address;
    }

    /// Like [#bump], or goes on to further spans of the blocks in hand; 0 if none of them has room.
    /// Takes no lock.
    public long bumpInBlock(int bytes) {
        return hasRoomInBlock(bytes) ? bumpReserved(bytes) : 0;
    }

    /// Where [#bumpReserved] will put `bytes` bytes, directly after this, without a lock: in the
    /// current span, in the block held beside, or in a further span, which becomes the current one;
    /// 0 if none of them has room.
    public long peekInBlock(int bytes) {
        if (!hasRoomInBlock(bytes)) {
            return 0;
        }
        return hasRoom(bytes) ? cursor : overflowCursor;
    }

    private boolean hasRoomInBlock(int bytes) {
        return hasReserve(bytes) || bytes <= SHORT_BYTES && findSpan(bytes);
    }

    /// Like [#bump], but takes further spans and blocks as needed; 0 if there is none to be had.
    ///
    /// @param epoch the last cycle whose snapshot the mutator has passed
    public long bumpOrRefill(int bytes, long epoch) {
        return reserve(bytes, epoch) ? bumpReserved(bytes) : 0;
    }

    /// Whether [#bumpReserved] can be used for `bytes` bytes in all. What fits a line is to go to
    /// the next span, not to a free block: else nothing small would ever fill the gaps of a
    /// fragmented heap.
    public boolean hasReserve(int bytes) {
        return hasRoom(bytes) || bytes > BlockSpace.LINE_BYTES && overflowHasRoom(bytes);
    }

    /// Makes sure of `bytes` bytes for [#bumpReserved]; false if there are none to be had.
    public boolean reserve(int bytes, long epoch) {
        boolean seeksSpan = bytes <= SHORT_BYTES;
        if (hasReserve(bytes) || seeksSpan && findSpan(bytes)) {
            return true;
        }
        if ((seeksSpan || !lease.isHeld())
                && enterNextBlock(epoch)
                && (hasRoom(bytes) || seeksSpan && findSpan(bytes))) {
            return true;
        }
        if (bytes > BlockSpace.LINE_BYTES && refillOverflow(epoch)) {
            return true;
        }
        while (enterNextBlock(epoch)) { // a heap is not exhausted while a span is long enough
            if (hasRoom(bytes) || findSpan(bytes)) {
                return true;
            }
        }
        return false;
    }

    /// Whether [#bumpReserved] can be used for objects of `bytes` bytes in all, none of them longer
    /// than `largest`, in the current span and those that follow it in the block. A span is left
    /// when the next object does not fit, with less than `largest` unused.
    public boolean hasReserveInSpans(int bytes, int largest) {
        int lines = space.linesPerBlock();
        long missing = bytes - Math.max(0, limit - cursor - largest + ALIGNMENT);
        int line = lease.isHeld() ? nextLine : lines;
        while (missing > 0 && line < lines) {
            int first = LineSet.next(lease.freeLines, line, lines);
            line = LineSet.nextAbsent(lease.freeLines, first, lines);
            long span = (long) line - first << BlockSpace.LINE_SHIFT;
            missing -= Math.max(0, span - largest + ALIGNMENT);
        }
        return missing <= 0;
    }

    /// Makes sure of memory for several objects, as [#hasReserveInSpans]: in the gaps of fragmented
    /// blocks first, where all of them together would seldom fit in one. What is too little of a
    /// block is left for the next sweep to find again.
    ///
    /// @param bytes of all objects
    /// @param largest of any of them; at most half a block
    public boolean reserveInSpans(int bytes, int largest, long epoch) {
        if (hasReserve(bytes) || hasReserveInSpans(bytes, largest)) {
            return true;
        }
        for (int i = 0; i < BLOCKS_TRIED && leaveForNextBlock(epoch); i++) {
            if (hasReserveInSpans(bytes, largest)) {
                return true;
            }
        }
        if (refillOverflow(epoch)) {
            return true;
        }
        while (leaveForNextBlock(epoch)) {
            if (hasReserveInSpans(bytes, largest)) {
                return true;
            }
        }
        return false;
    }

    /// Goes on to another block than the current one, which is not to be found again before it is
    /// swept.
    private boolean leaveForNextBlock(long epoch) {
        if (lease.isHeld()) {
            Arrays.fill(lease.freeLines, 0);
        }
        return enterNextBlock(epoch);
    }

    /// Goes on to the next span of the block that has room.
    private boolean findSpan(int bytes) {
        while (enterNextSpan()) {
            if (hasRoom(bytes)) {
                return true;
            }
        }
        return false;
    }

    /// Memory for an object within what [#reserve] or [#reserveInSpans] has made sure of: from the
    /// current span if that has room, else from the block held beside, else from a further span.
    public long bumpReserved(int bytes) {
        return hasRoom(bytes) ? bump(bytes) : bumpElsewhere(bytes);
    }

    private long bumpElsewhere(int bytes) {
        if (overflowHasRoom(bytes)) {
            return bumpOverflow(bytes);
        }
        boolean found = findSpan(bytes);
        assert found : "nothing was reserved: bytes=" + bytes;
        return bump(bytes);
    }

    /// Bytes of objects allocated so far: exact for the owner, and for others, who may meet it
    /// between two spans, off by no more than a block or two.
    public long allocatedBytes() {
        return closedBytes + inBlock(spanStart, cursor) + inBlock(overflowStart, overflowCursor);
    }

    private long inBlock(long from, long to) {
        long bytes = to - from;
        return bytes >= 0 && bytes <= space.blockBytes() ? bytes : 0;
    }

    /// Gives the blocks back.
    public void close(long epoch) {
        leaveSpan();
        if (lease.isHeld()) {
            space.close(lease, epoch);
        }
        leaveOverflow(epoch);
    }

    /// Gives the blocks back, and leaves their free lines to the next sweep: nobody allocates there
    /// before.
    public void leave(long epoch) {
        leaveSpan();
        if (lease.isHeld()) {
            Arrays.fill(lease.freeLines, 0);
            space.close(lease, epoch);
        }
        leaveOverflow(epoch);
    }

    private boolean overflowHasRoom(int bytes) {
        return overflowCursor + bytes <= overflowLimit;
    }

    private long bumpOverflow(int bytes) {
        long address = overflowCursor;
        overflowCursor += bytes;
        return address;
    }

    private boolean refillOverflow(long epoch) {
        leaveOverflow(epoch);
        if (!space.acquire(overflowLease, forPinned, true)) {
            return false;
        }
        overflowStart = space.addressOf(overflowLease.block);
        overflowCursor = overflowStart;
        overflowLimit = overflowStart + space.blockBytes();
        return true;
    }

    private void leaveOverflow(long epoch) {
        long bytes = overflowCursor - overflowStart;
        int used = (int) (bytes + BlockSpace.LINE_BYTES - 1 >>> BlockSpace.LINE_SHIFT);
        LineSet.remove(overflowLease.freeLines, 0, used);
        closedBytes += bytes;
        overflowLease.usedLines += used;
        overflowCursor = 0;
        overflowLimit = 0;
        overflowStart = 0;
        if (overflowLease.isHeld()) {
            space.close(overflowLease, epoch);
        }
    }

    private void countSpan() {
        long bytes = cursor - spanStart;
        closedBytes += bytes;
        lease.usedLines += (int) (bytes + BlockSpace.LINE_BYTES - 1 >>> BlockSpace.LINE_SHIFT);
    }

    /// Puts the lines that the span has not used back into the lease, for whoever comes next.
    private void leaveSpan() {
        int unused = nextLine;
        if (lease.isHeld() && limit != 0) {
            long used = cursor - space.addressOf(lease.block) + BlockSpace.LINE_BYTES - 1;
            unused = (int) (used >>> BlockSpace.LINE_SHIFT);
        }
        countSpan();
        cursor = 0;
        limit = 0;
        spanStart = 0;
        LineSet.add(lease.freeLines, unused, nextLine);
    }

    private boolean enterNextSpan() {
        if (!lease.isHeld()) {
            return false;
        }
        int lines = space.linesPerBlock();
        int first = LineSet.next(lease.freeLines, nextLine, lines);
        int end = LineSet.nextAbsent(lease.freeLines, first, lines);
        LineSet.remove(lease.freeLines, first, end);
        long block = space.addressOf(lease.block);
        countSpan();
        nextLine = end;
        spanStart = block + ((long) first << BlockSpace.LINE_SHIFT);
        cursor = spanStart;
        limit = block + ((long) end << BlockSpace.LINE_SHIFT);
        return first < end;
    }

    private boolean enterNextBlock(long epoch) {
        countSpan();
        cursor = 0;
        limit = 0;
        spanStart = 0;
        if (lease.isHeld()) {
            space.close(lease, epoch);
        }
        nextLine = 0;
        return space.acquire(lease, forPinned, false) && enterNextSpan();
    }
}
