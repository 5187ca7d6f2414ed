package coex.gc.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.gc.HeapOptions;
import coex.gc.Heaps;
import coex.gc.StressOptions;
import coex.gc.memory.Memory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Handles are set aside lowest first, rest one cycle after their object's death, and come back.
class HandleSpaceTest {

    private HandleSpace space;

    private void open(HeapOptions.Builder options) {
        space = new HandleSpace(options.build(), (_, _, _) -> {});
    }

    @AfterEach
    void release() {
        space.release();
    }

    private static HeapOptions.Builder options(int initial, int maximum, int run) {
        return Heaps.calm().initialHandles(initial).maximumHandles(maximum).runHandles(run);
    }

    private List<Long> takeAll(HandleRun run) {
        List<Long> handles = new ArrayList<>();
        while (run.hasNext()) {
            handles.add(run.next());
        }
        return handles;
    }

    private List<Long> take() {
        HandleRun run = new HandleRun();
        space.refill(run, false);
        return takeAll(run);
    }

    /// What the collector does to handles that nothing marks.
    private void retire(int cycle) {
        long dead = 0;
        for (long word = 0; word < space.usedWords(); word++) {
            dead += space.retireDead(word, cycle);
        }
        space.countRetired(dead);
    }

    @Test
    void handlesAreUniqueAndCountUpFromOne() {
        open(options(64, 4096, 100));
        Set<Long> seen = new HashSet<>();
        long expected = 1;
        while (seen.size() < 3000) {
            for (long handle : take()) {
                assertThat(handle).isEqualTo(expected++);
                assertThat(seen.add(handle)).isTrue();
            }
        }
    }

    @Test
    void aRunHasAtMostAsManyHandlesAsTheOptionsSay() {
        open(options(64, 4096, 1));
        assertThat(take()).containsExactly(1L);
        assertThat(take()).containsExactly(2L);
    }

    @Test
    void aRetiredHandleRestsForOneMoreCycleAndIsThenTheFirstToBeTaken() {
        open(options(1024, 4096, 8));
        assertThat(take()).startsWith(1L);
        retire(1);
        assertThat(space.counts().resting()).isEqualTo(8);
        assertThat(space.retiredWord(0)).isEqualTo(0b1_1111_1110);
        assertThat(HandleTable.freedIn(space.table().resolve(3))).isEqualTo(1);
        assertThat(space.promote(1)).isZero();
        List<Long> afterOne = take();
        assertThat(afterOne).containsExactly(9L, 10L, 11L, 12L, 13L, 14L, 15L, 16L);

        afterOne.forEach(handle -> space.marks().shade(handle));
        retire(2);
        assertThat(space.promote(2)).isEqualTo(8);
        assertThat(space.counts().resting()).isZero();
        assertThat(take()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }

    @Test
    void handlesOfTwoCyclesRestSideBySide() {
        open(options(1024, 4096, 4));
        take();
        retire(1);
        space.promote(1);
        take();
        retire(2);
        assertThat(space.counts().resting()).isEqualTo(8);
        assertThat(space.promote(2)).isEqualTo(4);
        assertThat(space.counts().resting()).isEqualTo(4);
        assertThat(space.promote(3)).isEqualTo(4);
    }

    @Test
    void markedAndShadedHandlesAreNotRetired() {
        open(options(1024, 4096, 4));
        take();
        space.marks().mark(1);
        space.marks().shade(3);
        retire(7);
        assertThat(space.allocatedWord(0)).isEqualTo(0b1010);
        assertThat(HandleTable.freedIn(space.table().resolve(2))).isEqualTo(7);
    }

    @Test
    void handlesGivenBackAreFreeAtOnceAndTakenFirst() {
        open(options(1024, 4096, 8));
        HandleRun run = new HandleRun();
        space.refill(run, false);
        assertThat(run.hasNext()).isTrue();
        assertThat(run.next()).isEqualTo(1);
        assertThat(HandleRunTest.leftIn(run)).doesNotContain(1L);
        assertThat(HandleRunTest.leftIn(run)).contains(2L);
        space.giveBack(run);
        assertThat(run.hasNext()).isFalse();
        assertThat(run.given()).isEqualTo(1);
        assertThat(space.counts().inUse()).isEqualTo(1);
        assertThat(space.counts().reservedTotal()).isEqualTo(1);
        assertThat(take()).startsWith(2L, 3L, 4L);
    }

    @Test
    void aHandleGivenBackByAThreadPastItsSnapshotIsWhiteForOneBeforeIts() {
        open(options(1024, 4096, 8));
        HandleRun past = new HandleRun();
        space.refill(past, true);
        space.giveBack(past);
        HandleRun before = new HandleRun();
        space.refill(before, false);
        for (long handle : takeAll(before)) {
            assertThat(space.marks().isMarked(handle)).as("handle %d", handle).isFalse();
        }
    }

    @Test
    void handlesSetAsideByAThreadPastItsSnapshotAreMarked() {
        open(options(1024, 4096, 100));
        HandleRun run = new HandleRun();
        space.refill(run, true);
        for (long handle : takeAll(run)) {
            assertThat(space.marks().isMarked(handle)).isTrue();
        }
    }

    @Test
    void theTableDoublesWhenItIsFullAndKeepsWhatItHolds() {
        open(options(64, 1024, 64));
        for (long handle : take()) {
            space.table().publish(handle, 8 * handle);
        }
        assertThat(space.capacity()).isEqualTo(64);
        assertThat(take()).startsWith(64L);
        assertThat(space.capacity()).isEqualTo(128);
        assertThat(space.counts().growths()).isEqualTo(1);
        for (long handle = 1; handle < 64; handle++) {
            assertThat(space.table().resolve(handle)).isEqualTo(8 * handle);
        }
    }

    @Test
    void nothingIsSetAsideBeyondTheMaximum() {
        open(options(64, 200, 64));
        assertThat(space.maximumHandles()).isEqualTo(192);
        int taken = 0;
        while (true) {
            int more = take().size();
            if (more == 0) {
                break;
            }
            taken += more;
        }
        assertThat(taken).isEqualTo(191);
        assertThat(space.counts().free()).isZero();
    }

    @Test
    void theTableIsNeverLargerThanItsMaximumEvenIfThatIsNoMultipleOf64() {
        open(options(100, 100, 8));
        assertThat(space.capacity()).isLessThanOrEqualTo(100);
        assertThat(space.maximumHandles()).isLessThanOrEqualTo(100);
    }

    @Test
    void anUnusedUpperHalfIsGivenBack() {
        open(options(64, 4096, 64));
        assumeTrue(Memory.NATIVE, "arena memory keeps its table");
        for (int i = 0; i < 20; i++) {
            take();
        }
        assertThat(space.capacity()).isEqualTo(2048);
        retire(1);
        space.shrink();
        assertThat(space.capacity()).as("retired handles are still there").isEqualTo(2048);
        space.promote(2);
        space.shrink();
        assertThat(space.capacity()).isEqualTo(64);
        assertThat(space.counts().shrinks()).isEqualTo(1);
        assertThat(take()).startsWith(1L);
        assertThat(take()).startsWith(64L);
    }

    @Test
    void underQuarantineNoHandleComesBackWhileOthersAreLeft() {
        open(options(64, 512, 8).stress(StressOptions.NONE.withQuarantine(true)));
        Set<Long> seen = new HashSet<>();
        int cycle = 1;
        while (seen.size() < 511) {
            List<Long> taken = take();
            assertThat(taken).as("seen %d", seen.size()).isNotEmpty();
            for (long handle : taken) {
                assertThat(seen.add(handle)).as("handle %d again", handle).isTrue();
            }
            retire(cycle);
            space.promote(cycle++);
        }
        retire(cycle);
        space.promote(cycle++);
        retire(cycle);
        space.promote(cycle);
        assertThat(take()).as("when all have been used they come back").isNotEmpty();
    }

    @Test
    void aHandleIsInRangeFromOneToTheCapacity() {
        open(options(64, 64, 8));
        assertThat(space.isInRange(0)).isFalse();
        assertThat(space.isInRange(-1)).isFalse();
        assertThat(space.isInRange(1)).isTrue();
        assertThat(space.isInRange(63)).isTrue();
        assertThat(space.isInRange(64)).isFalse();
        assertThat(space.isInRange(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void aWordThatTheTableGaveUpComesBackUnmarked() {
        open(options(64, 4096, 1000));
        HandleRun run = new HandleRun();
        while (space.usedWords() < 8) {
            assertThat(space.refill(run, false)).isTrue();
            space.giveBack(run);
            run = new HandleRun();
            assertThat(space.refill(run, false, 500)).isTrue();
        }
        long high = 7 << 6;
        space.marks().mark(high); // as the collector does for a stale handle in a root
        space.marks().shade(high + 1);
        space.giveBack(run);
        space.shrink();
        assertThat(space.usedWords()).isLessThan(7);
        assertThat(space.marks().isMarked(high)).isFalse();
        assertThat(space.marks().isMarked(high + 1)).isFalse();
    }

    @Test
    void aWordTakenWhileItsChunkIsRetiredIsLookedAtInTheNextYoungCycle() {
        open(options(1024, 4096, 63));
        take().forEach(handle -> space.marks().mark(handle)); // the first word, all old
        assertThat(space.usedWords()).isEqualTo(1);
        assertThat(take()).startsWith(64L); // by a mutator, when the collector has read usedWords
        space.endRetiring(0);
        assertThat(space.nextWordToRetire(0, space.usedWords(), false)).isZero();
    }
}
