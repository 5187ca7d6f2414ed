package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.HeapOptions;
import coex.gc.Heaps;
import coex.gc.StressOptions;
import coex.gc.memory.BlockSpace;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Each of the reasons for which a cycle is full, and that it is young without one.
class GenerationsTest {

    private static final int INITIAL = 64 << 10;
    private static final int MAXIMUM = 4 << 20;

    private BlockSpace space;
    private Generations generations;

    private void open(HeapOptions.Builder options) {
        HeapOptions built = options.initialBytes(INITIAL).maximumBytes(MAXIMUM).build();
        space = new BlockSpace(built, (_, _, _) -> {});
        generations = new Generations(built, space);
    }

    @AfterEach
    void release() {
        space.release();
    }

    /// The first cycle has ended, and so much was alive.
    private void afterFull(HeapOptions.Builder options, long aliveBytes) {
        open(options);
        endFull(aliveBytes);
    }

    private void endFull(long aliveBytes) {
        generations.cycleEnds(CycleKind.FULL, 1, aliveBytes, 0);
    }

    /// A young cycle that freed three times what has become old.
    private void endYoung(long oldBytes) {
        generations.cycleEnds(CycleKind.YOUNG, 1, oldBytes, 3 * oldBytes);
    }

    private void assertNext(CycleKind kind) {
        assertThat(generations.next(false)).isEqualTo(kind);
        assertThat(generations.choose(Cause.GROWTH, false)).isEqualTo(kind);
    }

    @Test
    void theFirstIsFullAndTheNextYoung() {
        open(Heaps.tiny());
        assertNext(CycleKind.FULL);
        endFull(1000);
        assertNext(CycleKind.YOUNG);
        endYoung(10);
        assertNext(CycleKind.YOUNG);
    }

    @Test
    void oneIsFullIfSomebodyAsksForThatOrNothingElseIsToBeDone() {
        afterFull(Heaps.tiny(), 1000);
        assertThat(generations.choose(Cause.GROWTH, true)).isEqualTo(CycleKind.FULL);
        assertThat(generations.choose(Cause.IDLE, false)).isEqualTo(CycleKind.FULL);
        assertThat(generations.next(true)).as("it is to move").isEqualTo(CycleKind.FULL);
    }

    @Test
    void withoutYoungCyclesEachIsFull() {
        afterFull(Heaps.tiny().youngCycles(false), 1000);
        assertNext(CycleKind.FULL);
    }

    @Test
    void afterOneThatWasGivenUpTheNextIsFullUntilOneHasEnded() {
        afterFull(Heaps.tiny(), 1000);
        generations.cycleGivenUp();
        assertNext(CycleKind.FULL);
        endFull(1000);
        assertNext(CycleKind.YOUNG);
    }

    @Test
    void aYoungOneThatHasFreedLessThanAQuarterIsFollowedByAFullOne() {
        afterFull(Heaps.tiny(), 1000);
        generations.cycleEnds(CycleKind.YOUNG, 1, 300, 100);
        assertNext(CycleKind.YOUNG);
        generations.cycleEnds(CycleKind.YOUNG, 1, 304, 100);
        assertNext(CycleKind.FULL);
        endFull(1000);
        assertNext(CycleKind.YOUNG);
    }

    @Test
    void oneIsFullWhenAsMuchAsTheHeapMayGrowByHasBecomeOld() {
        int alive = 200_000;
        afterFull(Heaps.tiny().growthPercent(50), alive);
        endYoung(alive / 2 - 1);
        assertNext(CycleKind.YOUNG);
        endYoung(1);
        assertNext(CycleKind.FULL);
        endFull(alive);
        assertNext(CycleKind.YOUNG);
    }

    @Test
    void whatASmallHeapBeginsWithMayBecomeOldWhateverWasAlive() {
        afterFull(Heaps.tiny().growthPercent(50), 1000);
        endYoung(INITIAL - 1);
        assertNext(CycleKind.YOUNG);
        endYoung(1);
        assertNext(CycleKind.FULL);
    }

    @Test
    void nearTheLimitAQuarterOfTheRoomThatIsLeftMayBecomeOld() {
        int room = 400_000;
        afterFull(Heaps.tiny().growthPercent(50), MAXIMUM - room);
        endYoung(room / 4 - 1);
        assertNext(CycleKind.YOUNG);
        endYoung(1);
        assertNext(CycleKind.FULL);
    }

    @Test
    void aTestMayHaveEveryThirdFullAndNoOther() {
        afterFull(Heaps.tiny().stress(StressOptions.NONE.withFullEvery(3)), 1000);
        assertNext(CycleKind.YOUNG);
        generations.cycleEnds(CycleKind.YOUNG, 1, MAXIMUM, 0);
        assertNext(CycleKind.YOUNG);
        endYoung(1);
        assertNext(CycleKind.FULL);
        endFull(1000);
        assertNext(CycleKind.YOUNG);
    }

    @Test
    void whatIsOldIsWhatAllCyclesHaveTracedSinceTheLastFullOne() {
        afterFull(Heaps.tiny(), 1000);
        generations.cycleEnds(CycleKind.YOUNG, 7, 500, 2000);
        assertThat(generations.oldObjects()).isEqualTo(8);
        assertThat(generations.oldBytes()).isEqualTo(1500);
        generations.cycleEnds(CycleKind.FULL, 3, 600, 0);
        assertThat(generations.oldObjects()).isEqualTo(3);
        assertThat(generations.oldBytes()).isEqualTo(600);
    }
}
