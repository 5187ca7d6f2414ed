// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

/// What each block of a heap is used for and how full it is, as seen in passing. Of one thread.
public final class BlockPicture {

    private static final BlockUse[] USES = BlockUse.values();

    private final int linesPerBlock;
    private final byte[] uses;
    private final int[] lines;

    BlockPicture(int blocks, int linesPerBlock) {
        this.linesPerBlock = linesPerBlock;
        this.uses = new byte[blocks];
        this.lines = new int[blocks];
    }

    void set(int block, BlockUse use, int usedLines) {
        uses[block] = (byte) use.ordinal();
        lines[block] = usedLines;
    }

    public int blocks() {
        return uses.length;
    }

    public int linesPerBlock() {
        return linesPerBlock;
    }

    public BlockUse use(int block) {
        return USES[uses[block]];
    }

    /// Lines that hold objects, as far as the last sweep and those who gave the block back knew.
    public int usedLines(int block) {
        return lines[block];
    }
}
