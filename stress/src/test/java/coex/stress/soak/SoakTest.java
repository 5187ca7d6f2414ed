package coex.stress.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

class SoakTest {

    private static final long OBJECTS = 100;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    /// The short form of what runs for hours: thirty rounds.
    @Test
    void nothingGrowsOverRoundsOfTheSameWork() {
        var options = new SoakOptions(Duration.ZERO, 2, 1);
        assertThat(Soak.run(options, out, 0)).as(this::printed).isZero();
        assertThat(printed())
                .contains("round 10: 8002 objects", "round 30: 8002 objects")
                .contains("soak: 30 rounds", "nothing grew");
    }

    @Test
    void anObjectThatIsKeptInEachRoundIsNoticed() {
        var options = new SoakOptions(Duration.ofHours(1), 1, 1);
        assertThat(Soak.run(options, out, 1)).as(this::printed).isEqualTo(1);
        assertThat(printed()).contains("FAILED: 4002 objects are left, not 4001");
    }

    private static SoakSample sample(long round, long heldBytes, long freeRuns) {
        return new SoakSample(round, OBJECTS, 1000, heldBytes, freeRuns, 50);
    }

    private static SoakBounds afterFirstRounds() {
        SoakBounds bounds = new SoakBounds(OBJECTS);
        for (int round = 1; round <= SoakBounds.FIRST_ROUNDS; round++) {
            assertThat(bounds.look(sample(round, 1000 * round, 10 * round))).isEmpty();
        }
        return bounds;
    }

    @Test
    void asMuchAsInTheFirstRoundsAndALittleMoreIsAllowed() {
        assertThat(afterFirstRounds().look(sample(11, 12_500, 150))).isEmpty();
    }

    @Test
    void memoryThatGrowsIsNoticed() {
        assertThat(afterFirstRounds().look(sample(11, 12_501, 150)))
                .containsExactly(
                        "12501 bytes held, more than 1.25 times the 10000 of the first 10 rounds");
    }

    @Test
    void fragmentationThatGrowsIsNoticed() {
        assertThat(afterFirstRounds().look(sample(11, 12_500, 151)))
                .containsExactly(
                        "151 free runs, more than 1.50 times the 100 of the first 10 rounds");
    }
}
