package coex.gc.memory;

import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.HeapUsageException;
import coex.gc.StressOptions;

import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.locks.ReentrantLock;

/// The memory objects live in: blocks of equal size, each divided into lines of 128 bytes.
///
///                    acquire (mutator)                  close (mutator)
///        FREE ────────────────────────► OPEN ─────────────────────────► CLOSED
///         ▲  ▲                           ▲ │ close, lines left             │
///         │  │                  acquire  │ ▼                               │
///         │  └──────────────────────── RECYCLABLE ◄────────────────────────┤
///         │      sweep, no line marked        sweep, some lines unmarked   │
///         └────────────────────────────────────────────────────────────────┘
///
///        FREE ── allocateLarge (mutator) ──► LARGE_HEAD, LARGE_TAIL ... ── sweep, unmarked ──► FREE
///
/// A mutator allocates by bumping through the free lines of a block it holds ([AllocationBuffer]).
/// The marker sets a byte for each line a live object touches; sweeping turns the unmarked lines of
/// a block into free ones. Objects of more than half a block get consecutive blocks of their own.
///
/// **Stamps.** Objects born after their thread's snapshot of cycle N are not traced in N, so they
/// have no line marks of their own. A block therefore carries the highest cycle whose snapshot its
/// last holder had passed when giving it up, and cycle N sweeps only blocks stamped before N.
///
/// **Two kinds of blocks.** Objects of mutable shapes live in blocks of their own that will not
/// take part in moving; a block keeps its kind until it is wholly free.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | `acquire`, `close`, `allocateLarge`, `publishLarge` | mutators | a short lock; growth |
/// | `markLines`, `clearLineMarks`, `sweep`, `shrink` | the collector | a short lock |
/// | `fragmentation`, `isInUse`, ... | any thread | a short lock |
///
/// All tables below are guarded by `lock`, which is held for a bounded number of steps. `growth` is
/// taken before it by whoever changes the committed size, and may be held for a system call.
public final class BlockSpace {

    public static final int LINE_SHIFT = 7;
    public static final int LINE_BYTES = 1 << LINE_SHIFT;

    private static final byte FREE = 0;
    private static final byte OPEN = 1;
    private static final byte CLOSED = 2;
    private static final byte RECYCLABLE = 3;
    private static final byte LARGE_HEAD = 4;
    private static final byte LARGE_TAIL = 5;

    private static final int BEING_FILLED = Integer.MAX_VALUE;

    private final ResizeListener listener;
    private final boolean poison;
    private final int blockShift;
    private final int linesPerBlock;
    private final int wordsPerBlock;
    private final int initialBlocks;
    private final int maximumBlocks;
    private final Reservation objects;

    /// One byte for each line: 1 if the marker has seen a live object touch it in this cycle.
    /// Written and read by the collector only.
    private final Reservation lineMarks;

    private final ReentrantLock growth = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();

    private int committedBlocks;
    private byte[] state = {};
    private int[] stamp = {};
    private int[] largeBlocks = {};
    private long[] freeLines = {};
    private final BitSet free = new BitSet();
    private final BitSet zeroed = new BitSet();
    private final BitSet pinned = new BitSet();
    private final BitSet recyclableMoving = new BitSet();
    private final BitSet recyclablePinned = new BitSet();

    /// No block at or above this number has been used since memory was last given back.
    private int usedLimit;

    private int freeBlocks;
    private long heapGrowths;
    private long heapShrinks;

    public BlockSpace(HeapOptions options, ResizeListener listener) {
        this.listener = listener;
        this.poison = options.stress().poison();
        this.blockShift = Integer.numberOfTrailingZeros(options.blockBytes());
        this.linesPerBlock = options.blockBytes() >>> LINE_SHIFT;
        this.wordsPerBlock = (linesPerBlock + 63) >>> 6;
        this.maximumBlocks = (int) (options.maximumBytes() >>> blockShift); // at least 1
        this.initialBlocks =
                (int) Math.min((options.initialBytes() - 1 >>> blockShift) + 1, maximumBlocks);
        this.objects =
                Reservation.of("heap", (long) maximumBlocks << blockShift, options.hugePages());
        this.lineMarks =
                Reservation.of(
                        "line marks", (long) maximumBlocks * linesPerBlock, options.hugePages());
        if (!commit(initialBlocks)) {
            release();
            throw new HeapUsageException(
                    "cannot commit memory: region=heap bytes=%d"
                            .formatted((long) initialBlocks << blockShift));
        }
    }

    public int blockBytes() {
        return 1 << blockShift;
    }

    /// The largest object that shares a block with others.
    public int largestShared() {
        return blockBytes() / 2;
    }

    public long base() {
        return objects.base();
    }

    public long maximumBytes() {
        return (long) maximumBlocks << blockShift;
    }

    public long committedBytes() {
        lock.lock();
        try {
            return (long) committedBlocks << blockShift;
        } finally {
            lock.unlock();
        }
    }

    /// Bytes of side tables committed for the blocks.
    public long sideBytes() {
        lock.lock();
        try {
            return lineMarks.committedBytes() + (long) state.length * (9 + wordsPerBlock * 8L);
        } finally {
            lock.unlock();
        }
    }

    BlockLease newLease() {
        return new BlockLease(wordsPerBlock);
    }

    int linesPerBlock() {
        return linesPerBlock;
    }

    long addressOf(int block) {
        return objects.base() + ((long) block << blockShift);
    }

    // Mutators

    /// Gives `lease` a block with free lines; false if none is left and the heap cannot grow.
    ///
    /// @param forPinned whether mutable objects will be put there
    /// @param wholly whether only a wholly free block will do
    boolean acquire(BlockLease lease, boolean forPinned, boolean wholly) {
        do {
            lock.lock();
            try {
                BitSet recyclable = forPinned ? recyclablePinned : recyclableMoving;
                int block = wholly ? -1 : recyclable.nextSetBit(0);
                if (block >= 0) {
                    recyclable.clear(block);
                    lease.zeroed = false;
                    int from = block * wordsPerBlock;
                    System.arraycopy(freeLines, from, lease.freeLines, 0, wordsPerBlock);
                    Arrays.fill(freeLines, from, from + wordsPerBlock, 0);
                } else {
                    block = free.nextSetBit(0);
                    if (block < 0) {
                        continue;
                    }
                    takeFree(block, 1);
                    pinned.set(block, forPinned);
                    lease.zeroed = zeroed.get(block);
                    zeroed.clear(block);
                    Arrays.fill(lease.freeLines, -1L);
                    if ((linesPerBlock & 63) != 0) {
                        lease.freeLines[wordsPerBlock - 1] = (1L << linesPerBlock) - 1;
                    }
                }
                state[block] = OPEN;
                lease.block = block;
                return true;
            } finally {
                lock.unlock();
            }
        } while (grow(1));
        return false;
    }

    /// Takes a block back, with the lines its holder has not touched.
    ///
    /// @param epoch the last cycle whose snapshot the holder has passed
    void close(BlockLease lease, int epoch) {
        lock.lock();
        try {
            int block = lease.block;
            lease.block = BlockLease.NONE;
            stamp[block] = Math.max(stamp[block], epoch);
            boolean linesLeft = false;
            for (int word = 0; word < wordsPerBlock; word++) {
                freeLines[block * wordsPerBlock + word] = lease.freeLines[word];
                linesLeft |= lease.freeLines[word] != 0;
            }
            state[block] = linesLeft ? RECYCLABLE : CLOSED;
            if (linesLeft) {
                recyclableFor(block).set(block);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Takes consecutive free blocks for one object of `bytes` bytes and returns their address, or
    /// 0 if there are none. The sweeper leaves them alone until [#publishLarge].
    public long allocateLarge(long bytes) {
        long wanted = (bytes - 1 >>> blockShift) + 1;
        if (wanted > maximumBlocks) {
            return 0;
        }
        int blocks = (int) wanted;
        do {
            lock.lock();
            try {
                int first = findFreeRun(blocks);
                if (first >= 0) {
                    takeFree(first, blocks);
                    Arrays.fill(state, first, first + blocks, LARGE_TAIL);
                    state[first] = LARGE_HEAD;
                    stamp[first] = BEING_FILLED;
                    largeBlocks[first] = blocks;
                    return addressOf(first);
                }
            } finally {
                lock.unlock();
            }
        } while (grow(blocks));
        return 0;
    }

    /// Whether memory from [#allocateLarge] still has to be zeroed. Forgets the answer.
    public boolean largeNeedsZeroing(long address) {
        lock.lock();
        try {
            int first = blockOf(address);
            int end = first + largeBlocks[first];
            boolean clean = zeroed.nextClearBit(first) >= end;
            zeroed.clear(first, end);
            return !clean;
        } finally {
            lock.unlock();
        }
    }

    /// Lets the sweeper consider a large object, born in `epoch`.
    public void publishLarge(long address, int epoch) {
        lock.lock();
        try {
            stamp[blockOf(address)] = epoch;
        } finally {
            lock.unlock();
        }
    }

    /// Gives back memory from [#allocateLarge] that no object was put into.
    public void abandonLarge(long address) {
        lock.lock();
        try {
            freeLarge(blockOf(address));
        } finally {
            lock.unlock();
        }
    }

    // Collector

    /// Forgets which lines were marked in the last cycle.
    public void clearLineMarks() {
        int blocks = usedLimit();
        Memory.fill(lineMarks.base(), (long) blocks * linesPerBlock, (byte) 0);
    }

    /// Notes that a live object occupies these bytes. Large objects mark their first line only.
    public void markLines(long address, long bytes) {
        long marks = lineMarks.base();
        long first = (address - objects.base()) >>> LINE_SHIFT;
        Memory.putByte(marks + first, (byte) 1);
        long last = (address + bytes - 1 - objects.base()) >>> LINE_SHIFT;
        if (last != first && bytes <= largestShared()) {
            for (long line = first + 1; line <= last; line++) {
                Memory.putByte(marks + line, (byte) 1);
            }
        }
    }

    /// One past the highest block that may be in use.
    public int usedLimit() {
        lock.lock();
        try {
            return usedLimit;
        } finally {
            lock.unlock();
        }
    }

    /// Frees what is unmarked in blocks `from` to `to`, exclusive, that were given up before the
    /// snapshots of `cycle`. The caller keeps the range short: mutators may wait for the lock.
    public void sweep(int from, int to, int cycle, SweepTally tally) {
        lock.lock();
        try {
            for (int block = from; block < to && block < committedBlocks; block++) {
                if (stamp[block] >= cycle) {
                    continue;
                }
                switch (state[block]) {
                    case CLOSED, RECYCLABLE -> sweepShared(block, tally);
                    case LARGE_HEAD -> sweepLarge(block, tally);
                    default -> {}
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void sweepShared(int block, SweepTally tally) {
        int unmarked = 0;
        for (int word = 0; word < wordsPerBlock; word++) {
            long now = unmarkedLines(block, word);
            int at = block * wordsPerBlock + word;
            if (poison) {
                poisonLines(block, word, now & ~freeLines[at]);
            }
            tally.linesFreed += Long.bitCount(now & ~freeLines[at]);
            freeLines[at] = now;
            unmarked += Long.bitCount(now);
        }
        recyclableFor(block).clear(block);
        if (unmarked == linesPerBlock) {
            giveFree(block, 1);
            tally.blocksFreed++;
        } else if (unmarked > 0) {
            state[block] = RECYCLABLE;
            recyclableFor(block).set(block);
            tally.blocksRecyclable++;
        } else {
            state[block] = CLOSED;
        }
    }

    private void sweepLarge(int block, SweepTally tally) {
        long firstLine = (long) block * linesPerBlock;
        if (Memory.getByte(lineMarks.base() + firstLine) == 0) {
            int blocks = largeBlocks[block];
            if (poison) {
                Memory.fill(addressOf(block), (long) blocks << blockShift, StressOptions.POISON);
            }
            tally.blocksFreed += blocks;
            tally.linesFreed += (long) blocks * linesPerBlock;
            freeLarge(block);
        }
    }

    /// The unmarked lines among 64 of a block: eight mark bytes are folded into eight bits at a
    /// time by a multiplication that moves bit 0 of byte i to bit 56 + i.
    private long unmarkedLines(int block, int word) {
        long at = lineMarks.base() + (long) block * linesPerBlock + word * 64L;
        int lines = Math.min(64, linesPerBlock - word * 64);
        long marked = 0;
        for (int group = 0; group < lines >>> 3; group++) {
            long bytes = Memory.getLong(at + group * 8L);
            marked |= (bytes * 0x0102040810204080L >>> 56) << (group * 8);
        }
        long all = lines == 64 ? -1L : (1L << lines) - 1;
        return ~marked & all;
    }

    private void poisonLines(int block, int word, long lines) {
        for (long left = lines; left != 0; left &= left - 1) {
            long line = word * 64L + Long.numberOfTrailingZeros(left);
            Memory.fill(addressOf(block) + (line << LINE_SHIFT), LINE_BYTES, StressOptions.POISON);
        }
    }

    /// Gives free memory at the end of the heap back to the system, halving the committed size as
    /// long as the upper half is free and at least `keepBytes` remain.
    public void shrink(long keepBytes) {
        growth.lock();
        try {
            int from;
            int to;
            lock.lock();
            try {
                from = committedBlocks;
                to = committedBlocks;
                int highestUsed = free.previousClearBit(committedBlocks - 1);
                while (to / 2 >= initialBlocks
                        && to / 2 > highestUsed
                        && (long) to / 2 << blockShift >= keepBytes) {
                    to /= 2;
                }
                if (to == from) {
                    return;
                }
                committedBlocks = to;
                freeBlocks -= from - to;
                free.clear(to, from);
                usedLimit = Math.min(usedLimit, to);
                heapShrinks++;
            } finally {
                lock.unlock();
            }
            objects.uncommitTo((long) to << blockShift);
            lineMarks.uncommitTo((long) to * linesPerBlock);
            listener.resized("heap", (long) from << blockShift, (long) to << blockShift);
        } finally {
            growth.unlock();
        }
    }

    // Anyone

    /// Whether `bytes` bytes at `address` lie within blocks that hold objects.
    public boolean isInUse(long address, long bytes) {
        lock.lock();
        try {
            long from = address - objects.base();
            if (from < 0 || bytes <= 0 || from + bytes > (long) committedBlocks << blockShift) {
                return false;
            }
            int last = blockOf(address + bytes - 1);
            for (int block = blockOf(address); block <= last; block++) {
                if (state[block] == FREE) {
                    return false;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Whether an object at `address` touches a line that a mutator may be given. Only meaningful
    /// for objects that existed before the last sweep.
    public boolean touchesFreeLine(long address, long bytes) {
        lock.lock();
        try {
            int block = blockOf(address);
            if (state[block] != RECYCLABLE) {
                return state[block] == FREE;
            }
            long inBlock = address - addressOf(block);
            for (long line = inBlock >>> LINE_SHIFT;
                    line <= (inBlock + bytes - 1) >>> LINE_SHIFT && line < linesPerBlock;
                    line++) {
                long word = freeLines[block * wordsPerBlock + (int) (line >>> 6)];
                if ((word >>> line & 1) != 0) {
                    return true;
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /// Bytes in wholly free blocks, and bytes the heap may still grow by.
    public long availableBytes() {
        lock.lock();
        try {
            return (long) (freeBlocks + maximumBlocks - committedBlocks) << blockShift;
        } finally {
            lock.unlock();
        }
    }

    public HeapStats.Fragmentation fragmentation() {
        lock.lock();
        try {
            FreeRuns runs = new FreeRuns();
            for (int block = 0; block < committedBlocks; block++) {
                if (state[block] == FREE) {
                    runs.extend(linesPerBlock);
                } else {
                    for (int line = 0; line < linesPerBlock; line++) {
                        long word = freeLines[block * wordsPerBlock + (line >>> 6)];
                        if (state[block] == RECYCLABLE && (word >>> line & 1) != 0) {
                            runs.extend(1);
                        } else {
                            runs.end();
                        }
                    }
                }
            }
            runs.end();
            return runs.summary();
        } finally {
            lock.unlock();
        }
    }

    /// Runs of free lines, as a scan in address order meets them.
    private static final class FreeRuns {
        private long current;
        private long largest;
        private long total;
        private long count;

        void extend(int lines) {
            current += lines;
        }

        void end() {
            if (current > 0) {
                count++;
                total += current;
                largest = Math.max(largest, current);
                current = 0;
            }
        }

        HeapStats.Fragmentation summary() {
            int percent = total == 0 ? 0 : (int) (100 - 100 * largest / total);
            return new HeapStats.Fragmentation(largest << LINE_SHIFT, count, percent);
        }
    }

    public long heapGrowths() {
        lock.lock();
        try {
            return heapGrowths;
        } finally {
            lock.unlock();
        }
    }

    public long heapShrinks() {
        lock.lock();
        try {
            return heapShrinks;
        } finally {
            lock.unlock();
        }
    }

    /// Gives all memory back. Nothing may use this space any more.
    public void release() {
        objects.release();
        lineMarks.release();
    }

    // Helpers, all under the lock

    private int blockOf(long address) {
        return (int) ((address - objects.base()) >>> blockShift);
    }

    private BitSet recyclableFor(int block) {
        return pinned.get(block) ? recyclablePinned : recyclableMoving;
    }

    private void takeFree(int first, int blocks) {
        free.clear(first, first + blocks);
        freeBlocks -= blocks;
        usedLimit = Math.max(usedLimit, first + blocks);
        for (int block = first; block < first + blocks; block++) {
            stamp[block] = 0;
        }
    }

    private void giveFree(int first, int blocks) {
        Arrays.fill(state, first, first + blocks, FREE);
        Arrays.fill(freeLines, first * wordsPerBlock, (first + blocks) * wordsPerBlock, 0);
        free.set(first, first + blocks);
        pinned.clear(first, first + blocks);
        freeBlocks += blocks;
    }

    private void freeLarge(int head) {
        int blocks = largeBlocks[head];
        largeBlocks[head] = 0;
        giveFree(head, blocks);
    }

    private int findFreeRun(int blocks) {
        int from = free.nextSetBit(0);
        while (from >= 0) {
            int end = free.nextClearBit(from);
            if (end - from >= blocks) {
                return from;
            }
            from = free.nextSetBit(end);
        }
        return -1;
    }

    /// Doubles the committed size, more if `blocks` need it. True if a run of `blocks` free blocks
    /// may have become available; false if the limit is reached.
    private boolean grow(int blocks) {
        growth.lock();
        try {
            int from;
            int to;
            lock.lock();
            try {
                if (findFreeRun(blocks) >= 0) {
                    return true;
                }
                from = committedBlocks;
                to = (int) Math.min(maximumBlocks, Math.max(from * 2L, (long) from + blocks));
            } finally {
                lock.unlock();
            }
            if (to == from || !commit(to)) {
                return false;
            }
            listener.resized("heap", (long) from << blockShift, (long) to << blockShift);
            return true;
        } finally {
            growth.unlock();
        }
    }

    private boolean commit(int blocks) {
        // Committing is in steps larger than a block: below this, memory may have been used.
        long usedBefore = objects.committedBytes() + blockBytes() - 1 >>> blockShift;
        if (!objects.commitTo((long) blocks << blockShift)
                || !lineMarks.commitTo((long) blocks * linesPerBlock)) {
            return false;
        }
        lock.lock();
        try {
            if (blocks > state.length) {
                state = Arrays.copyOf(state, blocks);
                stamp = Arrays.copyOf(stamp, blocks);
                largeBlocks = Arrays.copyOf(largeBlocks, blocks);
                freeLines = Arrays.copyOf(freeLines, Math.multiplyExact(blocks, wordsPerBlock));
            }
            free.set(committedBlocks, blocks);
            if (usedBefore < blocks) {
                zeroed.set((int) Math.max(usedBefore, committedBlocks), blocks);
            }
            freeBlocks += blocks - committedBlocks;
            if (committedBlocks > 0) {
                heapGrowths++;
            }
            committedBlocks = blocks;
            return true;
        } finally {
            lock.unlock();
        }
    }
}
