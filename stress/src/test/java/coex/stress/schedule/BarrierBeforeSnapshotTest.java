package coex.stress.schedule;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// Every barrier is on before the first snapshot is taken.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | **barrier on** | **barrier on** | |
/// | | | asks for snapshots |
/// | takes its snapshot; x is in the root only | | |
/// | loads x into its frame | | |
/// | | stores 0 into the root: shades x if its barrier is on | |
/// | | takes its snapshot | |
/// | | | marks: the root is empty |
class BarrierBeforeSnapshotTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.BARRIER_BEFORE_SNAPSHOT;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            long x = a.makesNode(0, 1, 0);
            GlobalRoot root = play.rootHolding(a, x);
            a.drops(0);

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            a.answers();
            a.loads(0, root);
            b.stores(root, 0);
            b.answers();
            play.collectorFinishes();

            return play.keeps(a, x, 1);
        }
    }
}
