package coex.gc.memory;

import coex.gc.HeapOptions;

/// Which lines a live object was seen to touch in the running cycle: one byte each, 0 or 1.
///
/// Written and read by the collector only. Committing and giving back is serialised by `HeapExtent`
/// with its growth lock; the collector marks only lines of objects, which are committed.
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
        this.marks =
                region.of("line marks", (long) maximumBlocks * linesPerBlock, options.hugePages());
        this.base = marks.base();
    }

    Reservation reservation() {
        return marks;
    }

    boolean commitTo(int blocks) {
        return marks.commitTo((long) blocks * linesPerBlock);
    }

    void uncommitTo(int blocks) {
        marks.uncommitTo((long) blocks * linesPerBlock);
    }

    /// Forgets the marks of the first `blocks` blocks.
    void clear(int blocks) {
        Memory.fill(base, (long) blocks * linesPerBlock, (byte) 0);
    }

    /// Marks the lines of an object; of a large one the first line only, which stands for it.
    void mark(long address, long bytes) {
        long first = (address - objectsBase) >>> BlockSpace.LINE_SHIFT;
        Memory.putByte(base + first, (byte) 1);
        long last = (address + bytes - 1 - objectsBase) >>> BlockSpace.LINE_SHIFT;
        if (last != first && bytes <= largestShared) {
            for (long line = first + 1; line <= last; line++) {
                Memory.putByte(base + line, (byte) 1);
            }
        }
    }

    /// Whether the first line of a block is marked.
    boolean isFirstLineMarked(int block) {
        return Memory.getByte(base + (long) block * linesPerBlock) != 0;
    }

    /// The unmarked lines among 64 of a block, as bits. Eight mark bytes are folded into eight bits at
    /// a time by a multiplication that moves bit 0 of byte i to bit 56 + i.
    long unmarked(int block, int word) {
        long at = base + (long) block * linesPerBlock + word * 64L;
        int lines = Math.min(64, linesPerBlock - word * 64);
        long marked = 0;
        for (int group = 0; group < lines >>> 3; group++) {
            long bytes = Memory.getLong(at + group * 8L);
            marked |= (bytes * 0x0102040810204080L >>> 56) << (group * 8);
        }
        long all = lines == 64 ? -1L : (1L << lines) - 1;
        return ~marked & all;
    }
}
