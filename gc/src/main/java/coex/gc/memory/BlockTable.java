// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// What each block is, and which of its lines are free.
///
///                      open (mutator)                     close (mutator)
///        FREE ────────────────────────► OPEN ─────────────────────────► CLOSED
///         ▲  ▲                           ▲ │ close, lines left             │
///         │  │                     open  │ ▼                               │
///         │  └──────────────────────── RECYCLABLE ◄────────────────────────┤
///         │      sweep, no line marked        sweep, some lines unmarked   │
///         └────────────────────────────────────────────────────────────────┘
///
///        FREE ── takeLarge (mutator) ──► LARGE_HEAD, LARGE_TAIL ... ── freeLarge ──► FREE
///
///        CLOSED, RECYCLABLE ── withhold (a cycle begins that moves) ──► CANDIDATE ── sweep, or
///        give back (the cycle is given up) ──► CLOSED, RECYCLABLE, FREE
///
/// Every method runs under the lock of [BlockSpace]; the table knows no threads. The file is long
/// because every change of a block's state is here, beside the drawing of all of them.
final class BlockTable {

    private static final byte FREE = 0;
    private static final byte OPEN = 1;
    private static final byte CLOSED = 2;
    private static final byte RECYCLABLE = 3;
    private static final byte LARGE_HEAD = 4;
    private static final byte LARGE_TAIL = 5;
    private static final byte CANDIDATE = 6;

    /// The stamp of a large object that has not been published yet.
    private static final long BEING_FILLED = Long.MAX_VALUE;

    private final int linesPerBlock;
    private final int wordsPerBlock;

    private int committed;
    private byte[] state = {};
    private long[] stamp = {};
    private int[] largeBlocks = {};

    /// Lines that hold objects: those that the last sweep has found marked, and those that were
    /// allocated into since. Not all others are free: a mutator that finds a gap too short leaves
    /// it to the next sweep.
    private int[] usedLines = {};

    private final FreeLines freeLines;
    private final BitSet free = new BitSet();

    /// Blocks whose memory is known to read as 0: a large object there need not be zeroed.
    private final BitSet zeroed = new BitSet();

    /// Blocks for mutable objects, and such that got one when nothing else was left.
    private final BitSet pinned = new BitSet();

    /// Blocks that were allocated into since they were last swept.
    private final BitSet unswept = new BitSet();

    /// Free blocks whose memory has been given back to the system.
    private final BitSet discarded = new BitSet();

    private final BitSet recyclableMoving = new BitSet();
    private final BitSet recyclablePinned = new BitSet();
    private int freeBlocks;
    private long recyclableLines;
    private int usedLimit;

    BlockTable(int linesPerBlock) {
        this.linesPerBlock = linesPerBlock;
        this.wordsPerBlock = (linesPerBlock + 63) >>> 6;
        this.freeLines = new FreeLines(wordsPerBlock);
    }

    int committed() {
        return committed;
    }

    /// Free lines in blocks that hold live objects too.
    long recyclableLines() {
        return recyclableLines;
    }

    int freeBlocks() {
        return freeBlocks;
    }

    /// No block at or above this number has been used since memory was last given back.
    int usedLimit() {
        return usedLimit;
    }

    /// Bytes of the JVM's heap this table takes.
    long bytes() {
        return (long) state.length * 17 + freeLines.bytes();
    }

    // Growing and shrinking

    /// Adds blocks, all free; those from `firstZeroed` on read as 0.
    ///
    /// @throws OutOfMemoryError if the JVM has no room for the table; it is then as it was
    void growTo(int blocks, int firstZeroed) {
        if (blocks > state.length) {
            makeRoom(blocks);
        }
        free.set(committed, blocks);
        if (firstZeroed < blocks) {
            zeroed.set(Math.max(firstZeroed, committed), blocks);
        }
        freeBlocks += blocks - committed;
        committed = blocks;
    }

    /// The longest arrays first, so that a table far too long fails before much memory was touched.
    private void makeRoom(int blocks) {
        long[] stamps = Arrays.copyOf(stamp, blocks);
        int[] large = Arrays.copyOf(largeBlocks, blocks);
        int[] used = Arrays.copyOf(usedLines, blocks);
        byte[] states = Arrays.copyOf(state, blocks);
        for (BitSet set :
                List.of(
                        free,
                        zeroed,
                        pinned,
                        unswept,
                        discarded,
                        recyclableMoving,
                        recyclablePinned)) {
            set.set(blocks - 1); // never set yet; makes the set long enough
            set.clear(blocks - 1);
        }
        freeLines.makeRoom(blocks);
        stamp = stamps;
        largeBlocks = large;
        usedLines = used;
        state = states;
    }

    /// One past the highest block that is not free.
    int highestUsed() {
        return free.previousClearBit(committed - 1) + 1;
    }

    /// Removes free blocks at the end.
    void shrinkTo(int blocks) {
        freeBlocks -= committed - blocks;
        free.clear(blocks, committed);
        zeroed.clear(blocks, committed);
        discarded.clear(blocks, committed);
        usedLimit = Math.min(usedLimit, blocks);
        committed = blocks;
    }

    /// Takes free blocks that lie together, at most `most` of the first from `from` on, so that
    /// nobody gets them while their memory is given back to the system. [#giveBackTaken] ends it.
    ///
    /// @return the first and how many, as an [IntPair]; no blocks if there are none
    long takeToDiscard(int from, int most) {
        int first = from;
        do {
            first = free.nextSetBit(discarded.nextClearBit(first));
        } while (first >= 0 && discarded.get(first));
        if (first < 0) {
            return IntPair.of(committed, 0);
        }
        int end = Math.min(first + most, free.nextClearBit(first));
        int next = discarded.nextSetBit(first);
        int count = (next < 0 ? end : Math.min(end, next)) - first;
        free.clear(first, first + count);
        freeBlocks -= count;
        return IntPair.of(first, count);
    }

    /// Gives blocks back that were taken to be discarded, up to `end`, exclusive.
    void giveBackTaken(int first, int end) {
        free.set(first, end);
        freeBlocks += end - first;
    }

    /// The memory of free blocks has been given back; it reads as 0.
    void setDiscarded(int first, int end) {
        zeroed.set(first, end);
        discarded.set(first, end);
    }

    int discardedBlocks() {
        return discarded.cardinality();
    }

    // Blocks of mutators

    /// Gives `lease` a partly free block of the wanted kind; false if there is none.
    boolean openRecyclable(BlockLease lease, boolean forPinned) {
        BitSet recyclable = forPinned ? recyclablePinned : recyclableMoving;
        int block = recyclable.nextSetBit(0);
        if (block < 0) {
            return false;
        }
        recyclable.clear(block);
        recyclableLines -= freeLines.count(block);
        freeLines.copyTo(lease.freeLines, block);
        freeLines.clear(block);
        state[block] = OPEN;
        unswept.set(block);
        lease.block = block;
        return true;
    }

    /// Gives `lease` a partly free block of the other kind; false if there is none. A block that
    /// gets a pinned object is pinned from when it is given back until it is wholly free.
    boolean openRecyclableOfOtherKind(BlockLease lease, boolean forPinned) {
        if (!openRecyclable(lease, !forPinned)) {
            return false;
        }
        lease.pins = forPinned;
        return true;
    }

    /// Gives `lease` a wholly free block; false if there is none.
    boolean openFree(BlockLease lease, boolean forPinned) {
        int block = free.nextSetBit(0);
        if (block < 0) {
            return false;
        }
        takeFree(block, 1);
        pinned.set(block, forPinned);
        zeroed.clear(block);
        Arrays.fill(lease.freeLines, 0);
        LineSet.add(lease.freeLines, 0, linesPerBlock);
        state[block] = OPEN;
        unswept.set(block);
        lease.block = block;
        return true;
    }

    /// Takes a block back with the lines its holder has not touched.
    void close(BlockLease lease, long epoch) {
        int block = lease.block;
        lease.block = BlockLease.NONE;
        if (lease.pins && lease.usedLines > 0) {
            pinned.set(block);
        }
        usedLines[block] += lease.usedLines;
        lease.pins = false;
        lease.usedLines = 0;
        stamp[block] = Math.max(stamp[block], epoch);
        freeLines.copyFrom(lease.freeLines, block);
        boolean linesLeft = false;
        for (int word = 0; word < wordsPerBlock; word++) {
            linesLeft |= lease.freeLines[word] != 0;
        }
        state[block] = linesLeft ? RECYCLABLE : CLOSED;
        if (linesLeft) {
            recyclableFor(block).set(block);
            recyclableLines += freeLines.count(block);
        }
    }

    // Large objects

    /// The first of `blocks` consecutive free blocks, or -1.
    int findFreeRun(int blocks) {
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

    /// Takes consecutive free blocks. The sweeper leaves them alone until [#publishLarge].
    void takeLarge(int first, int blocks) {
        takeFree(first, blocks);
        Arrays.fill(state, first, first + blocks, LARGE_TAIL);
        state[first] = LARGE_HEAD;
        unswept.set(first);
        stamp[first] = BEING_FILLED;
        largeBlocks[first] = blocks;
    }

    /// Whether a large object's memory reads as 0. Forgets the answer.
    boolean takeLargeZeroed(int head) {
        int end = head + largeBlocks[head];
        boolean clean = zeroed.nextClearBit(head) >= end;
        zeroed.clear(head, end);
        return clean;
    }

    void publishLarge(int head, long epoch) {
        stamp[head] = epoch;
    }

    boolean isLarge(int block) {
        return state[block] == LARGE_HEAD;
    }

    int largeBlocks(int head) {
        return largeBlocks[head];
    }

    void freeLarge(int head) {
        int blocks = largeBlocks[head];
        largeBlocks[head] = 0;
        giveFree(head, blocks);
    }

    // Moving

    /// Whether the objects of a block may be moved to others: it is nobody's, was given up before
    /// the snapshots of `cycle`, and holds no mutable object.
    boolean isMovable(int block, long cycle) {
        return isNobodys(block) && stamp[block] < cycle && !pinned.get(block);
    }

    /// Lines that hold objects, as far as the last sweep knows.
    int usedLines(int block) {
        return Math.min(usedLines[block], linesPerBlock);
    }

    /// Lines that mutators could get.
    int freeLines(int block) {
        return freeLines.count(block);
    }

    /// Takes a block from mutators, who do not get its free lines any more, until it is swept or
    /// given back.
    void withhold(int block) {
        unfile(block);
        recyclableMoving.clear(block);
        state[block] = CANDIDATE;
    }

    boolean isCandidate(int block) {
        return state[block] == CANDIDATE;
    }

    /// Gives a block back as it was when it was withheld. Does nothing with any other.
    void giveBack(int block) {
        if (state[block] == CANDIDATE) {
            file(block, freeLines.count(block));
        }
    }

    // Sweeping

    /// The first block from `block` on that was allocated into since it was last swept, or -1.
    int nextUnswept(int block) {
        return unswept.nextSetBit(block);
    }

    /// A block has been swept.
    void setSwept(int block) {
        unswept.clear(block);
    }

    /// Whether `cycle` may sweep a block: it is in nobody's hands and was given up in time.
    boolean isSweepable(int block, long cycle) {
        return stamp[block] < cycle && (isNobodys(block) || state[block] == LARGE_HEAD);
    }

    /// Whether a block holds objects and no mutator has it.
    private boolean isNobodys(int block) {
        return state[block] == CLOSED || state[block] == RECYCLABLE;
    }

    long freeLines(int block, int word) {
        return freeLines.word(block, word);
    }

    int wordsPerBlock() {
        return wordsPerBlock;
    }

    void setFreeLines(int block, int word, long lines) {
        freeLines.setWord(block, word, lines);
    }

    /// Takes a block out of the file while its free lines are found anew, until [#refile].
    void unfile(int block) {
        if (state[block] == RECYCLABLE) {
            recyclableLines -= freeLines.count(block);
        }
    }

    /// Files a swept block by the number of its free lines.
    void refile(int block) {
        int lines = freeLines.count(block);
        usedLines[block] = linesPerBlock - lines;
        file(block, lines);
    }

    private void file(int block, int lines) {
        recyclableFor(block).set(block, lines > 0 && lines < linesPerBlock);
        if (lines == linesPerBlock) {
            giveFree(block, 1);
            return;
        }
        state[block] = lines > 0 ? RECYCLABLE : CLOSED;
        recyclableLines += lines;
    }

    // Looking

    /// Describes blocks `from` to `to`, exclusive: what each is used for, and how many of its lines
    /// are known to hold objects. Of a block that a mutator has, its holder knows more.
    void describe(BlockPicture picture, int from, int to) {
        for (int block = from; block < to && block < committed; block++) {
            picture.set(block, useOf(block), linesIn(block));
        }
    }

    private BlockUse useOf(int block) {
        return switch (state[block]) {
            case FREE -> discarded.get(block) ? BlockUse.DISCARDED : BlockUse.FREE;
            case OPEN -> BlockUse.HELD;
            case CANDIDATE -> BlockUse.EMPTYING;
            case LARGE_HEAD, LARGE_TAIL -> BlockUse.LARGE;
            default -> pinned.get(block) ? BlockUse.MUTABLE : BlockUse.SHARED;
        };
    }

    private int linesIn(int block) {
        return switch (state[block]) {
            case FREE -> 0;
            case LARGE_HEAD, LARGE_TAIL -> linesPerBlock;
            default -> usedLines(block);
        };
    }

    /// Copies which lines of a block are free for mutators, and returns what it is used for.
    BlockUse copyFreeLines(int block, long[] lines) {
        if (block >= committed) {
            return BlockUse.FREE;
        }
        freeLines.copyTo(lines, block);
        return useOf(block);
    }

    boolean isFree(int block) {
        return state[block] == FREE;
    }

    /// Whether a line may be given to a mutator.
    boolean isFreeLine(int block, int line) {
        return state[block] == FREE
                || state[block] == RECYCLABLE && (freeLines(block, line >>> 6) >>> line & 1) != 0;
    }

    /// Adds the free lines of blocks `from` to `to`, exclusive, to a scan.
    void addFreeRuns(FreeRuns runs, int from, int to) {
        long[] lines = new long[wordsPerBlock];
        for (int block = from; block < to && block < committed; block++) {
            if (state[block] == FREE) {
                runs.extendByBlock(linesPerBlock);
            } else if (state[block] == RECYCLABLE) {
                freeLines.copyTo(lines, block);
                addFreeRuns(runs, lines);
            } else {
                runs.end();
            }
        }
    }

    private void addFreeRuns(FreeRuns runs, long[] lines) {
        int line = 0;
        while (line < linesPerBlock) {
            int first = LineSet.next(lines, line, linesPerBlock);
            if (first > line) {
                runs.end();
            }
            line = LineSet.nextAbsent(lines, first, linesPerBlock);
            runs.extend(line - first, linesPerBlock / 2);
        }
    }

    private BitSet recyclableFor(int block) {
        return pinned.get(block) ? recyclablePinned : recyclableMoving;
    }

    private void takeFree(int first, int blocks) {
        free.clear(first, first + blocks);
        discarded.clear(first, first + blocks);
        freeBlocks -= blocks;
        usedLimit = Math.max(usedLimit, first + blocks);
        Arrays.fill(stamp, first, first + blocks, 0);
        Arrays.fill(usedLines, first, first + blocks, 0);
    }

    private void giveFree(int first, int blocks) {
        Arrays.fill(state, first, first + blocks, FREE);
        for (int block = first; block < first + blocks; block++) {
            freeLines.clear(block);
        }
        free.set(first, first + blocks);
        unswept.clear(first, first + blocks);
        pinned.clear(first, first + blocks);
        freeBlocks += blocks;
    }
}
