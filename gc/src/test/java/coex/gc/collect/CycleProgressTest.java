package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.CycleKind;
import coex.gc.collect.CycleProgress.Part;

import org.junit.jupiter.api.Test;

/// Progress never runs ahead of the parts of a cycle, however long they take.
class CycleProgressTest {

    private final CycleProgress progress = new CycleProgress();

    private void runCycle(CycleKind kind) {
        progress.begin(kind);
        progress.enter(Part.MARKING);
        progress.enter(Part.AFTER_MARKING);
        progress.end();
    }

    @Test
    void theFirstCycleIsToldByItsWork() {
        progress.begin(CycleKind.FULL);
        assertThat(progress.now()).isZero();
        progress.enter(Part.MARKING);
        double begun = progress.now();
        progress.done(0.5);
        double half = progress.now();
        progress.done(1);
        double marked = progress.now();
        assertThat(begun).isGreaterThan(0).isLessThan(half);
        assertThat(half).isLessThan(marked);
        progress.enter(Part.AFTER_MARKING);
        assertThat(progress.now()).isEqualTo(marked);
        progress.done(1);
        assertThat(progress.now()).isEqualTo(1);
    }

    @Test
    void aPartThatTakesLongerThanExpectedMakesNoProgressBeyondItsEnd() throws InterruptedException {
        runCycle(CycleKind.YOUNG); // which took some microseconds
        progress.begin(CycleKind.YOUNG);
        Thread.sleep(20); // any time far beyond that
        double stuck = progress.now();
        assertThat(stuck).isGreaterThan(0).isLessThan(1);
        Thread.sleep(5);
        assertThat(progress.now()).isEqualTo(stuck);
        progress.enter(Part.MARKING);
        assertThat(progress.now()).isGreaterThanOrEqualTo(stuck);
        progress.enter(Part.AFTER_MARKING);
        Thread.sleep(20);
        assertThat(progress.now()).isEqualTo(1);
    }

    @Test
    void markingEverythingIsToldByItsWorkAlsoLater() throws InterruptedException {
        runCycle(CycleKind.FULL);
        progress.begin(CycleKind.FULL);
        progress.enter(Part.MARKING);
        double begun = progress.now();
        Thread.sleep(20);
        assertThat(progress.now()).isEqualTo(begun);
        progress.done(1);
        assertThat(progress.now()).isGreaterThan(begun);
    }
}
