// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.HeapOptions;
import coex.gc.memory.BlockSpace;
import coex.gc.memory.Candidates;
import coex.gc.mutator.CycleDemand;

/// Decides which full cycles move objects, and out of which blocks.
///
/// Moving costs a copy of what lives in a block, and until the cycle ends nobody can use the free
/// lines of the block. So a cycle moves only if it is asked to, or if free memory is about to be
/// there in gaps alone and somebody has wanted a whole block in vain: objects that fit a line find
/// room in any gap.
///
/// The collector's alone.
final class Compaction {

    /// Moving is wanted if there is less than this share of the heap in whole blocks, and more in
    /// gaps.
    private static final int SHARE = 8;

    /// So many cycles come between two that move unless they are asked to.
    private static final int REST = 4;

    /// Blocks of which more per cent are in use are not worth a copy.
    private static final int SPARSE_PERCENT = 75;

    private static final int DENSE_PERCENT = 90;

    private final BlockSpace blocks;
    private final boolean moving;
    private final boolean moveAll;
    private final long share;

    private boolean wanted;
    private long lastMoved;

    Compaction(HeapOptions options, BlockSpace blocks) {
        this.blocks = blocks;
        this.moving = options.moving();
        this.moveAll = options.stress().moveAll();
        this.share = blocks.maximumBytes() / SHARE;
    }

    /// Whether the next cycle should be full, because it is to move.
    boolean isWanted() {
        return wanted;
    }

    /// A full cycle begins. Chooses what is moved, if anything is.
    ///
    /// @param liveBytes of all objects, as far as is known
    void choose(long cycle, CycleDemand demand, long liveBytes) {
        if (!moving) {
            return;
        }
        long room = blocks.availableBytes();
        long reserve = Math.min(room, blocks.reserveBytes());
        long part = reserve + (room - reserve) / 2; // mutators take blocks meanwhile
        long reusable = blocks.reusableBytes();
        Candidates candidates = blocks.candidates();
        if (moveAll) {
            candidates.choose(cycle, room, reusable / 2, 100, 0);
        } else if (demand == CycleDemand.SHRINKING) {
            candidates.choose(cycle, part, reusable / 4 * 3, DENSE_PERCENT, blocksFor(liveBytes));
        } else if (demand == CycleDemand.COMPACTING) {
            candidates.choose(cycle, part, reusable / 4 * 3, DENSE_PERCENT, Integer.MAX_VALUE);
        } else if (wanted) {
            candidates.choose(cycle, part, reusable / 4, SPARSE_PERCENT, Integer.MAX_VALUE);
        } else {
            return;
        }
        lastMoved = cycle;
        wanted = false;
    }

    /// If all that lives were moved together it would take about so many blocks: what lies above
    /// them is moved down, so that memory can be given back.
    private int blocksFor(long liveBytes) {
        return (int) Math.min(Integer.MAX_VALUE, keptBytes(liveBytes) / blocks.blockBytes() + 1);
    }

    /// What is left to a heap that was compacted on demand.
    static long keptBytes(long liveBytes) {
        return liveBytes + liveBytes / 8;
    }

    /// A cycle has come to its end.
    void cycleEnds(long cycle) {
        boolean missed = blocks.takeMissed();
        wanted =
                moving
                        && missed
                        && cycle - lastMoved >= REST
                        && blocks.availableBytes() - blocks.reserveBytes() < share
                        && blocks.gapBytes() > share;
    }
}
