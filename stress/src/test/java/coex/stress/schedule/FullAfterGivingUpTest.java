package coex.stress.schedule;

import coex.gc.GlobalRoot;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// A cycle that was given up leaves marks of objects it has not traced; the next one does not take
/// them for old.
///
/// | a | collector |
/// | --- | --- |
/// | a root holds a list of nodes | marks the first few |
/// | | the JVM is out of memory: gives the cycle up |
/// | | another cycle, which is **full** |
class FullAfterGivingUpTest implements RuleTest {

    private static final int NODES = 20;

    @Override
    public Rule rule() {
        return Rule.FULL_AFTER_GIVING_UP;
    }

    @Override
    public boolean survives(Protocol protocol) {
        Disturbance shortage =
                new Disturbance(
                        Disturbance.Kind.OUT_OF_MEMORY, Place.at(SchedulePoint.MARK_BATCH), 1);
        try (Play play = new Play(protocol, shortage)) {
            Player a = play.mutator("a");
            play.collect(1);
            play.collectsYoung();
            GlobalRoot root = play.heap.newRoot();
            long last = a.makesNode(0, 1, 0);
            long first = last;
            for (int i = 0; i < NODES; i++) {
                long next = first;
                first = a.makesNode(0, 2 + i, next);
            }
            a.stores(root, first);
            a.drops(0);
            shortage.setHeap(play.heap);
            play.collect(1); // given up, and then done

            return shortage.hasHappened() && play.keeps(a, last, 1);
        }
    }
}
