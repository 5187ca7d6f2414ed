package coex.stress.schedule;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// As [ReadAgainTest], where the object that names a newborn one is traced by a helper: what
/// helpers note is read in the next cycle too.
///
/// | a | b | collector | helper |
/// | --- | --- | --- | --- |
/// | | | asks for snapshots | |
/// | takes its snapshot, makes y, marked; a root holds it | | | |
/// | | loads y, lets x name y, and seals x | | |
/// | drops y; empties the root | drops y, takes its snapshot | | |
/// | | | has x and two lists, leaves x to others | |
/// | | | | traces x, which becomes old, and **notes it** |
/// | | | collects what is young: reads x, finds y | |
class HelperNotesTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.READ_AGAIN;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = Play.withHelper(protocol)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            GlobalRoot way = play.heap.newRoot();
            play.collect(1);
            play.collectsYoung();

            long x = b.beginsNode(1);
            makesList(b, 2);
            makesList(b, 3);

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            a.answers();
            long y = a.makesNode(0, 1, 0);
            a.stores(way, y);
            b.loads(0, way);
            b.does(
                    mutator -> {
                        mutator.setReference(x, play.next, y);
                        mutator.seal(x);
                    });
            a.stores(way, 0);
            a.drops(0);
            b.drops(0);
            play.collectorGoesTo(Phase.FLUSH);
            play.collectorGoesTo(Phase.MARK);
            play.collectorGoesTo(SchedulePoint.MARK_FOUND);
            play.collectorGoesTo(SchedulePoint.MARK_FOUND);
            play.helperRunsOut();
            play.collectorFinishes();
            play.collect(1);

            return play.keeps(a, y, 1);
        }
    }

    /// Three nodes.
    private static void makesList(Player player, int slot) {
        long end = player.makesNode(slot, 10, 0);
        long second = player.makesNode(slot, 11, end);
        player.makesNode(slot, 12, second);
    }
}
