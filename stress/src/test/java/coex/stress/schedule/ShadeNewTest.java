package coex.stress.schedule;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// A value stored by a thread before its snapshot is marked by the store: the object it goes into
/// may have been born marked, and will not be traced.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | | | asks for snapshots |
/// | | takes its snapshot | |
/// | | makes a box, born marked; the root holds it | |
/// | loads the box | | |
/// | stores x into the box: **shades x** | | |
/// | drops x from its frame | | |
/// | takes its snapshot: x is in the box only | | |
/// | | | marks: the box is marked already |
class ShadeNewTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.SHADE_NEW;
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
            long box = b.makesBox(0);
            b.stores(root, box);
            a.loads(1, root);
            a.does(mutator -> mutator.setReference(box, play.content, x));
            a.drops(0);
            a.answers();
            play.collectorFinishes();

            return play.keeps(a, x, 1);
        }
    }
}
