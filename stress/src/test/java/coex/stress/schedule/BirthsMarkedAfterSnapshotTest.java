package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// An object made after its thread's snapshot is marked at birth, since nobody will look for it
/// (`Invariant.BIRTHS_MARKED_FROM_SNAPSHOT`).
///
/// | a | collector |
/// | --- | --- |
/// | | asks for snapshots |
/// | takes its snapshot | |
/// | makes x: **marked at birth** | |
/// | | marks: a's frame was done before |
class BirthsMarkedAfterSnapshotTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.BIRTHS_MARKED_AFTER_SNAPSHOT;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            a.answers();
            long x = a.makesNode(0, 1, 0);
            play.collectorFinishes();

            return play.keeps(a, x, 1);
        }
    }
}
