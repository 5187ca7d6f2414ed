package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.HeapOptions;
import coex.gc.Heaps;
import coex.gc.StressOptions;
import coex.gc.memory.AllocationBuffer;
import coex.gc.memory.BlockSpace;
import coex.gc.mutator.CycleDemand;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/// When a heap moves objects by itself, and what a cycle then chooses. All blocks but the one that
/// is kept to move into are filled with objects of a line each.
class CompactionTest {

    private static final int BLOCKS = 64;
    private static final int BLOCK_BYTES = 1024;
    private static final int LINE = BlockSpace.LINE_BYTES;
    private static final int FILLED = (BLOCKS - 1) * (BLOCK_BYTES / LINE);

    /// Long after anything was moved.
    private static final long LATER = 100;

    private final List<Long> lines = new ArrayList<>();
    private BlockSpace space;
    private Compaction compaction;
    private int sweeps;

    private void open(HeapOptions.Builder builder) {
        HeapOptions options =
                builder.blockBytes(BLOCK_BYTES)
                        .initialBytes(BLOCKS * BLOCK_BYTES)
                        .maximumBytes(BLOCKS * BLOCK_BYTES)
                        .build();
        space = new BlockSpace(options, (_, _, _) -> {});
        compaction = new Compaction(options, space);
        AllocationBuffer buffer = new AllocationBuffer(space, false);
        for (int i = 0; i < FILLED; i++) {
            lines.add(buffer.bumpOrRefill(LINE, 0));
        }
        buffer.close(0);
    }

    @AfterEach
    void release() {
        space.release();
    }

    /// Of the first lines every `one`-th stays, and none of the others.
    private void keep(int first, int one) {
        space.clearLineMarks();
        for (int i = 0; i < first; i += one) {
            space.markLines(lines.get(i), LINE);
        }
        space.sweep(0, space.usedLimit(), true, Integer.MAX_VALUE, ++sweeps);
    }

    /// Somebody wants two lines that lie side by side until there are none. Gaps that are too short
    /// for that are passed over, and only the next sweep finds them again.
    private void wantInVain() {
        AllocationBuffer buffer = new AllocationBuffer(space, false);
        while (buffer.bumpOrRefill(2 * LINE, 0) != 0) {
            // what it gets is dead at the next sweep
        }
        buffer.close(0);
    }

    private void openWithGapsAlone(HeapOptions.Builder options) {
        open(options);
        wantInVain();
        keep(FILLED, 2);
    }

    private boolean choosesAnything(long cycle, CycleDemand demand) {
        compaction.choose(cycle, demand, FILLED / 2 * LINE);
        boolean chosen = !space.candidates().isEmpty();
        space.candidates().giveBack();
        return chosen;
    }

    @Test
    void aHeapOfGapsInWhichSomebodyFoundNoBlockIsCompactedOnce() {
        openWithGapsAlone(Heaps.tiny());
        assertThat(compaction.isWanted()).isFalse();
        compaction.cycleEnds(LATER);
        assertThat(compaction.isWanted()).isTrue();
        assertThat(choosesAnything(LATER + 1, CycleDemand.ANY)).isTrue();
        assertThat(compaction.isWanted()).isFalse();
        assertThat(choosesAnything(LATER + 2, CycleDemand.ANY)).isFalse();
    }

    @Test
    void itIsNotIfNobodyHasWantedABlockSinceTheLastCycle() {
        openWithGapsAlone(Heaps.tiny());
        compaction.cycleEnds(LATER);
        compaction.cycleEnds(LATER + 1);
        assertThat(compaction.isWanted()).isFalse();
    }

    @Test
    void itIsNotWithinFourCyclesOfTheLastTime() {
        openWithGapsAlone(Heaps.tiny());
        compaction.cycleEnds(LATER - 1);
        assertThat(choosesAnything(LATER, CycleDemand.ANY)).isTrue();
        wantInVain();
        keep(FILLED, 2);
        compaction.cycleEnds(LATER + 3);
        assertThat(compaction.isWanted()).isFalse();
        wantInVain();
        keep(FILLED, 2);
        compaction.cycleEnds(LATER + 4);
        assertThat(compaction.isWanted()).isTrue();
    }

    @Test
    void itIsNotIfAnEighthIsThereInWholeBlocks() {
        openWithGapsAlone(Heaps.tiny());
        keep(FILLED - 8 * (BLOCK_BYTES / LINE), 2);
        compaction.cycleEnds(LATER);
        assertThat(compaction.isWanted()).isFalse();

        wantInVain();
        keep(FILLED - 7 * (BLOCK_BYTES / LINE), 2);
        compaction.cycleEnds(LATER);
        assertThat(compaction.isWanted()).isTrue();
    }

    @Test
    void itIsNotIfGapsAreNoMoreThanAnEighth() {
        open(Heaps.tiny());
        wantInVain();
        keep(FILLED, 1);
        compaction.cycleEnds(LATER);
        assertThat(compaction.isWanted()).isFalse();
    }

    @Test
    void aHeapThatDoesNotMoveObjectsNeverDoes() {
        open(Heaps.tiny().moving(false));
        wantInVain();
        keep(FILLED, 2);
        compaction.cycleEnds(LATER);
        assertThat(compaction.isWanted()).isFalse();
        assertThat(choosesAnything(LATER, CycleDemand.SHRINKING)).isFalse();
    }

    @Test
    void whoAsksForItGetsItAndNobodyElse() {
        openWithGapsAlone(Heaps.tiny());
        assertThat(choosesAnything(1, CycleDemand.ANY)).isFalse();
        assertThat(choosesAnything(2, CycleDemand.FULL)).isFalse();
        assertThat(choosesAnything(3, CycleDemand.COMPACTING)).isTrue();
        assertThat(choosesAnything(4, CycleDemand.SHRINKING)).isTrue();
    }

    @Test
    void aTestMayHaveEverythingMovedInEveryFullCycle() {
        openWithGapsAlone(Heaps.tiny().stress(StressOptions.NONE.withMoveAll(true)));
        assertThat(choosesAnything(1, CycleDemand.ANY)).isTrue();
        assertThat(choosesAnything(2, CycleDemand.ANY)).isTrue();
    }

    /// Of the lines one of so many dies.
    private void lose(int one) {
        space.clearLineMarks();
        for (int i = 0; i < FILLED; i++) {
            if (i % one != 0) {
                space.markLines(lines.get(i), LINE);
            }
        }
        space.sweep(0, space.usedLimit(), true, Integer.MAX_VALUE, ++sweeps);
    }

    @Test
    void blocksOfWhichTwoThirdsAreInUseAreMovedToo() {
        open(Heaps.tiny());
        wantInVain();
        lose(3);
        compaction.cycleEnds(LATER);
        assertThat(compaction.isWanted()).isTrue();
        assertThat(choosesAnything(LATER + 1, CycleDemand.ANY)).isTrue();
    }

    @Test
    void blocksOfWhichMoreThanThreeQuartersAreInUseAreMovedOnlyIfAskedFor() {
        open(Heaps.tiny());
        wantInVain();
        lose(5);
        compaction.cycleEnds(LATER);
        assertThat(compaction.isWanted()).isTrue();
        assertThat(choosesAnything(LATER + 1, CycleDemand.ANY)).isFalse();
        assertThat(choosesAnything(LATER + 2, CycleDemand.COMPACTING)).isTrue();
    }
}
