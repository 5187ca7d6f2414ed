// SPDX-License-Identifier: Apache-2.0
package coex.gc.sweep;

import coex.gc.Shape;
import coex.gc.handle.HandleSpace;
import coex.gc.handle.HandleTable;
import coex.gc.handle.Tracing;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;
import coex.gc.memory.BlockSpace;

import java.util.function.DoubleConsumer;

/// Takes what marking left unmarked out of use, in two steps with a handshake between them.
///
/// First the handles are retired, 64 at a time: dead = allocated and not marked. No object is
/// touched. When every mutator has passed a handshake after that, no operation that resolved one of
/// these handles is still running, and the lines without marks become free
/// (`Invariant.GRACE_BEFORE_REUSE`). Run by the collector, in pieces.
public final class Sweeper {

    private static final int WORDS_AT_ONCE = 256;
    private static final int BLOCKS_AT_ONCE = 16;

    private final HeapCore core;
    private final HandleSpace handles;
    private final BlockSpace blocks;

    // Of the running cycle

    private long retired;

    /// Those of them that the space of handles has not been told of.
    private long uncounted;

    private int nextBlock;

    public Sweeper(HeapCore core) {
        this.core = core;
        this.handles = core.handles();
        this.blocks = core.blocks();
    }

    /// A cycle begins to retire.
    public void begin() {
        retired = 0;
        uncounted = 0;
        nextBlock = 0;
    }

    /// Retires every dead handle. Can be called again if it did not come to its end: nothing is
    /// born unmarked meanwhile, so what was retired is not met twice.
    ///
    /// @param full whether old objects may have died
    /// @param betweenPieces called between two pieces with the share done so far; may throw to
    ///     abandon the heap
    public void retireDead(long cycle, boolean full, DoubleConsumer betweenPieces) {
        long words = handles.usedWords();
        long word = handles.nextWordToRetire(0, words, full);
        while (word < words) {
            if (Tracing.isOn()) {
                traceDead(word);
            }
            int dead = handles.retireDead(word, cycle);
            if (dead > 0) {
                retired += dead;
                uncounted += dead;
                core.pass(SchedulePoint.RETIRED_WORD);
            }
            if (handles.isLastOfChunk(word) || word + 1 == words) {
                handles.endRetiring(word);
            }
            if (word % WORDS_AT_ONCE == 0) {
                betweenPieces.accept((double) word / words);
            }
            word = handles.nextWordToRetire(word + 1, words, full);
        }
        handles.countRetired(uncounted);
        uncounted = 0;
    }

    /// How many handles this cycle has retired.
    public long retired() {
        return retired;
    }

    private void traceDead(long word) {
        for (long left = handles.deadWord(word); left != 0; left &= left - 1) {
            long handle = (word << 6) + Long.numberOfTrailingZeros(left);
            long address = handles.table().resolve(handle);
            if (!HandleTable.isAddress(address)) {
                continue;
            }
            Shape shape = core.shapeAt(address);
            long bytes = HeapCore.bytesAt(address, shape);
            handles.table().tracing().report(tracer -> tracer.reclaimed(handle, shape, bytes));
        }
    }

    /// Frees the lines and blocks that hold no marked object. Called again, it goes on where it
    /// was.
    ///
    /// @param full whether old objects may have died; if not, only what was allocated into since
    ///     it was last swept has anything to free
    public void sweepBlocks(long cycle, boolean full, Runnable betweenPieces) {
        int limit = blocks.usedLimit();
        while (nextBlock < limit) {
            nextBlock = blocks.sweep(nextBlock, limit, full, BLOCKS_AT_ONCE, cycle);
            core.pass(SchedulePoint.SWEPT_BLOCKS);
            betweenPieces.run();
        }
    }
}
