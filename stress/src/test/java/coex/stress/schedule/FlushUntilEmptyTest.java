package coex.stress.schedule;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// What mutators hand over is traced, and then they are asked again.
///
/// | a | collector |
/// | --- | --- |
/// | takes its snapshot | |
/// | loads x from the root, stores 0 there: shades x | |
/// | | marks: the root is empty |
/// | | asks for buffers |
/// | hands over x | |
/// | | **traces x, finds y, and asks again** |
class FlushUntilEmptyTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.FLUSH_UNTIL_EMPTY;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            long y = a.makesNode(0, 2, 0);
            long x = a.makesNode(1, 1, y);
            GlobalRoot root = play.rootHolding(a, x);
            a.drops(0);
            a.drops(1);

            play.collectorGoesTo(Phase.MARK);
            a.loads(0, root);
            a.stores(root, 0);
            play.collectorFinishes();

            return play.keeps(a, y, 2);
        }
    }
}
