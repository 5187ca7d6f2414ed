package coex.gc.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.HeapExhaustedException;
import coex.gc.memory.Memory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// A cell that is given up stays what it was until every thread has passed a handshake since.
class GlobalRootsTest {

    private final GlobalRoots roots = new GlobalRoots();

    @AfterEach
    void release() {
        roots.release();
    }

    private List<Long> seen() {
        List<Long> handles = new ArrayList<>();
        roots.forEach(handles::add);
        return handles;
    }

    @Test
    void aCellGivenUpDuringACycleIsEmptiedByTheNext() {
        int cell = roots.take();
        Memory.putIntRelease(roots.addressOf(cell), 7);
        roots.cycleBegins();
        roots.giveUp(cell);
        assertThat(seen()).containsExactly(7L);
        roots.cycleEnds();
        assertThat(seen()).as("a store may be under way").containsExactly(7L);
        assertThat(roots.take()).isNotEqualTo(cell);

        roots.cycleBegins();
        assertThat(seen()).containsExactly(7L);
        roots.cycleEnds();
        assertThat(seen()).isEmpty();
        assertThat(roots.take()).isEqualTo(cell);
    }

    @Test
    void onlyThoseGivenUpBeforeTheCycleAreEmptied() {
        int first = roots.take();
        int second = roots.take();
        Memory.putIntRelease(roots.addressOf(first), 1);
        Memory.putIntRelease(roots.addressOf(second), 2);
        roots.giveUp(first);
        roots.cycleBegins();
        roots.giveUp(second);
        roots.cycleEnds();
        assertThat(seen()).containsExactly(2L);
        assertThat(roots.count()).isEqualTo(1);
    }

    @Test
    void aCellGivenBackToAStripeIsFreeAtOnce() {
        RootStripe stripe = roots.stripe(1);
        int cell = stripe.take();
        stripe.giveBack(cell);
        assertThat(stripe.take()).isEqualTo(cell);
    }

    @Test
    void whatOneStripeGivesBackAnotherTakes() {
        RootStripe first = roots.stripe(1);
        RootStripe second = roots.stripe(2);
        assertThat(roots.stripe(1)).isSameAs(first).isNotSameAs(second);
        int highest = 0;
        for (int round = 0; round < 100; round++) {
            List<Integer> taken = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                taken.add(first.take());
            }
            assertThat(roots.count()).isEqualTo(1000);
            for (int cell : taken) {
                highest = Math.max(highest, cell);
                second.giveBack(cell);
            }
            assertThat(roots.count()).isZero();
        }
        assertThat(highest).as("cells go round").isLessThan(1300);
    }

    @Test
    void whoFindsNoCellIsToldSoUntilOneIsFree() {
        roots.limitTo(200);
        RootStripe stripe = roots.stripe(1);
        List<Integer> taken = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            taken.add(roots.take());
        }
        assertThat(roots.isFillingUp()).isFalse();
        for (int i = 0; i < 100; i++) {
            taken.add(stripe.take());
        }
        assertThat(roots.isFillingUp()).isTrue();
        assertThatThrownBy(stripe::take)
                .isInstanceOfSatisfying(
                        HeapExhaustedException.class,
                        e ->
                                assertThat(e.resource())
                                        .isEqualTo(HeapExhaustedException.Resource.ROOTS))
                .hasMessage("heap exhausted: resource=roots requested=1 live=200 free=0 limit=200");
        assertThatThrownBy(roots::take).isInstanceOf(HeapExhaustedException.class);
        assertThat(roots.count()).isEqualTo(200);
        stripe.giveBack(taken.getLast());
        assertThat(stripe.take()).isEqualTo(taken.getLast());
        taken.forEach(stripe::giveBack);
        assertThat(roots.count()).isZero();
        assertThat(roots.isFillingUp()).isFalse();
    }

    @Test
    void noCellIsTakenTwiceWhicheverWayItCameBack() {
        Random random = new Random(7);
        Set<Integer> held = new HashSet<>();
        List<Integer> list = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            RootStripe stripe = roots.stripe(1 + random.nextInt(3));
            if (list.isEmpty() || random.nextInt(100) < (step / 2_000 % 2 == 0 ? 60 : 40)) {
                int cell = random.nextInt(10) == 0 ? roots.take() : stripe.take();
                assertThat(held.add(cell)).as("cell " + cell).isTrue();
                list.add(cell);
            } else {
                int cell = list.remove(random.nextInt(list.size()));
                held.remove(cell);
                stripe.giveBack(cell);
            }
            assertThat(roots.count()).isEqualTo(held.size());
        }
    }
}
