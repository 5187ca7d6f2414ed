package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

import org.junit.jupiter.api.Test;

/// Handles that were marked for births and given back unused are unmarked for whoever takes them
/// before its snapshot.
class MarksOfGivenBackHandlesTest {

    private static final int RUN = 256;

    /// | a | c | collector |
    /// | --- | --- | --- |
    /// | needs a handle for x, answers | | asks to settle |
    /// | | | asks for snapshots |
    /// | | takes its snapshot, is given marked handles, uses one, exits | |
    /// | is given handles, without a safepoint since | | |
    /// | makes x with y inside, with one of these handles; keeps x only | | |
    /// | takes its snapshot: shades x, which must be unmarked, to be traced | | |
    /// | | | marks y behind x |
    @Test
    void anObjectWithAHandleGivenBackInTheSameCycleIsTraced() {
        try (Play play = new Play(Protocol.SOUND, options -> options.runHandles(RUN))) {
            Player other = play.mutator("other");
            Player a = play.mutator("a");
            Player c = play.mutator("c");
            long y = other.makesNode(0, 2, 0);
            GlobalRoot root = play.rootHolding(other, y);
            a.loads(0, root);
            other.stores(root, 0);
            other.drops(0);

            play.collectorGoesTo(Phase.SETTLE);
            long[] x = new long[1];
            a.stopsAt(SchedulePoint.REFILL, _ -> x[0] = a.makeNode(1, 1, y));
            play.collectorAsks();
            other.answers();
            c.answers();
            a.actor().goesTo(Place.at(SchedulePoint.SERVED));
            play.collectorAsks();
            c.answers();
            c.makesNode(0, 3, 0);
            c.exits();
            a.finishes();
            a.drops(0);
            play.collectorFinishes();

            assertThat(play.keeps(a, x[0], 1)).isTrue();
            assertThat(play.keeps(a, y, 2)).isTrue();
        }
    }

    /// | a | c | collector |
    /// | --- | --- | --- |
    /// | | attaches in mid-cycle, is given marked handles, uses one, exits | |
    /// | | | ends the cycle; the table's used part shrinks below the handles given back |
    /// | | | begins the next cycle, clears the marks of the used part |
    /// | makes x with y inside, with one of these handles; keeps x only | | |
    /// | takes its snapshot: shades x, which must be unmarked, to be traced | | |
    /// | | | marks y behind x |
    @Test
    void anObjectWithAHandleGivenBackInTheLastCycleIsTraced() {
        try (Play play = new Play(Protocol.SOUND, options -> options.runHandles(RUN))) {
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
