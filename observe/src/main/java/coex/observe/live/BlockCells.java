// SPDX-License-Identifier: Apache-2.0
package coex.observe.live;

import coex.gc.memory.BlockPicture;
import coex.gc.memory.BlockUse;

/// The blocks of a heap as cells of a picture: one for each block, or for several that lie together
/// if there are more blocks than cells.
///
/// @param blocksPerCell how many blocks a cell stands for; the last cell perhaps for fewer
/// @param uses for each cell the letter of the use that most of its blocks have, ties going to the
///     one that is named first in [BlockUse]
/// @param fill for each cell how full it is, in 36 steps from `0` to `z`; `1` if it holds anything
///     at all
record BlockCells(int blocks, int blocksPerCell, int linesPerBlock, String uses, String fill) {

    private static final int RADIX = Character.MAX_RADIX;
    private static final BlockUse[] USES = BlockUse.values();

    static BlockCells of(BlockPicture picture, int mostCells) {
        int perCell = Math.max(1, Math.ceilDiv(picture.blocks(), mostCells));
        StringBuilder uses = new StringBuilder();
        StringBuilder fill = new StringBuilder();
        for (int first = 0; first < picture.blocks(); first += perCell) {
            int end = Math.min(first + perCell, picture.blocks());
            uses.append(mostFrequent(picture, first, end).letter());
            fill.append(step(picture, first, end));
        }
        return new BlockCells(
                picture.blocks(),
                perCell,
                picture.linesPerBlock(),
                uses.toString(),
                fill.toString());
    }

    private static BlockUse mostFrequent(BlockPicture picture, int first, int end) {
        int[] counts = new int[USES.length];
        for (int block = first; block < end; block++) {
            counts[picture.use(block).ordinal()]++;
        }
        int most = 0;
        for (int use = 1; use < counts.length; use++) {
            if (counts[use] > counts[most]) {
                most = use;
            }
        }
        return USES[most];
    }

    private static char step(BlockPicture picture, int first, int end) {
        long used = 0;
        for (int block = first; block < end; block++) {
            used += picture.usedLines(block);
        }
        if (used == 0) {
            return '0';
        }
        long all = (long) (end - first) * picture.linesPerBlock();
        return Character.forDigit(Math.clamp(used * RADIX / all, 1, RADIX - 1), RADIX);
    }
}
