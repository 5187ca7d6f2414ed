package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// Whoever finds the new place of an object finds the object there.
///
/// | a | collector |
/// | --- | --- |
/// | makes x | |
/// | | is about to copy x, and **has not stored the new address** |
/// | reads x | |
/// | | copies x, stores the new address |
class CopyBeforeSlotTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.COPY_BEFORE_SLOT;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = Play.thatMoves(protocol)) {
            Player a = play.mutator("a");
            long x = a.makesNode(0, 1, 0);
            play.collect(1);

            play.collectorGoesTo(Phase.MOVE);
            play.collectorGoesTo(SchedulePoint.COPYING);
            boolean found = a.finds(x, 1);
            play.collectorFinishes();

            return found && play.keeps(a, x, 1);
        }
    }
}
