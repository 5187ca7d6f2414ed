package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.mutator.Ingredient;

import org.junit.jupiter.api.Test;

import java.util.Set;

/// One interleaving in which an object survives because of one part of the protocol.
///
/// The schedule is played twice, step for step the same: with the whole protocol, and with that part
/// left out. Mutators keep the rooting rule throughout (`Invariant.ROOTED_AT_SAFEPOINTS`), so it is the
/// collector that loses the object.
interface IngredientTest {

    Ingredient ingredient();

    /// Plays the schedule; whether the object in question is intact, and stays so.
    boolean survives(Set<Ingredient> leftOut);

    @Test
    default void theObjectSurvivesUnderTheWholeProtocol() {
        assertThat(survives(Set.of())).isTrue();
    }

    @Test
    default void theObjectIsLostIfTheIngredientIsLeftOut() {
        assertThat(survives(Set.of(ingredient()))).isFalse();
    }
}
