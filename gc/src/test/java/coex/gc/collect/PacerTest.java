package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.HeapOptions;
import coex.gc.Heaps;
import coex.gc.memory.AllocationBuffer;
import coex.gc.memory.BlockSpace;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A cycle takes half of what is not live, in step with its work.
class PacerTest {

    private static final int BLOCKS = 64;
    private static final int BLOCK_BYTES = 1024;
    private static final int OBJECTS = 1000;

    /// Nanoseconds of a cycle in which any program uses more memory than there is.
    private static final long VERY_LONG = Long.MAX_VALUE / 4;

    private final HeapOptions options =
            Heaps.tiny()
                    .initialBytes(BLOCKS * BLOCK_BYTES)
                    .maximumBytes(BLOCKS * BLOCK_BYTES)
                    .moving(false) // no reserve: all blocks can be taken
                    .build();
    private final BlockSpace space = new BlockSpace(options, (_, _, _) -> {});
    private final Pacer pacer = new Pacer(options, space);
    private final AllocationBuffer buffer = new AllocationBuffer(space, false);

    @AfterEach
    void release() {
        space.release();
    }

    private void takeBlocks(int count) {
        for (int i = 0; i < count * (BLOCK_BYTES / 32); i++) {
            assertThat(buffer.bumpOrRefill(32, 0)).isNotZero();
        }
        pacer.noteAllocated((long) count * BLOCK_BYTES, 0);
    }

    private void endCycle(long nanos) {
        pacer.cycleEnds(CycleKind.FULL, CycleKind.FULL, OBJECTS, 0, nanos);
    }

    /// Frees everything, as if nothing were marked.
    private void sweepAll(long cycle) {
        buffer.close(0);
        pacer.sweepBegins();
        space.clearLineMarks();
        space.sweep(0, space.usedLimit(), true, Integer.MAX_VALUE, cycle);
    }

    private void assertRests(boolean expected) {
        assertThat(pacer.napNanos() > 0).isEqualTo(expected);
    }

    @Test
    void nobodyRestsWhileNoCycleRuns() {
        takeBlocks(BLOCKS);
        assertRests(false);
    }

    /// Half of what is not live is free when the cycle begins, as when cycles follow each other.
    ///
    /// @param nanos what the last cycle took
    private void beginNearTheLimit(long nanos) {
        pacer.cycleBegins(CycleKind.YOUNG, OBJECTS); // the next is the first of its kind
        pacer.sweepBegins();
        pacer.cycleEnds(CycleKind.YOUNG, CycleKind.FULL, OBJECTS, 0, nanos);
        takeBlocks(BLOCKS / 2);
        pacer.cycleBegins(CycleKind.FULL, OBJECTS);
    }

    @Test
    void nobodyRestsIfTheCycleWillHaveEndedLongBeforeMemoryDoes() {
        beginNearTheLimit(1);
        takeBlocks(BLOCKS / 3);
        assertRests(false);
    }

    @Test
    void theNextCycleBeginsWhenHalfOfWhatIsNotLiveIsUsed() {
        pacer.cycleBegins(CycleKind.FULL, OBJECTS);
        pacer.sweepBegins();
        endCycle(1);
        assertThat(pacer.noteAllocated((BLOCKS / 2 - 1) * BLOCK_BYTES, 0)).isNull();
        assertThat(pacer.noteAllocated(2 * BLOCK_BYTES, 0)).isEqualTo(Cause.GROWTH);
    }

    @Test
    void nobodyRestsWhileThereIsPlentyThoughTheCycleMakesNoProgress() {
        pacer.cycleBegins(CycleKind.FULL, OBJECTS);
        takeBlocks(BLOCKS / 4);
        assertRests(false);
        takeBlocks(BLOCKS / 4);
        assertRests(true);
    }

    @Test
    void thatSomebodyWasToldToRestIsKnownUntilTheNextCycle() {
        beginNearTheLimit(VERY_LONG);
        assertRests(false);
        assertThat(pacer.hasMadeSomeoneRest()).isFalse();
        takeBlocks(BLOCKS / 5);
        assertRests(true);
        assertThat(pacer.hasMadeSomeoneRest()).isTrue();
        pacer.marked(OBJECTS);
        assertThat(pacer.hasMadeSomeoneRest()).isTrue();
        pacer.cycleBegins(CycleKind.FULL, OBJECTS);
        assertThat(pacer.hasMadeSomeoneRest()).isFalse();
    }

    @Test
    void nearTheLimitMemoryMayBeUsedAsFastAsObjectsAreMarked() {
        beginNearTheLimit(VERY_LONG);
        assertRests(false);
        takeBlocks(BLOCKS / 5);
        assertRests(true);
        pacer.markingBegins();
        pacer.marked(OBJECTS / 4);
        assertRests(true);
        pacer.marked(OBJECTS * 3 / 4);
        assertRests(false);
    }

    @Test
    void aCycleLeavesHalfOfTheMemoryToTheNext() {
        pacer.cycleBegins(CycleKind.FULL, OBJECTS);
        pacer.markingBegins();
        pacer.markingEnds();
        pacer.retired(1);
        takeBlocks(BLOCKS / 2 - BLOCKS / 8);
        assertRests(false);
        takeBlocks(BLOCKS / 4);
        assertRests(true);
    }

    @Test
    void whatIsLeftBetweenCyclesDoesNotMakeTheShareLarger() {
        pacer.cycleBegins(CycleKind.YOUNG, OBJECTS);
        takeBlocks(BLOCKS / 8);
        sweepAll(1);
        pacer.cycleEnds(CycleKind.YOUNG, CycleKind.FULL, OBJECTS, 0, VERY_LONG);
        pacer.cycleBegins(CycleKind.FULL, OBJECTS);
        pacer.markingBegins();
        pacer.markingEnds();
        pacer.retired(1);
        takeBlocks(BLOCKS / 2 + 1);
        assertRests(true);
    }

    @Test
    void whoRestedGoesOnWhenTheCycleEnds() {
        pacer.cycleBegins(CycleKind.FULL, OBJECTS);
        takeBlocks(BLOCKS / 2);
        assertRests(true);
        endCycle(VERY_LONG);
        assertRests(false);
    }

    @Test
    void whatIsFreedBySweepingMayBeUsedBeforeTheSweepEnds() {
        pacer.cycleBegins(CycleKind.FULL, OBJECTS);
        takeBlocks(BLOCKS / 2);
        assertRests(true);
        sweepAll(1);
        assertRests(false);
    }
}
