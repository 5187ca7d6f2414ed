package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.stress.schedule.Play.Player;

import org.junit.jupiter.api.Test;

import java.util.Set;

/// Handles that were marked for births and given back unused are not marked in the next cycle.
///
/// | a | c | collector |
/// | --- | --- | --- |
/// | | attaches in mid-cycle, is given marked handles, uses one, exits | |
/// | | | ends the cycle; the table's used part shrinks below the handles given back |
/// | | | begins the next cycle, clears the marks of the used part |
/// | makes x with y inside, with one of these handles; keeps x only | | |
/// | takes its snapshot: shades x, which must be unmarked, to be traced | | |
/// | | | marks y behind x |
class MarksOfGivenBackHandlesTest {

    private static final int RUN = 256;

    @Test
    void anObjectWithAHandleThatWasGivenBackIsTraced() {
        try (Play play = new Play(Set.of(), options -> options.runHandles(RUN))) {
            Player other = play.mutator("other");
            Player a = play.mutator("a");
            long y = other.makesNode(0, 2, 0);
            GlobalRoot root = play.rootHolding(other, y);
            a.loads(0, root);
            other.stores(root, 0);
            other.drops(0);

            play.collectorGoesTo(Phase.MARK);
            Player c = play.mutator("c");
            c.makesNode(0, 3, 0);
            c.exits();
            play.collectorFinishes();

            play.collectorGoesTo(Phase.BARRIER_ON);
            long x = 0;
            for (int i = 0; i < RUN - 2; i++) {
                x = a.makesNode(1, 1, y);
            }
            a.drops(0);
            play.collectorFinishes();

            assertThat(play.keeps(a, x, 1)).isTrue();
            assertThat(play.keeps(a, y, 2)).isTrue();
        }
    }
}
