package coex.stress.schedule;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// A weak store marks its target: the cell may be one that this cycle does not look at, and would
/// then go on naming an object that has died.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | has x | | |
/// | | | asks for snapshots |
/// | | takes its snapshot | |
/// | | makes a weak box, marked at birth | |
/// | lets the box refer to x: **shades x** | | |
/// | drops x | | |
/// | takes its snapshot | | |
/// | | | retires x, if it is unmarked; the box is not among those it has traced |
/// | | reads the box: nothing, or a live object | |
class ShadeWeakTargetTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.SHADE_WEAK_TARGET;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            GlobalRoot root = play.heap.newRoot();
            long x = a.makesNode(0, 1, 0);

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            b.answers();
            long weak = b.makesWeakBox(0, 0);
            b.stores(root, weak);
            a.loads(1, root);
            a.does(mutator -> mutator.setWeak(weak, play.target, x));
            a.drops(0);
            a.answers();
            play.collectorFinishes();

            long read = b.gives(mutator -> mutator.getWeak(weak, play.target));
            return read == 0 || b.finds(read, 1);
        }
    }
}
