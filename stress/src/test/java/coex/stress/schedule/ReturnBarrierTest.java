package coex.stress.schedule;

import coex.gc.Frame;
import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// Returning into a frozen frame marks what is in it before it can change.
///
/// | a | collector |
/// | --- | --- |
/// | has x in its lower frame, and an upper frame | |
/// | | asks for snapshots |
/// | takes its snapshot: the lower frame is frozen | |
/// | returns into the lower frame: **shades x** | |
/// | moves x to a new upper frame | |
/// | | marks: the frozen slot is empty |
class ReturnBarrierTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.RETURN_BARRIER;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            long x = a.makesNode(0, 1, 0);
            Frame upper = a.gives(mutator -> mutator.frame(1));

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            a.answers();
            a.does(
                    mutator -> {
                        upper.close();
                        Frame another = mutator.frame(1);
                        another.set(0, a.frame().get(0));
                        a.frame().set(0, 0);
                    });
            play.collectorFinishes();

            return play.keeps(a, x, 1);
        }
    }
}
