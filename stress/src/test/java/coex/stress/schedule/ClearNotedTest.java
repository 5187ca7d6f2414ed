package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.GlobalRoot;
import coex.gc.Phase;
import coex.gc.mutator.Protocol;
import coex.gc.mutator.WriteBarrier;
import coex.stress.schedule.Play.Player;

import org.junit.jupiter.api.Test;

/// What the collector notes to be read again says that it is logged, until the next cycle begins.
/// Stores that come later are logged again.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | | makes a box | begins a young cycle, asks for snapshots |
/// | takes its snapshot, makes y, marked; a root holds it | | |
/// | | loads y; the box is born with it; takes its snapshot | |
/// | empties the root, drops y | | traces the box, which becomes old, and notes it |
/// | | | begins a young cycle: **the bit is cleared**; reads the box |
/// | | stores x into the box, which is logged, and drops x | |
/// | | | collects what is young: reads the box, finds x |
class ClearNotedTest {

    /// The first store stands for what is in the box at its birth, which nobody logs.
    private static final class WithBirths extends Protocol {
        private boolean stores;

        @Override
        public void log(WriteBarrier barrier, long object) {
            if (stores) {
                super.log(barrier, object);
            }
        }
    }

    @Test
    void aStoreIntoWhatWasNotedAndReadIsLogged() {
        WithBirths protocol = new WithBirths();
        try (Play play = new Play(protocol)) {
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
            protocol.stores = true;
            a.stores(way, 0);
            a.drops(0);
            b.drops(0);
            play.collectorFinishes();
            play.collect(1);
            assertThat(a.finds(y, 2)).as("the box was noted and read").isTrue();

            long x = b.makesNode(0, 1, 0);
            b.does(mutator -> mutator.setReference(box, play.content, x));
            b.drops(0);
            play.collect(1);

            assertThat(play.keeps(b, x, 1)).isTrue();
        }
    }
}
