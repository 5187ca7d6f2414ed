package coex.stress.schedule;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// A store marks the value it removes before it removes it. In the other order the value is for a
/// moment grey in nobody's buffer, and a thread that has handed over its buffer can mark it first.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | takes its snapshot | takes its snapshot | |
/// | | loads x from the root | |
/// | stores 0 into the root: **shades x**, swaps | | |
/// | | | marks: the root is empty |
/// | | | asks for buffers |
/// | | hands over nothing | |
/// | | stores x into another root, then 0: x marked, if it was not, in a buffer not asked for again | |
/// | ends the store: finds x marked, if it was not before | | |
/// | hands over x, or nothing | | |
/// | | | is done if all handed over nothing; then y, behind x, is unmarked |
class ShadeBeforeSwapTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.SHADE_BEFORE_SWAP;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            long y = a.makesNode(0, 2, 0);
            long x = a.makesNode(1, 1, y);
            GlobalRoot root = play.rootHolding(a, x);
            GlobalRoot other = play.heap.newRoot();
            a.drops(0);
            a.drops(1);

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            a.answers();
            b.answers();
            b.loads(0, root);
            a.stopsAt(SchedulePoint.BARRIER_SWAPPED, mutator -> root.set(mutator, 0));
            play.collectorGoesTo(Phase.FLUSH);
            play.collectorAsks();
            b.answers();
            b.stores(other, x);
            b.stores(other, 0);
            a.finishes();
            a.answers();
            play.collectorFinishes();

            return play.keeps(b, y, 2);
        }
    }
}
