package coex.stress.face;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.function.IntToDoubleFunction;

/// The short form of `./coex soak --collections`.
class FaceSoakTest {

    @Test
    void aShortSoakIsAsTheWritersWanted() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        int exit = FaceSoak.run(Duration.ofSeconds(2), 2, 64, 5, out, _ -> {});
        String text = printed.toString(StandardCharsets.UTF_8);
        assertThat(exit).as(text).isZero();
        assertThat(text)
                .startsWith("soak of collections: seed 5, 2 writers, 20 readers, 64 MiB, 2 seconds")
                .endsWith("0 wrong, too short for growth\n");
    }

    @Test
    void memoryThatGrowsIsNoticedAndMemoryThatVariesIsNot() {
        ResidentMemory grows = new ResidentMemory();
        ResidentMemory varies = new ResidentMemory();
        for (int i = 0; i < 30; i++) {
            grows.add(100 + 10 * i);
            varies.add(100 + 50 * (i % 3));
        }
        assertThat(grows.grew(1.25, 10)).isTrue();
        assertThat(grows.grew(1.25, 200)).as("by little").isFalse();
        assertThat(varies.grew(1.25, 10)).isFalse();
    }

    private static final int SECONDS = 600;

    /// What a soak of ten minutes sees each second, in MiB.
    private static ResidentMemory series(IntToDoubleFunction mebibytes) {
        ResidentMemory made = new ResidentMemory();
        for (int second = 0; second < SECONDS; second++) {
            made.add((long) (mebibytes.applyAsDouble(second) * (1 << 20)));
        }
        return made;
    }

    private static boolean grows(IntToDoubleFunction mebibytes) {
        return series(mebibytes).grewSteadily(10 << 20);
    }

    @Test
    void aLeakOfSomeMebibytesInTenMinutesIsNoticed() {
        Random random = new Random(3);
        assertThat(grows(second -> 300 + 30.0 * second / SECONDS)).isTrue();
        assertThat(grows(second -> 300 + 30.0 * second / SECONDS + 40 * random.nextDouble()))
                .as("beside noise")
                .isTrue();
        assertThat(grows(second -> 300 + 30.0 * second / SECONDS + second % 30))
                .as("beside the JVM's collections")
                .isTrue();
        assertThat(grows(second -> 300 + 10.0 * (second / 100))).as("in steps").isTrue();
    }

    @Test
    void whatComesAndGoesIsNoLeak() {
        Random random = new Random(4);
        assertThat(grows(second -> 300 + 40 * random.nextDouble())).as("noise").isFalse();
        assertThat(grows(second -> 300 + 2 * (second % 30))).as("collections").isFalse();
        assertThat(grows(second -> 300 + 60 * Math.min(1, second / 150.0)))
                .as("warming up")
                .isFalse();
        assertThat(grows(second -> 300 + 5 * Math.log(1 + second)))
                .as("growing ever more slowly")
                .isFalse();
        for (int step = 0; step < SECONDS; step += 20) {
            int at = step;
            assertThat(grows(second -> second < at ? 300 : 320)).as("a step at " + at).isFalse();
            assertThat(grows(second -> second / 20 == at / 20 ? 400 : 300)).as("peak").isFalse();
        }
        assertThat(grows(second -> 330 - 30.0 * second / SECONDS)).as("shrinking").isFalse();
        assertThat(new ResidentMemory().grewSteadily(0)).isFalse();
    }
}
