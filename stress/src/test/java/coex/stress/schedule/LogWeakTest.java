package coex.stress.schedule;

import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// An old cell with a weak reference is looked at by a young cycle if it was written.
///
/// | a | collector |
/// | --- | --- |
/// | a root holds a weak cell | collects: the cell is old |
/// | stores x into the cell: **logs the cell** | |
/// | drops x | |
/// | | collects what is young: x is dead, clears the cell |
///
/// What survives here is the truth of the cell.
class LogWeakTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.LOG_WEAK;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            long cell = a.makesWeakBox(0, 0);
            play.rootHolding(a, cell);
            play.collect(1);
            play.collectsYoung();
            long x = a.makesNode(1, 1, 0);
            a.does(mutator -> mutator.setWeak(cell, play.target, x));
            a.drops(1);
            play.collect(1);

            return a.gives(mutator -> mutator.getWeak(cell, play.target)) == 0;
        }
    }
}
