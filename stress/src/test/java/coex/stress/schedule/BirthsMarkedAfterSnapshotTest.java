package coex.stress.schedule;

import coex.gc.Phase;
import coex.gc.mutator.Ingredient;
import coex.stress.schedule.Play.Player;

import java.util.Set;

/// An object made after its thread's snapshot is marked at birth, since nobody will look for it
/// (`Invariant.BIRTHS_MARKED_FROM_SNAPSHOT`).
///
/// | a | collector |
/// | --- | --- |
/// | | asks for snapshots |
/// | takes its snapshot | |
/// | makes x: **marked at birth** | |
/// | | marks: a's frame was done before |
class BirthsMarkedAfterSnapshotTest implements IngredientTest {

    @Override
    public Ingredient ingredient() {
        return Ingredient.BIRTHS_MARKED_AFTER_SNAPSHOT;
    }

    @Override
    public boolean survives(Set<Ingredient> leftOut) {
        try (Play play = new Play(leftOut)) {
            Player a = play.mutator("a");

            play.collectorGoesTo(Phase.SNAPSHOT);
            play.collectorAsks();
            a.answers();
            long x = a.makesNode(0, 1, 0);
            play.collectorFinishes();

            return play.keeps(a, x, 1);
        }
    }
}
