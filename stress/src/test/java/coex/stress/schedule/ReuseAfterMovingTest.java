package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.memory.Memory;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Play.Player;

/// Who has found an object before it was moved reads it where it was, until its next safepoint.
///
/// | a | collector |
/// | --- | --- |
/// | makes x | |
/// | | is about to move |
/// | resolves x: knows its address | |
/// | | moves x, and **waits for a** before it frees the memory |
/// | reads x at that address | |
class ReuseAfterMovingTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.REUSE_AFTER_MOVING;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = Play.thatMoves(protocol)) {
            Player a = play.mutator("a");
            long x = a.makesNode(0, 1, 0);
            play.collect(1);

            play.collectorGoesTo(Phase.MOVE);
            long address = a.gives(mutator -> ConcurrentHeap.contextOf(mutator).address(x));
            play.collectorGoesAsFarAsItCan();
            long read = a.<Long>gives(_ -> Memory.getLong(address + play.number.offset()));
            play.collectorFinishes();

            return read == 1 && play.keeps(a, x, 1);
        }
    }
}
