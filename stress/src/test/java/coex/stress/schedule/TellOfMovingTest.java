package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.SchedulePoint;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// Who writes a sealed object of its own does not while objects are moved. Lists are lengthened so.
///
/// | a | collector |
/// | --- | --- |
/// | makes x, and gives it to nobody | |
/// | | **says that it moves**, and copies x |
/// | changes x, or makes another one | |
/// | | stores the new address of x |
/// | reads the change | |
class TellOfMovingTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.TELL_OF_MOVING;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = Play.thatMoves(protocol)) {
            Player a = play.mutator("a");
            long x = a.makesNode(0, 1, 0);
            play.collect(1);

            play.collectorGoesTo(Phase.MOVE);
            play.collectorGoesTo(SchedulePoint.COPIED);
            long changed = a.gives(_ -> change(play, a, x));
            play.collectorFinishes();

            return play.keeps(a, changed, 2);
        }
    }

    private static long change(Play play, Player a, long x) {
        MutatorContext context = ConcurrentHeap.contextOf(a.mutator());
        if (context.objectsMove()) {
            return a.makeNode(0, 2, 0);
        }
        Memory.putLong(context.address(x) + play.number.offset(), 2);
        return x;
    }
}
