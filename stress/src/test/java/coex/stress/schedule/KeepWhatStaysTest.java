package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// An object that is under construction when blocks are emptied stays where it is, and its lines
/// are not free.
///
/// | a | collector |
/// | --- | --- |
/// | begins x, which names y | |
/// | | moves: x **stays**, y is copied |
/// | writes into x, and seals it | |
/// | | frees the lines of what it has moved |
/// | reads what it has written | |
class KeepWhatStaysTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.KEEP_WHAT_STAYS;
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

            return a.finds(x, 1) && play.keeps(a, x, 1);
        }
    }
}
