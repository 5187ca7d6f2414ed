package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// An object made before its thread's snapshot is not marked at birth, so that it is traced
/// (`Invariant.BIRTHS_MARKED_FROM_SNAPSHOT`).
///
/// | a | collector |
/// | --- | --- |
/// | | has the barriers turned on |
/// | makes x with y inside: **x is unmarked** | |
/// | drops y: it is reachable from x only | |
/// | takes its snapshot: shades x, if it is unmarked, to be traced | |
/// | | marks y behind x |
class BirthsWhiteBeforeSnapshotTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.BIRTHS_WHITE_BEFORE_SNAPSHOT;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            long y = a.makesNode(0, 2, 0);

            play.collectorGoesTo(Phase.SETTLE);
            a.makesNode(1, 1, y);
            a.drops(0);
            play.collectorFinishes();

            return play.keeps(a, y, 2);
        }
    }
}
