package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// Who finds an object logged, and stores into it, has its store read: the bit that says so is
/// cleared long before the object is read.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | a root holds a box | | collects: the box is old |
/// | stores y into the box: logs it | | |
/// | | | begins a young cycle; when a has handed its log over, **the bit is cleared** |
/// | | past its snapshot makes x, marked | |
/// | | begins to store x into the box: looks at the bit | |
/// | | | reads the box, without x |
/// | | stores x and drops it | ends the cycle: x is young |
/// | | | collects what is young: x is found only if b has logged the box |
class ClearBeforeSnapshotTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.CLEAR_BEFORE_SNAPSHOT;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            long box = a.makesBox(0);
            play.rootHolding(a, box);
            play.collect(1);
            play.collectsYoung();
            long y = a.makesNode(1, 2, 0);
            a.does(mutator -> mutator.setReference(box, play.content, y));
            a.drops(1);

            play.collectorGoesTo(Phase.MARK);
            long x = b.makesNode(0, 1, 0);
            b.stopsAt(
                    SchedulePoint.BARRIER_OLD_READ,
                    mutator -> mutator.setReference(box, play.content, x));
            play.collectorAsks();
            b.finishes();
            b.drops(0);
            play.collectorFinishes();
            play.collect(1);

            return play.keeps(a, x, 1);
        }
    }
}
