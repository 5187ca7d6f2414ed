package coex.gc.memory;

/// Where one mutator puts its next objects: the free lines of the block it holds, span by span.
///
/// An object that does not fit the rest of a span goes to the next span; one longer than a line
/// only if it fits there, and else to a wholly free block held beside the first, so that long
/// objects do not skip the many short spans of a fragmented block. When there is no wholly free
/// block any more they do skip them: a heap is not exhausted while a span is long enough. The memory
/// is not zeroed.
///
/// Owned by one mutator; the collector uses it only on behalf of that mutator, under a handshake.
public final class AllocationBuffer {

    private final BlockSpace space;
    private final boolean forPinned;

    /// Next free byte of the current span and the span's end.
    private long cursor;

    private long limit;

    private long spanStart;
    private int nextLine;

    /// Whether the block has free lines after the current span.
    private boolean moreSpans;

    private final BlockLease lease;

    private final BlockLease overflowLease;
    private long overflowCursor;
    private long overflowLimit;
    private long overflowStart;

    private long closedBytes;

    /// @param forPinned whether the objects are mutable
    public AllocationBuffer(BlockSpace space, boolean forPinned) {
        this.space = space;
        this.forPinned = forPinned;
        this.lease = space.newLease();
        this.overflowLease = space.newLease();
    }

    /// The address of `bytes` bytes, or 0 if the current span has no room for them.
    public long bump(long bytes) {
        long address = cursor;
        long end = address + bytes;
        if (end > limit) {
            return 0;
        }
        cursor = end;
        return address;
    }

    /// Like [#bump], but takes further spans and blocks as needed; 0 if there is none to be had.
    ///
    /// @param epoch the last cycle whose snapshot the mutator has passed
    public long bumpOrRefill(int bytes, long epoch) {
        long address = bump(bytes);
        if (address != 0) {
            return address;
        }
        return bytes > BlockSpace.LINE_BYTES
                ? bumpLong(bytes, epoch)
                : enterNextSpan() || enterNextBlock(epoch) ? bump(bytes) : 0;
    }

    /// Finds a place for an object longer than a line, which the current span has no room for.
    private long bumpLong(int bytes, long epoch) {
        long address = bumpBeside(bytes);
        if (address != 0) {
            return address;
        }
        if (!moreSpans && enterNextBlock(epoch)) {
            address = bump(bytes);
            if (address != 0) {
                return address;
            }
        }
        if (refillOverflow(epoch)) {
            return bumpBeside(bytes);
        }
        return enterSpanOf(bytes, epoch) ? bump(bytes) : 0;
    }

    /// Memory in the next span if it is long enough, else in the block held beside; 0 if neither has
    /// room.
    private long bumpBeside(int bytes) {
        if (moreSpans && (bytes <= BlockSpace.LINE_BYTES || bytes <= nextSpanBytes())) {
            enterNextSpan();
            return bump(bytes);
        }
        long address = overflowCursor;
        if (overflowLimit - address < bytes) {
            return 0;
        }
        overflowCursor = address + bytes;
        return address;
    }

    /// Whether [#bumpReserved] can be used for `bytes` bytes in all. Not if the block is used up: the
    /// caller then comes by [#reserve], which takes the next.
    public boolean hasReserve(int bytes) {
        return limit - cursor >= bytes || moreSpans && overflowLimit - overflowCursor >= bytes;
    }

    /// Makes sure of `bytes` bytes for [#bumpReserved]; false if there are none to be had.
    public boolean reserve(int bytes, long epoch) {
        if (limit - cursor < bytes && !moreSpans) {
            enterNextBlock(epoch);
        }
        return limit - cursor >= bytes
                || overflowLimit - overflowCursor >= bytes
                || refillOverflow(epoch)
                || enterSpanOf(bytes, epoch);
    }

    /// Memory for an object within what [#reserve] has made sure of: that is either the rest of the
    /// current span, or room in the block held beside, which is then the last resort for each object.
    public long bumpReserved(int bytes) {
        long address = bump(bytes);
        return address != 0 ? address : bumpBeside(bytes);
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
        closedBytes += overflowCursor - overflowStart;
        if (overflowLease.isHeld()) {
            long used = overflowCursor - overflowStart + BlockSpace.LINE_BYTES - 1;
            LineSet.remove(overflowLease.freeLines, 0, (int) (used >>> BlockSpace.LINE_SHIFT));
            space.close(overflowLease, epoch);
        }
        overflowCursor = 0;
        overflowLimit = 0;
        overflowStart = 0;
    }

    /// Puts the lines that the span has not used back into the lease, for whoever comes next.
    private void leaveSpan() {
        closedBytes += cursor - spanStart;
        if (lease.isHeld() && limit != 0) {
            long block = space.addressOf(lease.block);
            int unused =
                    (int) ((cursor - block + BlockSpace.LINE_BYTES - 1) >>> BlockSpace.LINE_SHIFT);
            LineSet.add(lease.freeLines, unused, nextLine);
        }
        cursor = 0;
        limit = 0;
        spanStart = 0;
        moreSpans = false;
    }

    private boolean enterNextSpan() {
        if (!lease.isHeld()) {
            return false;
        }
        closedBytes += cursor - spanStart;
        int lines = space.linesPerBlock();
        int first = LineSet.next(lease.freeLines, nextLine, lines);
        int end = LineSet.nextAbsent(lease.freeLines, first, lines);
        LineSet.remove(lease.freeLines, first, end);
        nextLine = end;
        moreSpans = LineSet.next(lease.freeLines, end, lines) < lines;
        long block = space.addressOf(lease.block);
        spanStart = block + ((long) first << BlockSpace.LINE_SHIFT);
        cursor = spanStart;
        limit = block + ((long) end << BlockSpace.LINE_SHIFT);
        return first < end;
    }

    private boolean enterNextBlock(long epoch) {
        closedBytes += cursor - spanStart;
        cursor = 0;
        limit = 0;
        spanStart = 0;
        moreSpans = false;
        if (lease.isHeld()) {
            space.close(lease, epoch);
        }
        nextLine = 0;
        return space.acquire(lease, forPinned, false) && enterNextSpan();
    }

    private long nextSpanBytes() {
        int lines = space.linesPerBlock();
        int first = LineSet.next(lease.freeLines, nextLine, lines);
        int end = LineSet.nextAbsent(lease.freeLines, first, lines);
        return (long) (end - first) << BlockSpace.LINE_SHIFT;
    }

    /// Goes on to a span of `bytes` bytes, passing over shorter ones; false if there is none. What is
    /// passed over is free again after the next collection.
    private boolean enterSpanOf(int bytes, long epoch) {
        while (enterNextSpan() || enterNextBlock(epoch)) {
            if (limit - cursor >= bytes) {
                return true;
            }
        }
        return false;
    }
}
