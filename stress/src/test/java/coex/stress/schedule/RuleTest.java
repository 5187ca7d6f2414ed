package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.Test;

/// One interleaving in which an object survives because of one rule of the protocol.
///
/// The schedule is played twice, step for step the same: with the whole protocol, and with that
/// rule broken. Mutators keep the rooting rule throughout (`Invariant.ROOTED_AT_SAFEPOINTS`), so it
/// is the collector that loses the object.
interface RuleTest {

    Rule rule();

    /// Plays the schedule; whether the object in question is intact, and stays so.
    boolean survives(Protocol protocol);

    @Test
    default void theObjectSurvivesUnderTheWholeProtocol() {
        assertThat(survives(Protocol.SOUND)).isTrue();
    }

    @Test
    default void theObjectIsLostIfTheRuleIsBroken() {
        assertThat(survives(rule().broken())).isFalse();
    }
}
