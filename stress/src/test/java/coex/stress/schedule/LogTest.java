package coex.stress.schedule;

import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// An old object that was written is read by the next young cycle.
///
/// | a | collector |
/// | --- | --- |
/// | a root holds a box | collects: the box is old |
/// | stores x into the box: **logs the box** | |
/// | drops x | |
/// | | collects what is young: reads the box, finds x |
class LogTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.LOG;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            long box = a.makesBox(0);
            play.rootHolding(a, box);
            play.collect(1);
            play.collectsYoung();
            long x = a.makesNode(1, 1, 0);
            a.does(mutator -> mutator.setReference(box, play.content, x));
            a.drops(1);
            play.collect(1);

            return play.keeps(a, x, 1);
        }
    }
}
