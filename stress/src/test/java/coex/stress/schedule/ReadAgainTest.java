package coex.stress.schedule;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// An object that is traced and names a newborn one is old when the other is not, and is read
/// again.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | | | asks for snapshots |
/// | takes its snapshot, makes y, marked; a root holds it | | |
/// | | loads y, lets x name y, which it has begun before, and seals x | |
/// | drops y; empties the root | drops y, takes its snapshot | |
/// | | | traces x, which becomes old, and **notes it**: y is young |
/// | | | collects what is young: reads x, finds y |
class ReadAgainTest implements RuleTest {

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

            long x = b.beginsNode(1);

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            a.answers();
            long y = a.makesNode(0, 1, 0);
            a.stores(way, y);
            b.loads(0, way);
            b.does(
                    mutator -> {
                        mutator.setReference(x, play.next, y);
                        mutator.seal(x);
                    });
            a.stores(way, 0);
            a.drops(0);
            b.drops(0);
            play.collectorFinishes();
            play.collect(1);

            return play.keeps(a, y, 1);
        }
    }
}
