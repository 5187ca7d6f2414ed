package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Phase;
import coex.stress.schedule.Play.Player;

import org.junit.jupiter.api.Test;

/// A weak cell that becomes old while its target is newborn is looked at again, also if nobody has
/// logged it.
///
/// Whoever calls the heap through its API logs every weak store, so here that rule is broken, to
/// stand for a cell that is born with its target.
///
/// | a | collector |
/// | --- | --- |
/// | makes a weak cell | begins a young cycle |
/// | past its snapshot makes x, marked; stores x into the cell | |
/// | drops x | traces the cell, which becomes old, and **notes it**: x is young |
/// | | collects what is young: x is dead, clears the cell |
class WeakCellMetAgainTest {

    @Test
    void theCellIsCleared() {
        try (Play play = new Play(Rule.LOG_WEAK.broken())) {
            Player a = play.mutator("a");
            play.collect(1);
            play.collectsYoung();
            long cell = a.makesWeakBox(0, 0);

            play.collectorGoesTo(Phase.MARK);
            long x = a.makesNode(1, 1, 0);
            a.does(mutator -> mutator.setWeak(cell, play.target, x));
            a.drops(1);
            play.collectorFinishes();
            assertThat(a.finds(x, 1)).as("born marked").isTrue();
            play.collect(1);

            assertThat(a.finds(x, 1)).isFalse();
            assertThat(a.<Long>gives(mutator -> mutator.getWeak(cell, play.target))).isZero();
        }
    }
}
