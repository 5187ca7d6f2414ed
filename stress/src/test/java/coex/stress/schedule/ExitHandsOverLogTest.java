package coex.stress.schedule;

import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// A thread that exits leaves its log to the collector.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | a root holds a box | | collects: the box is old |
/// | | makes x, stores it into the box: logs the box | |
/// | | exits: **hands over its log** | |
/// | | | collects what is young: reads the box, finds x |
class ExitHandsOverLogTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.EXIT_HANDS_OVER_LOG;
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
            b.does(mutator -> mutator.setReference(box, play.content, x));
            b.exits();
            play.collect(1);

            return play.keeps(a, x, 1);
        }
    }
}
