package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// The snapshot marks the top frame, which its owner goes on to write.
///
/// | a | collector |
/// | --- | --- |
/// | has x in its top frame | |
/// | | asks for snapshots |
/// | takes its snapshot: **shades x** | |
/// | | marks: only frames below the top are frozen |
class TopFrameShadedTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.TOP_FRAME_SHADED;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            long x = a.makesNode(0, 1, 0);

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            a.answers();
            play.collectorFinishes();

            return play.keeps(a, x, 1);
        }
    }
}
