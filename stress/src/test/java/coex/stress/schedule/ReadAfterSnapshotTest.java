package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

import org.junit.jupiter.api.Test;

/// What is to be read in a young cycle is read when every thread has answered H2, not as soon as it
/// was handed over.
class ReadAfterSnapshotTest {

    /// | a | collector |
    /// | --- | --- |
    /// | makes a node and does not seal it | collects: the node is old, and noted |
    /// | | begins a young cycle; every thread has answered H1b |
    /// | makes x, stores it into the node, drops it | |
    /// | | takes snapshots; **then** reads the node, and finds x |
    @Test
    void whatIsStoredBeforeTheSnapshotIntoAnObjectUnderConstructionIsFound() {
        try (Play play = new Play(Protocol.SOUND)) {
            Player a = play.mutator("a");
            long open = a.beginsNode(0);
            play.collect(1);
            play.collectsYoung();

            play.collectorGoesTo(Phase.SNAPSHOT);
            long x = a.makesNode(1, 1, 0);
            a.does(mutator -> mutator.setReference(open, play.next, x));
            a.drops(1);
            play.collectorFinishes();

            assertThat(play.keeps(a, x, 1)).isTrue();
        }
    }

    /// Whoever calls the heap through its API logs the box below in its first cycle, and then the
    /// collector does not note it. So here that rule is broken, to stand for a box that is born
    /// with y, and for a thread that finds it logged.
    ///
    /// | a | b | collector |
    /// | --- | --- | --- |
    /// | | makes a box | begins a young cycle, asks for snapshots |
    /// | takes its snapshot, makes y, marked; a root holds it | | |
    /// | | loads y, stores it into the box, drops it, takes its snapshot | |
    /// | empties the root, drops y | | traces the box, which becomes old, and notes it |
    /// | | begins to store x into the box, which is logged | |
    /// | | | begins a young cycle: the bit is cleared |
    /// | | stores x and drops it | |
    /// | | | takes snapshots; **then** reads the box, and finds x |
    @Test
    void aStoreIntoWhatTheCollectorHasLoggedIsFound() {
        try (Play play = new Play(Rule.LOG.broken())) {
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            GlobalRoot way = play.heap.newRoot();
            play.collect(1);
            play.collectsYoung();
            long box = b.makesBox(1);

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            a.answers();
            long y = a.makesNode(0, 2, 0);
            a.stores(way, y);
            b.loads(0, way);
            b.does(mutator -> mutator.setReference(box, play.content, y));
            a.stores(way, 0);
            a.drops(0);
            b.drops(0);
            play.collectorFinishes();

            long x = b.makesNode(0, 1, 0);
            b.stopsAt(
                    SchedulePoint.STORE_UNBARRIERED,
                    mutator -> mutator.setReference(box, play.content, x));
            play.collectorAsks();
            b.finishes();
            b.drops(0);
            play.collectorFinishes();

            assertThat(play.keeps(b, x, 1)).isTrue();
        }
    }
}
