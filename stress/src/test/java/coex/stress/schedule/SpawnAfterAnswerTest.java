package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// A parent answers what it was asked before its child appears, which starts out as having
/// answered.
///
/// | parent | child | collector |
/// | --- | --- | --- |
/// | | | asks for snapshots |
/// | spawns a child with x: **takes its snapshot first** | | |
/// | | has x; counts as past its snapshot | |
/// | drops x | | |
/// | takes its snapshot, if it has not | | |
/// | | | marks: the child's frame is not looked at |
class SpawnAfterAnswerTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.SPAWN_AFTER_ANSWER;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player parent = play.mutator("parent");
            long x = parent.makesNode(0, 1, 0);
            boolean[] found = new boolean[1];

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            parent.does(
                    mutator ->
                            mutator.spawn(
                                    play.scheduler.threadFactory("child"),
                                    (own, arguments) ->
                                            found[0] =
                                                    own.isLive(arguments.get(0))
                                                            && own.getLong(
                                                                            arguments.get(0),
                                                                            play.number)
                                                                    == 1,
                                    x));
            Actor child = play.scheduler.latest();
            parent.drops(0);
            parent.answers();
            play.collectorFinishes();
            boolean kept = play.keeps(parent, x, 1);
            child.finishes();

            return kept && found[0];
        }
    }
}
