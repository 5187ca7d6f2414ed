// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import coex.gc.HeapOptions;

/// Which lines a live object was seen to touch since the last full cycle began: one bit each. Young
/// cycles add to them.
///
/// Written and read by markers only: plainly, but by markers that work beside others with an
/// atomic or ([#markBesideOthers]), since what they trace may share a word. Committing and giving
/// back is serialised by `HeapExtent` with its growth lock; the collector marks only lines of
/// objects, which are committed.
final class LineMarks {

    private final Reservation marks;
    private final long base;
    private final long objectsBase;
    private final int linesPerBlock;
    private final int largestShared;

    /// @param objectsBase where the first line of the first block lies
    LineMarks(Reservations region, HeapOptions options, int maximumBlocks, long objectsBase) {
        this.linesPerBlock = options.blockBytes() >>> BlockSpace.LINE_SHIFT;
        this.largestShared = options.blockBytes() / 2;
        this.objectsBase = objectsBase;
        this.marks = region.of("line marks", bytesFor(maximumBlocks), options.hugePages());
        this.base = marks.base();
    }

    Reservation reservation() {
        return marks;
    }

    boolean commitTo(int blocks) {
        return marks.commitTo(bytesFor(blocks));
    }

    void uncommitTo(int blocks) {
        marks.uncommitTo(bytesFor(blocks));
    }

    /// Whole words, though several small blocks may share one.
    private long bytesFor(int blocks) {
        return ((long) blocks * linesPerBlock + 63) >>> 6 << 3;
    }

    /// Forgets the marks of the first `blocks` blocks, and of others that share a word with them.
    void clear(int blocks) {
        Memory.fill(base, bytesFor(blocks), (byte) 0);
    }

    /// The word of marks that the first line of an object is in.
    long around(long address) {
        return Memory.getLong(base + ((address - objectsBase) >>> BlockSpace.LINE_SHIFT + 6 << 3));
    }

    /// Marks the lines of an object; of a large one the first line only, which stands for it.
    void mark(long address, long bytes) {
        long first = (address - objectsBase) >>> BlockSpace.LINE_SHIFT;
        long last = lastLine(address, bytes);
        if (first >>> 6 == last >>> 6) {
            set(first, -1L << first & -1L >>> ~last);
        } else {
            markWords(first, last);
        }
    }

    /// The same, while others may mark lines of the same word. A bit is set once for several
    /// objects in a line, so it is looked at first.
    void markBesideOthers(long address, long bytes) {
        long first = (address - objectsBase) >>> BlockSpace.LINE_SHIFT;
        long last = lastLine(address, bytes);
        for (long line = first; line <= last; line = (line | 63) + 1) {
            long bits = -1L << line & (line >>> 6 == last >>> 6 ? -1L >>> ~last : -1L);
            long word = base + (line >>> 6 << 3);
            if ((Memory.getLongOpaque(word) & bits) != bits) {
                Memory.getAndOrLong(word, bits);
            }
        }
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
