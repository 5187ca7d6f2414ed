package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

import org.junit.jupiter.api.Test;

/// A thread that is still before its H4 tells an object born after another thread's H4, which is
/// unmarked, from a dead one.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | | | retires the dead: the verdict is done |
/// | | | asks to turn barriers off |
/// | | turns its barrier off | |
/// | | makes x, unmarked, and a weak reference to it | |
/// | reads the weak reference: x is unmarked; **reads it again** | | |
class WeakReadAgainTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.WEAK_READ_AGAIN;
    }

    @Override
    public boolean survives(Protocol protocol) {
        // One handle at a time: none that b was given before its H4, marked, is left.
        try (Play play = new Play(protocol, options -> options.runHandles(1))) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            GlobalRoot shared = play.rootHolding(b, 0);

            play.collectorGoesTo(Phase.BARRIER_OFF);
            play.collectorAsks();
            b.answers();
            long x = b.makesNode(0, 1, 0);
            long weak = b.makesWeakBox(1, x);
            b.stores(shared, weak);
            long read =
                    a.gives(
                            mutator -> {
                                long found = mutator.getWeak(shared.get(mutator), play.target);
                                a.frame().set(0, found);
                                return found;
                            });
            b.drops(0);
            play.collectorFinishes();

            return read == x && play.keeps(a, x, 1);
        }
    }

    /// | a | collector |
    /// | --- | --- |
    /// | | marks: x is named by a weak reference only |
    /// | | closes the verdict |
    /// | reads the weak reference: x, which is unmarked | |
    /// | | clears the weak reference, retires x: the verdict is done |
    /// | reads it again: nothing | |
    @Test
    void anObjectRetiredWhileItsWeakReferenceIsReadIsNotFound() {
        try (Play play = new Play(Protocol.SOUND)) {
            Player a = play.mutator("a");
            long x = a.makesNode(0, 1, 0);
            long weak = a.makesWeakBox(1, x);
            a.drops(0);

            play.collectorGoesTo(Phase.WEAK);
            long[] read = {-1};
            a.stopsAt(
                    SchedulePoint.WEAK_READ,
                    mutator -> read[0] = mutator.getWeak(weak, play.target));
            play.collectorGoesTo(Phase.BARRIER_OFF);
            play.collectorAsks();
            a.finishes();

            assertThat(read[0]).isZero();
            play.collectorFinishes();
            assertThat(a.finds(x, 1)).isFalse();
            assertThat(a.<Long>gives(mutator -> mutator.getWeak(weak, play.target))).isZero();
        }
    }
}
