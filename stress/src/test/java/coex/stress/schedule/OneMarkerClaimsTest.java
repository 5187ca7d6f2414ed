package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// Two markers find the same object unmarked at the same time. One of them traces it: traced twice
/// it would be counted twice, as being alive and as room that is not free.
///
/// | collector | helper |
/// | --- | --- |
/// | has three lists to trace, which end in the same node, and leaves one to others | |
/// | | takes it |
/// | finds the last node unmarked | finds the last node unmarked |
/// | marks it | marks it: **it was marked** |
class OneMarkerClaimsTest implements RuleTest {

    private static final int LISTS = 3;

    @Override
    public Rule rule() {
        return Rule.ONE_MARKER_CLAIMS;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = Play.withHelper(protocol)) {
            Player a = play.mutator("a");
            long last = a.makesNode(0, 1, 0);
            for (int list = 0; list < LISTS; list++) {
                long second = a.makesNode(1, 2, last);
                play.rootHolding(a, a.makesNode(2, 3, second));
            }
            a.drops(0);
            a.drops(1);
            a.drops(2);

            play.collectorGoesTo(Phase.MARK);
            play.collectorGoesTo(SchedulePoint.MARK_FOUND);
            play.collectorGoesTo(SchedulePoint.MARK_FOUND);
            play.helper().goesTo(Place.at(SchedulePoint.MARK_FOUND));
            play.helper().goesTo(Place.at(SchedulePoint.MARK_FOUND));
            play.collectorWaitsForHelper();
            play.collectorFinishes();

            return play.heap.stats().collection().objectsMarked() == 2 * LISTS + 1
                    && play.keeps(a, last, 1);
        }
    }
}
