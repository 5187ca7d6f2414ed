package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// Who has handed its log over goes on logging, for the next cycle. Who finds an object logged by
/// such a one, and stores into it, has its barrier on already.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | a root holds a box | | collects: the box is old |
/// | | makes x | begins a young cycle, and to turn barriers on |
/// | answers: its barrier is on. **Has not handed its log over** | | |
/// | stores into the box: logs it | | |
/// | | its barrier is off; finds the box logged, stores x and drops it | |
/// | | | reads what was logged: finds x only if a's log is of this cycle |
class HandOverWhenSettledTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.HAND_OVER_WHEN_SETTLED;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            long box = a.makesBox(0);
            play.rootHolding(a, box);
            play.collect(1);
            play.collectsYoung();
            long x = b.makesNode(0, 1, 0);

            play.collectorGoesTo(Phase.BARRIER_ON);
            play.collectorAsks();
            a.answers();
            a.does(mutator -> mutator.setReference(box, play.content, 0));
            b.does(mutator -> mutator.setReference(box, play.content, x));
            b.drops(0);
            play.collectorFinishes();

            return play.keeps(a, x, 1);
        }
    }
}
