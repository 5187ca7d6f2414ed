// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import coex.gc.HeapOptions;

import java.util.concurrent.locks.ReentrantLock;

/// How much of the heap's address space is committed. It doubles when blocks run out and halves
/// when the upper half is free, within the options' limits (`Invariant.WITHIN_LIMITS`).
///
/// The lock of `BlockSpace` guards the table of blocks and is held for a bounded number of steps.
/// `growth` is taken before it by whoever changes the committed size, and may be held for a system
/// call. [#grow] is for whoever needs blocks, the others are for the collector.
final class HeapExtent {

    /// With arena memory committing is allocating and zeroing: a heap that is to begin larger than
    /// this grows to its size as it is used.
    private static final long MOST_AT_FIRST = Memory.NATIVE ? Long.MAX_VALUE : 1L << 30;

    /// Blocks that nobody gets meanwhile: few, or a mutator would find none and the heap would
    /// grow.
    private static final int DISCARDED_AT_ONCE = 32;

    private final ResizeListener listener;
    private final Reservation objects;
    private final LineMarks lineMarks;
    private final WrittenParts writtenParts;
    private final BlockTable table;
    private final ReentrantLock tableLock;
    private final int blockShift;
    private final int initialBlocks;
    private final int maximumBlocks;

    private final ReentrantLock growth = new ReentrantLock();

    /// How often the heap grew and shrank. Under the table's lock.
    private long growths;

    private long shrinks;

    HeapExtent(
            HeapOptions options,
            ResizeListener listener,
            Reservation objects,
            LineMarks lineMarks,
            WrittenParts writtenParts,
            BlockTable table,
            ReentrantLock tableLock) {
        this.listener = listener;
        this.objects = objects;
        this.lineMarks = lineMarks;
        this.writtenParts = writtenParts;
        this.table = table;
        this.tableLock = tableLock;
        this.blockShift = Integer.numberOfTrailingZeros(options.blockBytes());
        this.maximumBlocks = (int) (options.maximumBytes() >>> blockShift); // at least 1
        long initialBytes = Math.min(options.initialBytes(), MOST_AT_FIRST);
        this.initialBlocks = (int) Math.min((initialBytes - 1 >>> blockShift) + 1, maximumBlocks);
    }

    /// Commits what the options ask for at first; false if the system or the JVM refuses.
    boolean commitInitial() {
        return commit(initialBlocks);
    }

    long initialBytes() {
        return bytes(initialBlocks);
    }

    /// Doubles the committed size, more if `blocks` need it. True if a run of `blocks` free blocks
    /// may have become available; false if the limit is reached.
    boolean grow(int blocks) {
        growth.lock();
        try {
            int from;
            tableLock.lock();
            try {
                if (table.findFreeRun(blocks) >= 0) {
                    return true; // another mutator has grown the heap, or a sweep was kind
                }
                from = table.committed();
            } finally {
                tableLock.unlock();
            }
            int to = (int) Math.min(maximumBlocks, Math.max(from * 2L, (long) from + blocks));
            if (to == from || !commit(to)) {
                return false;
            }
            listener.resized("heap", bytes(from), bytes(to));
            return true;
        } finally {
            growth.unlock();
        }
    }

    /// Makes room for noting what is written in the first `blocks` blocks; false if the system
    /// refuses. A heap without large objects needs none.
    boolean commitParts(int blocks) {
        growth.lock();
        try {
            return writtenParts.commitTo(blocks);
        } finally {
            growth.unlock();
        }
    }

    /// False, and nothing changed, if the system refuses memory or the JVM the room for the tables.
    private boolean commit(int blocks) {
        // Committing is in steps larger than a block: below this, memory may have been used.
        long usedBefore = objects.committedBytes() + (1L << blockShift) - 1 >>> blockShift;
        if (objects.commitTo(bytes(blocks))
                && lineMarks.commitTo(blocks)
                && growTable(blocks, (int) usedBefore)) {
            return true;
        }
        int committed = committedBlocks();
        objects.uncommitTo(bytes(committed));
        lineMarks.uncommitTo(committed);
        return false;
    }

    private boolean growTable(int blocks, int firstZeroed) {
        tableLock.lock();
        try {
            boolean first = table.committed() == 0;
            table.growTo(blocks, firstZeroed);
            if (!first) {
                growths++;
            }
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        } finally {
            tableLock.unlock();
        }
    }

    private int committedBlocks() {
        tableLock.lock();
        try {
            return table.committed();
        } finally {
            tableLock.unlock();
        }
    }

    /// Gives free memory at the end of the heap back to the system, halving the committed size as
    /// long as the upper half is free and at least `keepBytes` remain.
    void shrink(long keepBytes) {
        shrink(keepBytes, false);
    }

    /// The same, but not by halves: down to the last block in use, if at least `keepBytes` remain.
    void shrinkTo(long keepBytes) {
        shrink(keepBytes, true);
    }

    private void shrink(long keepBytes, boolean exactly) {
        growth.lock();
        try {
            int from;
            int to;
            tableLock.lock();
            try {
                from = table.committed();
                to = exactly ? least(keepBytes) : halved(keepBytes);
                if (to >= from) {
                    return;
                }
                table.shrinkTo(to);
                shrinks++;
            } finally {
                tableLock.unlock();
            }
            uncommit(from, to);
            lineMarks.uncommitTo(to);
            writtenParts.uncommitTo(to);
            listener.resized("heap", bytes(from), bytes(to));
        } finally {
            growth.unlock();
        }
    }

    /// Gives the memory of free blocks back to the system wherever they lie, as far as they fill
    /// whole steps. They stay committed, and whoever takes one gets other memory for it.
    ///
    /// @param betweenPieces called between two pieces, each of a bounded size
    void discardFree(Runnable betweenPieces) {
        int from = Memory.NATIVE ? 0 : -1; // arena memory is given back in larger pieces
        while (from >= 0) {
            from = discardFrom(from);
            betweenPieces.run();
        }
    }

    /// Where to go on, or -1.
    private int discardFrom(int from) {
        int align = (int) Math.max(1, Reservation.NATIVE_STEP >>> blockShift);
        long taken;
        tableLock.lock();
        try {
            taken = table.takeToDiscard(from, DISCARDED_AT_ONCE);
        } finally {
            tableLock.unlock();
        }
        int first = IntPair.first(taken);
        int end = first + IntPair.second(taken);
        int firstWhole = first + align - 1 & -align;
        int endWhole = end & -align;
        boolean done = false;
        try {
            done = firstWhole < endWhole && objects.discard(bytes(firstWhole), bytes(endWhole));
        } finally {
            tableLock.lock();
            try {
                table.giveBackTaken(first, end);
                if (done) {
                    table.setDiscarded(firstWhole, endWhole);
                }
            } finally {
                tableLock.unlock();
            }
        }
        return first < end ? end : -1;
    }

    private int least(long keepBytes) {
        long kept = keepBytes + bytes(1) - 1 >>> blockShift;
        return (int) Math.max(kept, Math.max(initialBlocks, table.highestUsed()));
    }

    private int halved(long keepBytes) {
        int to = table.committed();
        while (to / 2 >= initialBlocks
                && to / 2 >= table.highestUsed()
                && bytes(to / 2) >= keepBytes) {
            to /= 2;
        }
        return to;
    }

    /// If the JVM is out of memory or of stack, the blocks are back, and not known to read as 0.
    private void uncommit(int from, int to) {
        boolean done = false;
        try {
            objects.uncommitTo(bytes(to));
            done = true;
        } finally {
            if (!done) {
                tableLock.lock();
                try {
                    table.growTo(from, from);
                } finally {
                    tableLock.unlock();
                }
            }
        }
    }

    /// Under the table's lock.
    long growths() {
        return growths;
    }

    /// Under the table's lock.
    long shrinks() {
        return shrinks;
    }

    private long bytes(int blocks) {
        return (long) blocks << blockShift;
    }
}
