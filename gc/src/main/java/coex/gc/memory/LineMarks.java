// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import coex.gc.HeapOptions;

/// Which lines a live object was seen to touch since the last full cycle began: one bit each. Young
/// cycles add to them.
///
/// Plain memory of one thread at a time. A heap has one, which the collector writes and sweeps by;
/// and so has each marker that helps, so that no two of them write to the same words. When
/// helpers have left, the collector adds theirs to its own ([#moveTo]).
///
/// Committing and giving back that of the heap is serialised by `HeapExtent` with its growth lock;
/// that of a helper is the collector's to commit. Only lines of objects are marked, which are
/// committed.
public final class LineMarks {

    private final Reservation marks;
    private final long base;
    private final long objectsBase;
    private final int linesPerBlock;
    private final int largestShared;
    private final boolean hugePages;

    /// @param objectsBase where the first line of the first block lies
    LineMarks(Reservations region, HeapOptions options, int maximumBlocks, long objectsBase) {
        this.linesPerBlock = options.blockBytes() >>> BlockSpace.LINE_SHIFT;
        this.largestShared = options.blockBytes() / 2;
        this.objectsBase = objectsBase;
        this.hugePages = options.hugePages();
        this.marks = region.of("line marks", bytesFor(maximumBlocks), hugePages);
        this.base = marks.base();
    }

    /// Marks of the same blocks, of which none is committed.
    private LineMarks(Reservations region, LineMarks like) {
        this.linesPerBlock = like.linesPerBlock;
        this.largestShared = like.largestShared;
        this.objectsBase = like.objectsBase;
        this.hugePages = like.hugePages;
        this.marks = region.of("line marks", like.marks.reservedBytes(), hugePages);
        this.base = marks.base();
    }

    /// Those of another marker.
    public LineMarks ofAnother(Reservations region) {
        return new LineMarks(region, this);
    }

    Reservation reservation() {
        return marks;
    }

    /// False, and nothing changed, if the system refuses.
    public boolean commitTo(int blocks) {
        return marks.commitTo(bytesFor(blocks));
    }

    public void uncommitTo(int blocks) {
        marks.uncommitTo(bytesFor(blocks));
    }

    /// Whole words, though several small blocks may share one.
    private long bytesFor(int blocks) {
        return ((long) blocks * linesPerBlock + 63) >>> 6 << 3;
    }

    /// Forgets the marks of the first `blocks` blocks, and of others that share a word with them.
    public void clear(int blocks) {
        Memory.fill(base, bytesFor(blocks), (byte) 0);
    }

    /// The word of marks that the first line of an object is in.
    public long around(long address) {
        return Memory.getLong(base + ((address - objectsBase) >>> BlockSpace.LINE_SHIFT + 6 << 3));
    }

    /// Marks the lines of an object; of a large one the first line only, which stands for it.
    public void mark(long address, long bytes) {
        long first = (address - objectsBase) >>> BlockSpace.LINE_SHIFT;
        long last = lastLine(address, bytes);
        if (first >>> 6 == last >>> 6) {
            set(first, -1L << first & -1L >>> ~last);
        } else {
            markWords(first, last);
        }
    }

    /// Adds these marks of the first `blocks` blocks to others, and forgets them. Can be done again
    /// where it has failed.
    public void moveTo(LineMarks other, int blocks) {
        long end = base + bytesFor(blocks);
        for (long word = base; word < end; word += Long.BYTES) {
            long bits = Memory.getLong(word);
            if (bits != 0) {
                long target = other.base + (word - base);
                Memory.putLong(target, Memory.getLong(target) | bits);
                Memory.putLong(word, 0);
            }
        }
    }

    public long committedBytes() {
        return marks.committedBytes();
    }

    private long lastLine(long address, long bytes) {
        long most = bytes > largestShared ? 1 : bytes;
        return (address + most - 1 - objectsBase) >>> BlockSpace.LINE_SHIFT;
    }

    private void markWords(long first, long last) {
        set(first, -1L << first);
        for (long line = (first | 63) + 1; line < (last & -64); line += 64) {
            set(line, -1L);
        }
        set(last, -1L >>> ~last);
    }

    /// Sets bits of the word that `line` is in.
    private void set(long line, long bits) {
        long word = base + (line >>> 6 << 3);
        Memory.putLong(word, Memory.getLong(word) | bits);
    }

    /// Whether the first line of a block is marked.
    boolean isFirstLineMarked(int block) {
        return (marked((long) block * linesPerBlock) & 1) != 0;
    }

    /// The unmarked lines among 64 of a block, or all if it has fewer, as bits.
    long unmarked(int block, int word) {
        long all = linesPerBlock >= 64 ? -1L : (1L << linesPerBlock) - 1;
        return ~marked((long) block * linesPerBlock + word * 64L) & all;
    }

    /// The marks from `line` on that are in its word, at the low end.
    private long marked(long line) {
        return Memory.getLong(base + (line >>> 6 << 3)) >>> line;
    }
}
