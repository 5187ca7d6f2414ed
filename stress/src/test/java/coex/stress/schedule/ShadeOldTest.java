package coex.stress.schedule;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// A value taken out of a cell after the snapshot is marked by the store that removes it.
///
/// | a | collector |
/// | --- | --- |
/// | | asks for snapshots |
/// | takes its snapshot; x is in the root only | |
/// | loads x into its frame | |
/// | stores 0 into the root: **shades x** | |
/// | | marks: the root is empty, a's frame was done before |
class ShadeOldTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.SHADE_OLD;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            long x = a.makesNode(0, 1, 0);
            GlobalRoot root = play.rootHolding(a, x);
            a.drops(0);

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            a.answers();
            a.loads(0, root);
            a.stores(root, 0);
            play.collectorFinishes();

            return play.keeps(a, x, 1);
        }
    }
}
