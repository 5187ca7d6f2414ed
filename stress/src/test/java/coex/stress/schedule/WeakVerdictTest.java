package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// A weak reference read when all buffers have been handed over empty keeps marking from ending.
///
/// | a | collector |
/// | --- | --- |
/// | | marks: x is named by a weak reference only |
/// | | asks for buffers, a second time |
/// | hands over nothing | |
/// | | all are empty; about to close |
/// | reads the weak reference: **objects to closing**, shades x | |
/// | | closes, or goes on to trace x and y behind it |
class WeakVerdictTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.WEAK_VERDICT;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            long y = a.makesNode(0, 2, 0);
            long x = a.makesNode(1, 1, y);
            long weak = a.makesWeakBox(2, x);
            a.drops(0);
            a.drops(1);

            play.collectorGoesTo(Phase.FLUSH); // brings in what the snapshot shaded
            play.collectorGoesTo(Phase.MARK);
            play.collectorGoesTo(Phase.FLUSH);
            play.collectorAsks();
            a.answers();
            play.collectorGoesTo(SchedulePoint.VERDICT_PENDING);
            a.does(mutator -> a.frame().set(0, mutator.getWeak(weak, play.target)));
            play.collectorFinishes();

            return play.keeps(a, x, 1) && play.keeps(a, y, 2);
        }
    }
}
