package coex.stress.schedule;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// A thread that exits leaves what it has shaded to the collector.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | takes its snapshot | takes its snapshot | |
/// | | loads x from the root | |
/// | stores 0 into the root: shades x | | |
/// | exits: **hands over x** | | |
/// | | | marks: the root is empty, x is marked, y behind it is not |
class ExitHandsOverTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.EXIT_HANDS_OVER;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            long y = a.makesNode(0, 2, 0);
            long x = a.makesNode(1, 1, y);
            GlobalRoot root = play.rootHolding(a, x);
            a.drops(0);
            a.drops(1);

            play.collectorGoesTo(Phase.MARK);
            b.loads(0, root);
            a.stores(root, 0);
            a.exits();
            play.collectorFinishes();

            return play.keeps(b, y, 2);
        }
    }
}
