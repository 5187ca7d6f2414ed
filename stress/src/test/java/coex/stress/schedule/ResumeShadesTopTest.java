package coex.stress.schedule;

import coex.gc.Frame;
import coex.gc.Phase;
import coex.gc.SafeRegion;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.Ingredient;
import coex.gc.mutator.ShadowStack;
import coex.stress.schedule.Play.Player;

import java.util.Set;

/// A thread that was blocked at the snapshot, when all of its stack was frozen, marks its top frame
/// before it runs on.
///
/// | a | collector |
/// | --- | --- |
/// | has x in its upper frame, enters a safe region | |
/// | | takes a's snapshot for it: all is frozen |
/// | leaves the region: **shades x** | |
/// | moves x to a new frame, as one who writes the top frame without looking | |
/// | | marks: the frozen slot is empty |
class ResumeShadesTopTest implements IngredientTest {

    @Override
    public Ingredient ingredient() {
        return Ingredient.RESUME_SHADES_TOP;
    }

    @Override
    public boolean survives(Set<Ingredient> leftOut) {
        try (Play play = new Play(leftOut)) {
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
