package coex.stress.face;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

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
}
