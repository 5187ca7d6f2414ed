package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// Who finds a part of an array noted in this cycle, or has noted it, may not have stored yet. It
/// is read again in the next cycle, though it is read in this one.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | a root holds an array | | collects: the array is old |
/// | stores y into the array: logs it and notes the part | | |
/// | | | begins a young cycle |
/// | | past its snapshot makes x, marked | |
/// | | begins to store x into the same part: logs the array, notes the part | |
/// | | | reads the part, without x; **keeps what b has noted** |
/// | | stores x and drops it | ends the cycle: x is young |
/// | | | collects what is young: reads the part, finds x |
class KeepNewPartsTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.KEEP_NEW_PARTS;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            long array = a.makesArray(0);
            play.rootHolding(a, array);
            play.collect(1);
            play.collectsYoung();
            long y = a.makesNode(1, 2, 0);
            a.does(mutator -> mutator.setReference(array, 1, y));
            a.drops(1);

            play.collectorGoesTo(Phase.MARK);
            long x = b.makesNode(0, 1, 0);
            b.stopsAt(SchedulePoint.BARRIER_OLD_READ, mutator -> mutator.setReference(array, 0, x));
            play.collectorAsks();
            b.finishes();
            b.drops(0);
            play.collectorFinishes();
            play.collect(1);

            return play.keeps(a, x, 1);
        }
    }
}
