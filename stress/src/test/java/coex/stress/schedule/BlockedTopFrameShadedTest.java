package coex.stress.schedule;

import coex.gc.Frame;
import coex.gc.Phase;
import coex.gc.SafeRegion;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.Protocol;
import coex.gc.mutator.ShadowStack;
import coex.stress.schedule.Play.Player;

/// The top frame of a thread that is blocked at the snapshot is marked for it: it can run on at any
/// moment, and writes its top frame without looking.
///
/// | a | collector |
/// | --- | --- |
/// | has x in its upper frame, enters a safe region | |
/// | | takes a's snapshot for it: **marks x**, freezes the rest |
/// | leaves the region | |
/// | moves x to a new frame | |
/// | | marks: the frozen slot is empty |
class BlockedTopFrameShadedTest implements RuleTest {

    @Override
    public Rule rule() {
        return Rule.TOP_FRAME_SHADED;
    }

    @Override
    public boolean survives(Protocol protocol) {
        try (Play play = new Play(protocol)) {
            Player a = play.mutator("a");
            Player b = play.mutator("b"); // so that the collector stops in the handshake
            Frame upper = a.gives(mutator -> mutator.frame(1));
            long x = a.makesNode(0, 1, 0);
            a.does(_ -> upper.set(0, x));
            a.drops(0);
            SafeRegion region = a.entersSafeRegion();

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            a.leaves(
                    region,
                    mutator -> {
                        ShadowStack stack = ConcurrentHeap.contextOf(mutator).stack();
                        stack.setTop(stack.top() - 1, 0);
                        mutator.frame(1).set(0, x); // x in a local since the last safepoint
                    });
            b.answers();
            play.collectorFinishes();

            return play.keeps(b, x, 1);
        }
    }
}
