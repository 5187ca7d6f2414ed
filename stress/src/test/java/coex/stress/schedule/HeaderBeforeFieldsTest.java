package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Phase;
import coex.gc.Shape;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

import org.junit.jupiter.api.Test;

/// Whether an object is under construction is asked before its fields are read.
///
/// | a | collector |
/// | --- | --- |
/// | begins x, whose first field is empty and whose second names a node | |
/// | | begins a young cycle |
/// | takes its snapshot | |
/// | | traces x: **it is under construction**; its first field is empty; finds the node |
/// | makes y, marked; stores it into the first field, seals x, drops y | |
/// | | x is old, and was noted |
/// | | collects what is young: reads x, finds y |
class HeaderBeforeFieldsTest {

    @Test
    void whatIsSealedWhileItIsReadIsReadAgain() {
        try (Play play = Play.withHelper(Protocol.SOUND)) { // who finds a handle stops there
            Player a = play.mutator("a");
            Shape pair = play.heap.shape("Pair").reference("first").reference("second").build();
            play.collect(1);
            play.collectsYoung();
            long x =
                    a.gives(
                            mutator -> {
                                a.frame().set(0, mutator.allocate(pair));
                                return a.frame().get(0);
                            });
            long node = a.makesNode(1, 2, 0);
            a.does(mutator -> mutator.setReference(x, pair.field("second"), node));
            a.drops(1);

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorGoesTo(Phase.FLUSH);
            play.collectorGoesTo(Phase.MARK);
            play.collectorGoesTo(SchedulePoint.MARK_FOUND);
            long y = a.makesNode(1, 1, 0);
            a.does(
                    mutator -> {
                        mutator.setReference(x, pair.field("first"), y);
                        mutator.seal(x);
                    });
            a.drops(1);
            play.collectorFinishes();
            play.collect(1);

            assertThat(play.keeps(a, y, 1)).isTrue();
            assertThat(a.finds(node, 2)).isTrue();
        }
    }
}
