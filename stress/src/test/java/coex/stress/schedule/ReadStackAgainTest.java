package coex.stress.schedule;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// A frozen slot that names a newborn object is read again, though it has not changed.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | | | asks for snapshots |
/// | takes its snapshot, makes y, marked; a root holds it | | |
/// | | loads y and calls somebody | |
/// | drops y; empties the root | takes its snapshot: the slot is frozen | |
/// | | | reads the slot, and **notes it**: y is young |
/// | | | collects what is young: reads the slot, finds y |
class ReadStackAgainTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.READ_AGAIN;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            GlobalRoot way = play.heap.newRoot();
            play.collect(1);
            play.collectsYoung();

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            a.answers();
            long y = a.makesNode(0, 1, 0);
            a.stores(way, y);
            b.loads(0, way);
            b.does(mutator -> mutator.frame(1));
            a.stores(way, 0);
            a.drops(0);
            play.collectorFinishes();
            play.collect(1);

            return play.keeps(a, y, 1);
        }
    }
}
