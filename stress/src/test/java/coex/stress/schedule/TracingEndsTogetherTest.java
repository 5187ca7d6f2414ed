package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// A marker that has run out looks at the others before it says that nothing is left.
///
/// | collector | helper |
/// | --- | --- |
/// | has three lists to trace, and leaves the first to others | |
/// | | takes it, and finds its second node |
/// | traces its own to the end | |
/// | **waits** | |
/// | | traces the second node and finds the third |
class TracingEndsTogetherTest implements RuleTest {

    private static final int LISTS = 3;

    @Override
    public Rule rule() {
        return Rule.TRACING_ENDS_TOGETHER;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = Play.withHelper(protocol)) {
            Player a = play.mutator("a");
            long[] ends = new long[LISTS];
            for (int list = 0; list < LISTS; list++) {
                ends[list] = a.makesNode(0, list, 0);
                long second = a.makesNode(0, 10, ends[list]);
                play.rootHolding(a, a.makesNode(0, 20, second));
            }
            a.drops(0);

            play.collectorGoesTo(Phase.MARK);
            play.collectorGoesTo(SchedulePoint.MARK_FOUND);
            play.collectorGoesTo(SchedulePoint.MARK_FOUND);
            play.helper().goesTo(Place.at(SchedulePoint.MARK_FOUND));
            play.collectorWaitsForHelper();
            play.helperRunsOut();
            play.collectorFinishes();

            boolean kept = true;
            for (int list = 0; list < LISTS; list++) {
                kept &= a.finds(ends[list], list);
            }
            return kept;
        }
    }
}
