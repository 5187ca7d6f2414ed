// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.MemoryRefusedException;
import coex.gc.StressOptions;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// The memory objects live in: blocks of equal size, each divided into lines of 32 bytes.
///
/// A mutator allocates by bumping through the free lines of a block it holds ([AllocationBuffer]).
/// The marker sets a bit for each line a live object touches; sweeping turns the unmarked lines of
/// a block into free ones. Objects of more than half a block get consecutive blocks of their own.
///
/// **Stamps.** Objects born after their thread's snapshot of cycle N are not traced in N, so they
/// have no line marks of their own. A block therefore carries the highest cycle whose snapshot its
/// last holder had passed when giving it up, and cycle N sweeps only blocks stamped before N.
///
/// **Two kinds of blocks.** Objects of mutable shapes live in blocks of their own that take no part
/// in moving; a block keeps its kind until it is wholly free.
///
/// **Moving.** A cycle that moves takes sparse blocks from the mutators when it begins
/// ([Candidates]), and sweeps them last, when it has moved what lives there. So that there is
/// something to move into when the heap is full, the last few blocks are a *reserve* that mutators
/// do not get, until moving has not helped either.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | `acquire`, `close`, `allocateLarge`, `publishLarge` | mutators | a short lock; growth |
/// | `openReserve` | mutators | a short lock |
/// | `markLines`, `clearLineMarks`, `sweep`, `shrink` | the collector | a short lock |
/// | `acquireToMove`, `candidates` | the collector | a short lock; growth |
/// | `fragmentation`, `isInUse`, ... | any thread | a short lock |
///
/// The table of blocks is guarded by `lock`, which is held for a bounded number of steps. How much
/// is committed is the business of [HeapExtent], whose own lock is taken before this one. The file
/// is long because mutators, the collector and observers all come here for what they need of
/// blocks.
public final class BlockSpace {

    public static final int LINE_SHIFT = 5;
    public static final int LINE_BYTES = 1 << LINE_SHIFT;

    private static final int BLOCKS_AT_ONCE = 64;

    /// The reserve is one block of so many; a smaller heap has none.
    private static final int RESERVE_SHARE = 64;

    private final boolean poison;
    private final int blockShift;
    private final int linesPerBlock;
    private final int maximumBlocks;
    private final Reservations region = new Reservations();
    private final Reservation objects;
    private final LineMarks lineMarks;
    private final WrittenParts writtenParts;

    private final ReentrantLock lock = new ReentrantLock();
    private final BlockTable table;
    private final HeapExtent extent;
    private final Candidates candidates;

    /// Blocks that mutators do not get, and whether they do for now. Under the lock.
    private final int reserve;

    private boolean reserveIsOpen;

    /// Whether whole blocks were wanted in vain. Under the lock.
    private boolean missedWhole;

    public BlockSpace(HeapOptions options, ResizeListener listener) {
        this.poison = options.stress().poison();
        this.blockShift = Integer.numberOfTrailingZeros(options.blockBytes());
        this.linesPerBlock = options.blockBytes() >>> LINE_SHIFT;
        this.maximumBlocks = (int) (options.maximumBytes() >>> blockShift); // at least 1
        this.table = new BlockTable(linesPerBlock);
        try {
            this.objects = region.of("heap", bytes(maximumBlocks), options.hugePages());
            this.lineMarks = new LineMarks(region, options, maximumBlocks, objects.base());
            this.writtenParts = new WrittenParts(region, options, maximumBlocks, objects.base());
            this.extent =
                    new HeapExtent(
                            options, listener, objects, lineMarks, writtenParts, table, lock);
            this.candidates = new Candidates(this, table, lock);
            this.reserve = options.moving() ? maximumBlocks / RESERVE_SHARE : 0;
            if (!extent.commitInitial()) {
                throw new MemoryRefusedException(
                        "cannot commit memory: region=heap bytes=%d"
                                .formatted(extent.initialBytes()));
            }
        } catch (RuntimeException | Error e) {
            region.release();
            throw e;
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
        return bytes(maximumBlocks);
    }

    int maximumBlocks() {
        return maximumBlocks;
    }

    int linesPerBlock() {
        return linesPerBlock;
    }

    long addressOf(int block) {
        return objects.base() + bytes(block);
    }

    private long bytes(int blocks) {
        return (long) blocks << blockShift;
    }

    private int blockOf(long address) {
        return (int) ((address - objects.base()) >>> blockShift);
    }

    // Mutators

    /// Gives `lease` a block with free lines; false if none is left and the heap cannot grow. A
    /// partly free block of the other kind is the last choice: a heap whose survivors are spread
    /// over all blocks of one kind is not exhausted for the other.
    ///
    /// @param forPinned whether mutable objects will be put there
    /// @param wholly whether only a wholly free block will do
    boolean acquire(BlockLease lease, boolean forPinned, boolean wholly) {
        lease.makeRoom(table.wordsPerBlock());
        do {
            lock.lock();
            try {
                if (!wholly && table.openRecyclable(lease, forPinned)) {
                    return true;
                }
                if (isLastForMoving(1)) {
                    break;
                }
                if (table.openFree(lease, forPinned)) {
                    return true;
                }
            } finally {
                lock.unlock();
            }
        } while (extent.grow(1));
        return wholly ? noteMissed() : acquireOfOtherKind(lease, forPinned);
    }

    /// Somebody wanted whole free blocks, and there were none.
    private boolean noteMissed() {
        lock.lock();
        try {
            missedWhole = true;
            return false;
        } finally {
            lock.unlock();
        }
    }

    /// Whether anybody has wanted a whole free block in vain since this was last asked.
    public boolean takeMissed() {
        lock.lock();
        try {
            boolean missed = missedWhole;
            missedWhole = false;
            return missed;
        } finally {
            lock.unlock();
        }
    }

    /// Whether so many blocks cannot be had without the reserve.
    private boolean isLastForMoving(int blocks) {
        return !reserveIsOpen && unusedBlocks() - blocks < reserve;
    }

    /// Blocks that are free, and such that the heap may still grow by.
    private int unusedBlocks() {
        return table.freeBlocks() + maximumBlocks - table.committed();
    }

    /// Lets mutators have the reserve: moving has not helped them. Until a cycle frees more.
    public void openReserve() {
        lock.lock();
        try {
            reserveIsOpen = true;
        } finally {
            lock.unlock();
        }
    }

    /// Keeps the reserve for moving again, if there is enough beside it.
    public void closeReserve() {
        lock.lock();
        try {
            reserveIsOpen &= unusedBlocks() <= 2 * reserve;
        } finally {
            lock.unlock();
        }
    }

    private boolean acquireOfOtherKind(BlockLease lease, boolean forPinned) {
        lock.lock();
        try {
            return table.openRecyclableOfOtherKind(lease, forPinned);
        } finally {
            lock.unlock();
        }
    }

    /// Takes a block back, with the lines its holder has not touched.
    ///
    /// @param epoch the last cycle whose snapshot the holder has passed
    void close(BlockLease lease, long epoch) {
        lock.lock();
        try {
            table.close(lease, epoch);
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
        int taken = -1;
        do {
            lock.lock();
            try {
                if (isLastForMoving(blocks)) {
                    return 0;
                }
                int first = table.findFreeRun(blocks);
                if (first >= 0) {
                    table.takeLarge(first, blocks);
                    taken = first;
                }
            } finally {
                lock.unlock();
            }
        } while (taken < 0 && extent.grow(blocks));
        return taken < 0 ? 0 : withParts(taken, blocks);
    }

    /// The address of blocks that were taken for a large object; 0 if there is no room to note
    /// which of its parts are written, and they are free again.
    private long withParts(int first, int blocks) {
        boolean done = false;
        try {
            done = extent.commitParts(first + blocks);
            return done ? addressOf(first) : 0;
        } finally {
            if (!done) {
                abandonLarge(addressOf(first));
            }
        }
    }

    /// Whether memory from [#allocateLarge] still has to be zeroed. Forgets the answer.
    public boolean largeNeedsZeroing(long address) {
        lock.lock();
        try {
            return !table.takeLargeZeroed(blockOf(address));
        } finally {
            lock.unlock();
        }
    }

    /// Which parts of large arrays have been written.
    public WrittenParts writtenParts() {
        return writtenParts;
    }

    /// Lets the sweeper consider a large object, born in `epoch`.
    public void publishLarge(long address, long epoch) {
        lock.lock();
        try {
            table.publishLarge(blockOf(address), epoch);
        } finally {
            lock.unlock();
        }
    }

    /// Gives back memory from [#allocateLarge] that no object was put into.
    public void abandonLarge(long address) {
        lock.lock();
        try {
            table.freeLarge(blockOf(address));
        } finally {
            lock.unlock();
        }
    }

    // Collector

    /// Forgets which lines were marked in the last cycle.
    public void clearLineMarks() {
        lineMarks.clear(usedLimit());
    }

    /// Where the collector marks lines.
    public LineMarks lineMarks() {
        return lineMarks;
    }

    /// Notes that a live object occupies these bytes.
    public void markLines(long address, long bytes) {
        lineMarks.mark(address, bytes);
    }

    /// One past the highest block that may be in use.
    public int usedLimit() {
        lock.lock();
        try {
            return table.usedLimit();
        } finally {
            lock.unlock();
        }
    }

    /// Frees what is unmarked in blocks from `from` on that were given up before the snapshots of
    /// `cycle`, and returns the block to go on with, at most `limit`.
    ///
    /// @param all whether to look at all blocks, or at those allocated into since they were swept
    /// @param most how many blocks to look at; few, since mutators may wait for the lock
    public int sweep(int from, int limit, boolean all, int most, long cycle) {
        lock.lock();
        try {
            int end = Math.min(limit, table.committed());
            int block = from;
            for (int i = 0; i < most && block < end; i++) {
                if (!all) {
                    block = table.nextUnswept(block);
                    if (block < 0 || block >= end) {
                        return limit;
                    }
                }
                sweep(block, cycle);
                block++;
            }
            return block < end ? block : limit;
        } finally {
            lock.unlock();
        }
    }

    private void sweep(int block, long cycle) {
        if (table.isSweepable(block, cycle)) {
            table.setSwept(block);
            if (table.isLarge(block)) {
                sweepLarge(block);
            } else {
                sweepShared(block);
            }
        }
    }

    /// Frees the unmarked lines of a block that mutators do not have. Under the lock.
    void sweepShared(int block) {
        table.unfile(block);
        for (int word = 0; word < table.wordsPerBlock(); word++) {
            long unmarked = lineMarks.unmarked(block, word);
            long freed = unmarked & ~table.freeLines(block, word);
            if (poison) {
                poisonLines(block, word, freed);
            }
            table.setFreeLines(block, word, unmarked);
        }
        table.refile(block);
    }

    /// The blocks that the running cycle empties.
    public Candidates candidates() {
        return candidates;
    }

    /// Gives `lease` a free block to move objects into, the lowest there is; false if there is
    /// none.
    boolean acquireToMove(BlockLease lease) {
        lease.makeRoom(table.wordsPerBlock());
        do {
            lock.lock();
            try {
                if (table.openFree(lease, false)) {
                    return true;
                }
            } finally {
                lock.unlock();
            }
        } while (extent.grow(1));
        return false;
    }

    private void sweepLarge(int head) {
        if (lineMarks.isFirstLineMarked(head)) {
            return;
        }
        int blocks = table.largeBlocks(head);
        if (poison) {
            Memory.fill(addressOf(head), bytes(blocks), StressOptions.POISON);
        }
        table.freeLarge(head);
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
        extent.shrink(keepBytes);
    }

    /// The same down to the last block in use, if at least `keepBytes` remain.
    public void shrinkTo(long keepBytes) {
        extent.shrinkTo(keepBytes);
    }

    /// Gives the memory of free blocks back to the system until they are needed.
    public void discardFree(Runnable betweenPieces) {
        extent.discardFree(betweenPieces);
    }

    // Anyone

    /// Whether `bytes` bytes at `address` lie within blocks that hold objects.
    public boolean isInUse(long address, long bytes) {
        lock.lock();
        try {
            long from = address - objects.base();
            if (from < 0 || bytes <= 0 || from + bytes > bytes(table.committed())) {
                return false;
            }
            int last = blockOf(address + bytes - 1);
            for (int block = blockOf(address); block <= last; block++) {
                if (table.isFree(block)) {
                    return false;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Whether an object that shares its block with others touches a line that a mutator may get.
    public boolean touchesFreeLine(long address, long bytes) {
        lock.lock();
        try {
            int block = blockOf(address);
            long inBlock = address - addressOf(block);
            long last = Math.min((inBlock + bytes - 1) >>> LINE_SHIFT, linesPerBlock - 1);
            for (long line = inBlock >>> LINE_SHIFT; line <= last; line++) {
                if (table.isFreeLine(block, (int) line)) {
                    return true;
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    public long committedBytes() {
        return locked(() -> bytes(table.committed()));
    }

    /// Of these, what has been given back to the system until it is needed.
    public long discardedBytes() {
        return locked(() -> bytes(table.discardedBlocks()));
    }

    /// Bytes of side tables committed for the blocks.
    public long sideBytes() {
        return locked(
                () ->
                        lineMarks.reservation().committedBytes()
                                + writtenParts.reservation().committedBytes()
                                + table.bytes());
    }

    /// Bytes in wholly free blocks, and bytes the heap may still grow by.
    public long availableBytes() {
        return locked(() -> bytes(unusedBlocks()));
    }

    /// Bytes that mutators get only when moving has not helped.
    public long reserveBytes() {
        return bytes(reserve);
    }

    /// Bytes of free lines between live objects.
    public long gapBytes() {
        return locked(() -> table.recyclableLines() << LINE_SHIFT);
    }

    /// [#availableBytes] without the reserve, and [#gapBytes]: what small objects can still be put
    /// into.
    public long reusableBytes() {
        return locked(
                () ->
                        bytes(Math.max(0, unusedBlocks() - (reserveIsOpen ? 0 : reserve)))
                                + (table.recyclableLines() << LINE_SHIFT));
    }

    public long heapGrowths() {
        return locked(extent::growths);
    }

    public long heapShrinks() {
        return locked(extent::shrinks);
    }

    /// How the free memory lies. Looks at a few blocks at a time, so as not to keep mutators
    /// waiting; while they run, the picture is of several moments.
    public HeapStats.Fragmentation fragmentation() {
        FreeRuns runs = new FreeRuns();
        int blocks = (int) locked(table::committed);
        for (int from = 0; from < blocks; from += BLOCKS_AT_ONCE) {
            lock.lock();
            try {
                table.addFreeRuns(runs, from, from + BLOCKS_AT_ONCE);
            } finally {
                lock.unlock();
            }
        }
        runs.end();
        return runs.summary();
    }

    /// What each block is used for. Looks at a few at a time, like [#fragmentation].
    public BlockPicture picture() {
        BlockPicture picture = new BlockPicture((int) locked(table::committed), linesPerBlock);
        for (int from = 0; from < picture.blocks(); from += BLOCKS_AT_ONCE) {
            lock.lock();
            try {
                table.describe(picture, from, Math.min(from + BLOCKS_AT_ONCE, picture.blocks()));
            } finally {
                lock.unlock();
            }
        }
        return picture;
    }

    /// What a block is used for; `free` then has a bit for each of its lines that a mutator may get
    /// with the block.
    ///
    /// @param free room for as many bits as a block has lines
    public BlockUse freeLines(int block, long[] free) {
        lock.lock();
        try {
            return table.copyFreeLines(block, free);
        } finally {
            lock.unlock();
        }
    }

    /// Gives all memory back. Nothing may use this space any more.
    public void release() {
        region.release();
    }

    private long locked(LongSupplier value) {
        lock.lock();
        try {
            return value.getAsLong();
        } finally {
            lock.unlock();
        }
    }
}
