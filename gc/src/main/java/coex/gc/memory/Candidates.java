// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import static coex.gc.memory.BlockSpace.LINE_SHIFT;

import java.util.Arrays;
import java.util.concurrent.locks.Lock;

/// The blocks that the running cycle empties by moving their objects. They are chosen when it
/// begins and then nobody allocates there; they are swept when everything has been moved, or given
/// back if the cycle is given up.
///
/// The collector's alone. What a block is to everybody else says [BlockTable], under the lock of
/// [BlockSpace].
public final class Candidates {

    private static final int BLOCKS_AT_ONCE = 64;

    private final BlockSpace space;
    private final BlockTable table;
    private final Lock lock;
    private final int blockShift;
    private final long base;

    /// A bit for each block, so that the marker can tell for every object it meets. Nothing in a
    /// heap that has never moved.
    private long[] bits = {};

    private boolean isEmpty = true;

    Candidates(BlockSpace space, BlockTable table, Lock lock) {
        this.space = space;
        this.table = table;
        this.lock = lock;
        this.blockShift = Integer.numberOfTrailingZeros(space.blockBytes());
        this.base = space.base();
    }

    public boolean isEmpty() {
        return isEmpty;
    }

    /// Whether an object lies in one of the blocks.
    public boolean contain(long address) {
        int block = (int) ((address - base) >>> blockShift);
        int word = block >>> 6;
        return word < bits.length && (bits[word] >>> block & 1) != 0;
    }

    /// Takes blocks from mutators whose objects may be moved, the sparsest first.
    ///
    /// @param cycle the one that begins
    /// @param mostBytes of objects in them, as far as the last sweep knows
    /// @param mostFree bytes in them that mutators could use, and cannot until they are swept
    /// @param densest how many per cent of such a block may be in use
    /// @param from from this block on those that are denser, too
    public void choose(long cycle, long mostBytes, long mostFree, int densest, int from) {
        if (bits.length == 0) {
            bits = new long[(space.maximumBlocks() + 63) >>> 6];
        }
        CandidateChoice choice = new CandidateChoice(space.linesPerBlock());
        goThroughMovable(cycle, densest, from, choice, false);
        choice.settle(mostBytes >>> LINE_SHIFT, mostFree >>> LINE_SHIFT);
        goThroughMovable(cycle, densest, from, choice, true);
    }

    private void take(int block) {
        bits[block >>> 6] |= 1L << block;
        isEmpty = false;
        table.withhold(block);
    }

    /// @param takes whether to take what was chosen; else it is counted
    private void goThroughMovable(
            long cycle, int densest, int from, CandidateChoice choice, boolean takes) {
        int most = (int) ((long) space.linesPerBlock() * densest / 100);
        int limit = space.usedLimit();
        for (int first = 0; first < limit; first += BLOCKS_AT_ONCE) {
            lock.lock();
            try {
                int end = Math.min(first + BLOCKS_AT_ONCE, Math.min(limit, table.committed()));
                for (int block = first; block < end; block++) {
                    if (table.isMovable(block, cycle)
                            && (block >= from || table.usedLines(block) <= most)) {
                        int used = table.usedLines(block);
                        int free = table.freeLines(block);
                        if (!takes) {
                            choice.count(used, free);
                        } else if (choice.takes(used, free)) {
                            take(block);
                        }
                    }
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /// Frees what is unmarked in them. Every mutator has answered a handshake since the last object
    /// was moved. Can be called again.
    public void sweep(Runnable betweenBlocks) {
        for (int block = next(0); block >= 0; block = next(block + 1)) {
            lock.lock();
            try {
                if (table.isCandidate(block)) {
                    table.setSwept(block);
                    space.sweepShared(block);
                }
            } finally {
                lock.unlock();
            }
            betweenBlocks.run();
        }
        clear();
    }

    /// Gives them back to mutators as they were: nothing was moved. Can be called again.
    public void giveBack() {
        for (int block = next(0); block >= 0; block = next(block + 1)) {
            lock.lock();
            try {
                table.giveBack(block);
            } finally {
                lock.unlock();
            }
        }
        clear();
    }

    /// The first of the blocks from `block` on, or -1.
    private int next(int block) {
        int end = bits.length << 6;
        int found = LineSet.next(bits, block, end);
        return found < end ? found : -1;
    }

    private void clear() {
        Arrays.fill(bits, 0);
        isEmpty = true;
    }
}
