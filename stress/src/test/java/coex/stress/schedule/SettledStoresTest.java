package coex.stress.schedule;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// A store that lost a race against an unbarriered one marks what it really removes; and before the
/// first snapshot no such race is left.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | | | asks to turn barriers on |
/// | | turns its barrier on | |
/// | | begins to store 0 into the root: reads and shades o | |
/// | stores x into the root, without a barrier; drops x | | |
/// | turns its barrier on | | |
/// | | | asks **to settle**, or if that is left out for snapshots |
/// | answers | | |
/// | loads x from the root, perhaps past its snapshot | | |
/// | | ends its store: **sees x instead of o, shades x** | |
/// | | | marks: the root is empty |
class SettledStoresTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.SETTLED_STORES;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            long o = a.makesNode(0, 2, 0);
            GlobalRoot root = play.rootHolding(a, o);
            long x = a.makesNode(0, 1, 0);

            play.collectorGoesTo(Phase.BARRIER_ON);
            play.collectorAsks();
            b.answers();
            b.stopsAt(SchedulePoint.BARRIER_SHADED, mutator -> root.set(mutator, 0));
            a.stores(root, x);
            a.drops(0);
            a.answers();
            play.collectorAsks();
            a.answers();
            a.loads(0, root);
            b.finishes();
            play.collectorFinishes();

            return play.keeps(a, x, 1);
        }
    }
}
