package coex.gc.sweep;

import coex.gc.Shape;
import coex.gc.handle.HandleSpace;
import coex.gc.handle.HandleTable;
import coex.gc.handle.Tracing;
import coex.gc.memory.BlockSpace;
import coex.gc.mutator.HeapCore;
import coex.gc.mutator.SchedulePoint;

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

    public Sweeper(HeapCore core) {
        this.core = core;
        this.handles = core.handles();
        this.blocks = core.blocks();
    }

    /// Retires every dead handle and returns how many there were.
    ///
    /// @param betweenPieces called between two pieces with the share done so far; may throw to
    ///     abandon the heap
    public long retireDead(long cycle, DoubleConsumer betweenPieces) {
        long retired = 0;
        long words = handles.usedWords();
        for (long word = 0; word < words; word++) {
            if (Tracing.isOn()) {
                traceDead(word);
            }
            int dead = handles.retireDead(word, cycle);
            if (dead > 0) {
                retired += dead;
                core.pass(SchedulePoint.RETIRED_WORD);
            }
            if (word % WORDS_AT_ONCE == 0) {
                betweenPieces.accept((double) word / words);
            }
        }
        handles.countRetired(retired);
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

    /// Frees the lines and blocks that hold no marked object.
    public void sweepBlocks(long cycle, Runnable betweenPieces) {
        int limit = blocks.usedLimit();
        for (int from = 0; from < limit; from += BLOCKS_AT_ONCE) {
            blocks.sweep(from, Math.min(limit, from + BLOCKS_AT_ONCE), cycle);
            core.pass(SchedulePoint.SWEPT_BLOCKS);
            betweenPieces.run();
        }
    }
}
