package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// Memory is not used again while an operation that found its way there may be running.
///
/// A mutator that keeps the rooting rule never resolves the handle of an object that is being
/// retired, so no loss can be shown with such mutators alone. What the handshake gives is that a
/// mistake stays without effect on others, as `Mutator` promises: here a writes to a box it has no
/// right to any more, and the one who would pay is b, who did nothing wrong.
///
/// | a | b | collector |
/// | --- | --- | --- |
/// | | | marks: the old box is unreachable |
/// | begins to store z into the old box: knows its address | | |
/// | | | retires the old box |
/// | | | **waits for a** before it frees the memory |
/// | | makes a box with y inside, perhaps in the same place | |
/// | ends its store | | |
/// | | finds y in its box, or z | |
class ReuseAfterHandshakeTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.REUSE_AFTER_HANDSHAKE;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player owner = play.mutator("owner");
            long old = owner.makesBox(0);
            owner.exits(); // gives its block up, so that it can be swept
            Player a = play.mutator("a");
            Player b = play.mutator("b");
            long z = a.makesNode(0, 3, 0);
            long y = b.makesNode(0, 2, 0);

            play.collectorGoesTo(Phase.RETIRE);
            a.stopsAt(
                    SchedulePoint.BARRIER_OLD_READ,
                    mutator -> mutator.setReference(old, play.content, z));
            play.collectorGoesAsFarAsItCan();
            long box = b.makesBox(1);
            b.does(mutator -> mutator.setReference(box, play.content, y));
            a.finishes();
            play.collectorFinishes();

            return play.keeps(b, y, 2)
                    && b.gives(mutator -> mutator.getReference(box, play.content)) == y;
        }
    }
}
