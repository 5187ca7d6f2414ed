package coex.gc.memory;

/// Where one mutator puts its next objects: the free lines of the block it holds, span by span.
///
/// An object that fits a line goes to the next span if the current one has no room. A longer one
/// might skip many spans, which only the next sweep finds again; it goes to a wholly free block held
/// beside the first. Such a block is taken when there is no span for it in the current block and the
/// next, or at once for objects over [#SHORT_BYTES]; when there is no such block, all try all others: a
/// heap is not exhausted while a span is long enough. The memory is not zeroed.
///
/// Owned by one mutator; the collector uses it only on behalf of that mutator, under a handshake. The one
/// exception is [#allocatedBytes], which anyone may ask.
public final class AllocationBuffer {

    /// Longer objects do not look for a span among others that are too short.
    private static final int SHORT_BYTES = 128;

    private final BlockSpace space;
    private final boolean forPinned;

    /// Next free byte of the current span, and its first; the same of the overflow block; and the bytes
    /// allocated in spans and blocks that were left.
    ///
    /// - writers: the owner, or the collector on its behalf under a handshake; plainly
    /// - readers: the same; and whoever asks for statistics, through [#allocatedBytes], plainly and at
    ///   any time
    /// - why: a race there gives a figure between two moments. A cursor and a start that do not belong
    ///   together may differ by more than a block and then count for nothing; a span may count twice
    ///   or not at all. Nothing is decided by it
    private long cursor;

    private long spanStart;
    private long overflowCursor;
    private long overflowStart;
    private long closedBytes;

    // The owner's alone

    /// The end of the current span, and the line after it.
    private long limit;

    private int nextLine;

    /// Whether the block has free lines after the current span.
    private boolean moreSpans;

    private final BlockLease lease;

    private long overflowLimit;
    private final BlockLease overflowLease;

    /// @param forPinned whether the objects are mutable
    public AllocationBuffer(BlockSpace space, boolean forPinned) {
        this.space = space;
        this.forPinned = forPinned;
        this.lease = space.newLease();
        this.overflowLease = space.newLease();
    }

    /// Whether the current span has room for `bytes` bytes.
    public boolean hasRoom(int bytes) {
        return limit - cursor >= bytes;
    }

    /// The address of `bytes` bytes, directly after [#hasRoom] has said that there is room.
    public long bump(int bytes) {
        long address = cursor;
        cursor = address + bytes;
        return address;
    }

    /// Like [#bump], or goes on to further spans of the blocks in hand; 0 if none of
    /// them has room. Takes no lock.
    public long bumpInBlock(int bytes) {
        if (hasRoom(bytes)) {
            return bump(bytes);
        }
        if (bytes > BlockSpace.LINE_BYTES && overflowHasRoom(bytes)) {
            return bumpOverflow(bytes);
        }
        while (bytes <= SHORT_BYTES && enterNextSpan()) {
            if (hasRoom(bytes)) {
                return bump(bytes);
            }
        }
        return 0;
    }

    /// Like [#bump], but takes further spans and blocks as needed; 0 if there is none to be had.
    ///
    /// @param epoch the last cycle whose snapshot the mutator has passed
    public long bumpOrRefill(int bytes, long epoch) {
        long address = bumpInBlock(bytes);
        if (address != 0) {
            return address;
        }
        if (bytes <= SHORT_BYTES || !lease.isHeld()) {
            address = enterNextBlock(epoch) ? bumpInBlock(bytes) : 0;
        }
        if (address == 0 && bytes > BlockSpace.LINE_BYTES && refillOverflow(epoch)) {
            address = bumpOverflow(bytes);
        }
        while (address == 0 && bytes <= SHORT_BYTES && enterNextBlock(epoch)) {
            address = bumpInBlock(bytes);
        }
        return address == 0 && bytes > SHORT_BYTES && enterSpanOf(bytes, epoch)
                ? bump(bytes)
                : address;
    }

    /// Whether [#bumpReserved] can be used for `bytes` bytes in all. Not if the block is used up: the
    /// caller then comes by [#reserve], which takes the next.
    public boolean hasReserve(int bytes) {
        return hasRoom(bytes) || moreSpans && overflowHasRoom(bytes);
    }

    /// Makes sure of `bytes` bytes for [#bumpReserved]; false if there are none to be had.
    public boolean reserve(int bytes, long epoch) {
        if (!hasRoom(bytes) && !moreSpans) {
            enterNextBlock(epoch);
        }
        return hasRoom(bytes)
                || overflowHasRoom(bytes)
                || refillOverflow(epoch)
                || enterSpanOf(bytes, epoch);
    }

    /// Memory for an object within what [#reserve] has made sure of. That is either the rest of the
    /// current span, or room in the block held beside, which then is the last resort for each object:
    /// what fits the next span goes there, and short ones skip some.
    public long bumpReserved(int bytes) {
        if (hasRoom(bytes)) {
            return bump(bytes);
        }
        while (moreSpans && (bytes <= SHORT_BYTES || nextSpanBytes() >= bytes)) {
            enterNextSpan();
            if (hasRoom(bytes)) {
                return bump(bytes);
            }
        }
        return bumpOverflow(bytes);
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
            if (hasRoom(bytes)) {
                return true;
            }
        }
        return false;
    }
}
