package coex.stress.schedule;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// A store is logged also by a thread whose barrier is on.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | a root holds a box | | collects: the box is old |
/// | | | begins to turn barriers off |
/// | passes H4 | | |
/// | makes q, unmarked; another root holds it | | |
/// | | loads q | |
/// | | stores q into the box: **logs the box** | |
/// | empties the other root | drops q | ends the cycle: q is young |
/// | | | collects what is young: reads the box, finds q |
class LogInEveryPhaseTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.LOG_IN_EVERY_PHASE;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            long box = a.makesBox(0);
            play.rootHolding(a, box);
            GlobalRoot way = play.heap.newRoot();
            play.collect(1);
            play.collectsYoung();

            play.collectorGoesTo(Phase.BARRIER_OFF);
            play.collectorAsks();
            a.answers();
            long q = a.makesNode(1, 1, 0);
            a.stores(way, q);
            b.loads(0, way);
            b.does(mutator -> mutator.setReference(box, play.content, q));
            a.stores(way, 0);
            a.drops(1);
            b.drops(0);
            play.collectorFinishes();
            play.collect(1);

            return play.keeps(a, q, 1);
        }
    }
}
