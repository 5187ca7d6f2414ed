package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

import org.junit.jupiter.api.Test;

/// A parent that has just answered one request answers the next too, if that was issued before its
/// child appears.
///
/// | parent | child | collector |
/// | --- | --- | --- |
/// | | | asks to settle |
/// | spawns a child with x: answers first | | |
/// | | | asks for snapshots |
/// | goes on: **answers again** | | |
/// | | has x; counts as past its snapshot | |
/// | drops x | | |
/// | takes its snapshot, if it has not | | |
/// | | | marks: the child's frame is not looked at |
class SpawnBetweenRequestsTest {

    @Test
    void whatAChildIsGivenIsKept() {
        try (Play play = new Play(Protocol.SOUND)) {
            Player parent = play.mutator("parent");
            long x = parent.makesNode(0, 1, 0);
            boolean[] found = new boolean[1];

            play.collectorGoesTo(Phase.SETTLE);
            play.collectorAsks();
            parent.stopsAt(
                    SchedulePoint.SERVED,
                    mutator ->
                            mutator.spawn(
                                    play.scheduler.threadFactory("child"),
                                    (own, arguments) ->
                                            found[0] =
                                                    own.getLong(arguments.get(0), play.number) == 1,
                                    x));
            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            parent.finishes();
            Actor child = play.scheduler.latest();
            parent.drops(0);
            parent.answers();
            play.collectorFinishes();

            assertThat(play.keeps(parent, x, 1)).isTrue();
            child.finishes();
            assertThat(found[0]).isTrue();
        }
    }
}
