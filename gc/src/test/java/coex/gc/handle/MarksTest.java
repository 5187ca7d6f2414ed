package coex.gc.handle;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heaps;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;

/// Each object is traced once, whoever marks it first.
class MarksTest {

    private final HandleSpace space =
            new HandleSpace(Heaps.calm().initialHandles(256).build(), (_, _, _) -> {});
    private final Marks marks = space.marks();

    @AfterEach
    void release() {
        space.release();
    }

    @Test
    void markingSaysOnceThatTheHandleMustBeTraced() {
        assertThat(marks.mark(63)).isEqualTo(Marks.FRESH);
        assertThat(marks.mark(63)).isEqualTo(Marks.MARKED);
        assertThat(marks.isMarked(63)).isTrue();
        assertThat(marks.isMarked(62)).isFalse();
        assertThat(marks.isMarked(64)).isFalse();
        assertThat(marks.isMarked(127)).isFalse();
    }

    @Test
    void aShadedHandleIsTracedByWhoeverAdoptsIt() {
        assertThat(marks.shade(64)).isTrue();
        assertThat(marks.shade(64)).isFalse();
        assertThat(marks.mark(64)).as("the shader hands it over").isEqualTo(Marks.SHADED_ONLY);
        assertThat(marks.adopt(64)).isTrue();
        assertThat(marks.adopt(64)).isFalse();
    }

    @Test
    void aMarkedHandleIsNotShadedAgain() {
        marks.mark(5);
        assertThat(marks.shade(5)).isFalse();
        assertThat(marks.adopt(5)).isFalse();
    }

    @Test
    void birthsAreMarkedAndNeverTraced() {
        marks.shadeBirths(1, 0b101);
        assertThat(marks.isMarked(64)).isTrue();
        assertThat(marks.isMarked(65)).isFalse();
        assertThat(marks.isMarked(66)).isTrue();
        assertThat(marks.mark(64)).isEqualTo(Marks.SHADED_ONLY);
        assertThat(marks.shade(66)).isFalse();
    }

    @Test
    void birthsThatWillBeTracedAreUnmarked() {
        marks.shadeBirths(1, 0b111);
        marks.unshadeBirths(1, 0b101);
        assertThat(marks.isMarked(64)).isFalse();
        assertThat(marks.isMarked(65)).isTrue();
        assertThat(marks.shade(66)).isTrue();
    }

    @Test
    void clearingForgetsBothKindsOfMarksOfTheWordsGiven() {
        marks.mark(3);
        marks.shade(4);
        marks.mark(64);
        marks.clear(1);
        assertThat(marks.isMarked(3)).isFalse();
        assertThat(marks.isMarked(4)).isFalse();
        assertThat(marks.isMarked(64)).isTrue();
    }

    @Test
    void whatWasShadedIsForgottenWithoutWhatWasMarked() {
        marks.mark(3);
        marks.shade(4);
        marks.clearShaded(0);
        assertThat(marks.isMarked(3)).isTrue();
        assertThat(marks.isOld(3)).isTrue();
        assertThat(marks.isMarked(4)).isFalse();
    }

    @Test
    void whatIsBornMarkedIsNotOld() {
        marks.shadeBirths(0, 1L << 5);
        assertThat(marks.isMarked(5)).isTrue();
        assertThat(marks.isOld(5)).isFalse();
    }

    @Test
    void ofSeveralMarkersOneClaimsAHandle() {
        assertThat(marks.find(63)).isEqualTo(Marks.FRESH);
        assertThat(marks.claim(63)).isTrue();
        assertThat(marks.claim(63)).isFalse();
        assertThat(marks.find(63)).isEqualTo(Marks.MARKED);
        assertThat(marks.find(62)).isEqualTo(Marks.FRESH);
        marks.unclaim(63);
        assertThat(marks.isMarked(63)).isFalse();
        marks.shade(63);
        assertThat(marks.find(63)).isEqualTo(Marks.SHADED_ONLY);
    }

    /// Two threads claim neighbours, each its own, and give them back, again and again: neither
    /// ever finds the mark of the other in the place of its own.
    @Test
    void marksThatAreSetAtOnceAreAllSet() throws Exception {
        CyclicBarrier start = new CyclicBarrier(2);
        FutureTask<Integer> other = new FutureTask<>(() -> refusedClaims(start, 5));
        Thread.ofPlatform().start(other);
        assertThat(refusedClaims(start, 6)).isZero();
        assertThat(other.get()).isZero();
        assertThat(marks.oldWord(0)).isZero();
    }

    private int refusedClaims(CyclicBarrier start, long handle) throws Exception {
        start.await();
        int refused = 0;
        for (int i = 0; i < 3_000_000; i++) {
            refused += marks.claim(handle) ? 0 : 1;
            marks.unclaim(handle);
        }
        return refused;
    }
}
