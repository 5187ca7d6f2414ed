package coex.stress.face;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.stress.torture.Forced;
import coex.stress.torture.RandomOptions;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The short form of `./coex torture --collections`.
class FaceTortureTest {

    private static final int THREADS = 2;

    @Tag("checked")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 5, 8})
    void collectionsAreWhatTheirModelsAre(long seed) {
        assertRound(seed, Forced.NOTHING, 4000);
    }

    private static void assertRound(long seed, Forced forced, long operations) {
        FaceTorture.Did did = FaceTorture.round(THREADS, seed, forced, operations);
        String options = RandomOptions.describe(FaceTorture.options(THREADS, seed, forced));
        assertThat(did.wrong()).as(options).isEmpty();
        assertThat(did.operations()).as(options).isGreaterThanOrEqualTo(operations);
    }

    static Stream<Forced> forced() {
        return Stream.of(
                new Forced(0, true, true, true, 0),
                new Forced(Forced.NEVER_FULL, false, true, false, 2));
    }

    @ParameterizedTest
    @MethodSource("forced")
    void collectionsAreWhatTheirModelsAreWhateverIsForced(Forced forced) {
        assertRound(3, forced, 2000);
        assertThat(FaceTorture.options(THREADS, 3, forced).stress().poison()).isTrue();
    }

    @Test
    void aRunSaysWhatItDid() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        int exit = FaceTorture.run(Duration.ofMillis(500), 1, 77, Forced.NOTHING, out, _ -> {});
        String text = printed.toString(StandardCharsets.UTF_8);
        assertThat(exit).as(text).isZero();
        assertThat(text)
                .startsWith("torture of collections: seed 77, 1 platform and 2 virtual threads")
                .contains("seed 77: blocks ")
                .containsPattern(", [1-9][0-9]* operations, ")
                .endsWith(" 0 wrong\n");
    }

    @Test
    void aMismatchSaysWhatWasFoundAndWanted() {
        Mismatch.requireEqual("map", Map.of(1, 2), Map.of(1, 2));
        assertThatThrownBy(() -> Mismatch.requireEqual("list", List.of(1), List.of(2)))
                .isInstanceOf(Mismatch.class)
                .hasMessage("list: found=[1] wanted=[2]");
        assertThatThrownBy(() -> Mismatch.require(false, "never"))
                .isInstanceOf(Mismatch.class)
                .hasMessage("never");
    }
}
