package coex.gc.handle;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.HeapOptions;
import coex.gc.Heaps;
import coex.gc.memory.Reservations;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/// The orders that [HandleSpace] states: what a mutator and the collector do to one word of handles
/// at the same time. The one does its whole step in the middle of the other's, beside an access of
/// the allocated bits.
class HandleOrderTest {

    private static final int RUN = 8;

    /// Does something once, before or after an access.
    private static final class Watched extends Bitmap {

        private Runnable beforeReading;
        private Runnable afterSetting;
        private Runnable afterClearing;

        Watched(Reservations region, String name, long maximumHandles, boolean hugePages) {
            super(region, name, maximumHandles, hugePages);
        }

        @Override
        long wordAcquire(long word) {
            Runnable once = beforeReading;
            beforeReading = null;
            run(once);
            return super.wordAcquire(word);
        }

        @Override
        void setBits(long word, long bits) {
            super.setBits(word, bits);
            Runnable once = afterSetting;
            afterSetting = null;
            run(once);
        }

        @Override
        void clearBits(long word, long bits) {
            super.clearBits(word, bits);
            Runnable once = afterClearing;
            afterClearing = null;
            run(once);
        }

        private static void run(Runnable once) {
            if (once != null) {
                once.run();
            }
        }
    }

    private Watched allocated;

    private final HandleSpace space = open();

    private HandleSpace open() {
        HeapOptions options =
                Heaps.calm().initialHandles(64).maximumHandles(64).runHandles(RUN).build();
        return new HandleSpace(
                options,
                (_, _, _) -> {},
                (region, name, handles, huge) -> {
                    allocated = new Watched(region, name, handles, huge);
                    return allocated;
                });
    }

    @AfterEach
    void release() {
        space.release();
    }

    private List<Long> take(boolean birthsMarked) {
        HandleRun run = new HandleRun();
        space.refill(run, birthsMarked);
        List<Long> handles = new ArrayList<>();
        while (run.hasNext()) {
            handles.add(run.next());
        }
        return handles;
    }

    @Test
    void handlesSetAsideWhileTheCollectorLooksAreNotDead() {
        List<Long> born = new ArrayList<>();
        allocated.beforeReading = () -> born.addAll(take(true));
        assertThat(space.deadWord(0)).isZero();
        assertThat(born).hasSize(RUN);
    }

    @Test
    void handlesThatAreJustBeingSetAsideAreNotDead() {
        List<Long> dead = new ArrayList<>();
        allocated.afterSetting = () -> dead.add(space.deadWord(0));
        assertThat(take(true)).hasSize(RUN);
        assertThat(dead).containsExactly(0L);
    }

    @Test
    void handlesRetiredWhileAMutatorLooksAreNotFree() {
        List<Long> dying = take(false);
        List<Integer> retired = new ArrayList<>();
        allocated.beforeReading = () -> retired.add(space.retireDead(0, 1));
        assertThat(take(true)).doesNotContainAnyElementsOf(dying).hasSize(RUN);
        assertThat(retired).containsExactly(RUN);
    }

    @Test
    void handlesThatAreJustBeingRetiredAreNotFree() {
        List<Long> dying = take(false);
        List<Long> taken = new ArrayList<>();
        allocated.afterClearing = () -> taken.addAll(take(true));
        assertThat(space.retireDead(0, 1)).isEqualTo(RUN);
        assertThat(taken).doesNotContainAnyElementsOf(dying).hasSize(RUN);
    }
}
