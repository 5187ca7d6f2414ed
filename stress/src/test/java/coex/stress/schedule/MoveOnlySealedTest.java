package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// An object under construction is written by its owner at any time, so it is not moved.
///
/// | a | collector |
/// | --- | --- |
/// | begins x, which names y | |
/// | | begins to move: x **stays**, y is copied |
/// | writes into x, and seals it | |
/// | | moves on |
/// | reads what it has written | |
class MoveOnlySealedTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.MOVE_ONLY_SEALED;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = Play.thatMoves(protocol)) {
            Player a = play.mutator("a");
            long y = a.makesNode(1, 2, 0);
            long x = a.beginsNode(0);
            a.does(mutator -> mutator.setReference(x, play.next, y));
            a.drops(1); // so that x is met before y
            play.collect(1);

            play.collectorGoesTo(Phase.MOVE);
            play.collectorGoesTo(SchedulePoint.COPIED);
            a.does(
                    mutator -> {
                        mutator.setLong(x, play.number, 1);
                        mutator.seal(x);
                    });
            play.collectorFinishes();

            return play.keeps(a, x, 1) && play.keeps(a, y, 2);
        }
    }
}
