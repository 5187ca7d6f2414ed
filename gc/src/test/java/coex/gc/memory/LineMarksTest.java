// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.HeapOptions;
import coex.gc.Heaps;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Each marker marks lines in a map of its own.
class LineMarksTest {

    private static final int BLOCKS = 16;
    private static final long OBJECTS = 1L << 30;
    private static final int LINE = 1 << BlockSpace.LINE_SHIFT;

    private final HeapOptions options = Heaps.calm().blockBytes(64 * LINE).build();
    private final Reservations region = new Reservations();
    private final LineMarks heaps = new LineMarks(region, options, BLOCKS, OBJECTS);
    private final LineMarks helpers = heaps.ofAnother(region);

    LineMarksTest() {
        heaps.commitTo(BLOCKS);
        helpers.commitTo(BLOCKS);
    }

    @AfterEach
    void release() {
        region.release();
    }

    private static long line(int block, int line) {
        return OBJECTS + (block * 64L + line) * LINE;
    }

    @Test
    void marksThatAreMovedAreAddedAndForgotten() {
        heaps.mark(line(3, 0), LINE);
        helpers.mark(line(3, 5), LINE);
        helpers.mark(line(7, 62), 4 * LINE);
        assertThat(heaps.unmarked(3, 0)).isEqualTo(~1L);

        helpers.moveTo(heaps, BLOCKS);
        assertThat(heaps.unmarked(3, 0)).isEqualTo(~0b100001L);
        assertThat(heaps.unmarked(7, 0)).isEqualTo(~(0b11L << 62));
        assertThat(heaps.unmarked(8, 0)).isEqualTo(~0b11L);
        for (int block = 0; block < BLOCKS; block++) {
            assertThat(helpers.unmarked(block, 0)).isEqualTo(-1L);
        }
    }
}
