package coex.stress.torture;

import static org.assertj.core.api.Assertions.assertThat;

import coex.stress.schedule.Rule;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class TortureTest {

    /// A seed whose heap is not verified, so that it is for the threads to notice.
    private static final long UNVERIFIED = 6;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Tag("checked")
    @ParameterizedTest
    @ValueSource(longs = {1, 17, 4711})
    void aHeapWithstandsTorture(long seed) {
        var options = new TortureOptions(Duration.ofSeconds(3), 4, 1, seed);
        assertThat(Torture.run(options, out)).as(this::printed).isZero();
        assertThat(printed()).startsWith("torture: seed " + seed + ", 4 threads, 1 heaps");
        assertThat(printed()).contains(" operations, ", "lost 0, corrupted 0\n");
        Matcher last = Pattern.compile(" (\\d+) cycles, (\\d+) of them young, ").matcher(printed());
        assertThat(last.find()).as(this::printed).isTrue();
        assertThat(Long.parseLong(last.group(2))).isBetween(0L, Long.parseLong(last.group(1)));
    }

    @Test
    void twoHeapsAtOnceWithstandTorture() {
        var options = new TortureOptions(Duration.ofSeconds(3), 2, 2, 99);
        assertThat(Torture.run(options, out)).as(this::printed).isZero();
    }

    @Test
    void whatIsForcedIsSoWhateverTheSeedSays() {
        var work = new TortureOptions.Work(1, 3);
        var forced = new Forced(3, false, true, true, 2);
        var options = new TortureOptions(Duration.ofMinutes(5), 2, 1, 50, work, forced);
        assertThat(Torture.run(options, out)).as(this::printed).isZero();
        String command = " --full-every 3 --poison --second-trace --markers 2";
        assertThat(printed()).startsWith("torture: seed 50, 2 threads, 1 heaps, 1 operations");
        assertThat(printed().lines().findFirst().orElseThrow()).endsWith(command);
        assertThat(printed().lines().filter(line -> line.startsWith("seed ")))
                .hasSize(3)
                .allSatisfy(
                        line ->
                                assertThat(line)
                                        .contains("young true", "markers 2", "fullEvery=3")
                                        .contains("poison=true", "allMarkers=true")
                                        .containsPattern("verify (all|\\[.*MARK.*])"));
    }

    @Test
    void everythingIsMovedIfThatIsForced() {
        var forced = new Forced(0, true, true, false, 0);
        var work = new TortureOptions.Work(20_000, 1);
        var options = new TortureOptions(Duration.ofMinutes(5), 2, 1, 60, work, forced);
        assertThat(Torture.run(options, out)).as(this::printed).isZero();
        assertThat(printed()).contains("moving true", "moveAll=true", "fullEvery=1");
        assertThat(printed()).contains(" cycles, 0 of them young, ");
    }

    @Test
    void operationsAreDividedBetweenSeeds() {
        var work = new TortureOptions.Work(30_000, 3);
        var options = new TortureOptions(Duration.ofMinutes(5), 2, 1, 40, work);
        assertThat(Torture.run(options, out)).as(this::printed).isZero();
        assertThat(printed()).contains("seed 40, heap 0", "seed 41, heap 0", "seed 42, heap 0");
        Matcher last =
                Pattern.compile("torture: (\\d+) seeds, (\\d+) operations").matcher(printed());
        assertThat(last.find()).as(this::printed).isTrue();
        assertThat(Long.parseLong(last.group(1))).isGreaterThanOrEqualTo(3);
        assertThat(Long.parseLong(last.group(2))).isGreaterThanOrEqualTo(30_000);
    }

    @Test
    void workThatIsNotDoneInTimeIsAFailure() {
        var work = new TortureOptions.Work(1_000_000_000_000L, 2);
        var options = new TortureOptions(Duration.ofSeconds(1), 2, 1, 7, work);
        assertThat(Torture.run(options, out)).as(this::printed).isEqualTo(1);
        assertThat(printed()).contains("NOT DONE, the time is over: 1000000000000 operations");
    }

    @ParameterizedTest
    @EnumSource(names = {"TOP_FRAME_SHADED", "BIRTHS_MARKED_AFTER_SNAPSHOT"})
    void aLossIsNoticed(Rule broken) {
        var options = new TortureOptions(Duration.ofMinutes(5), 2, 1, UNVERIFIED);
        assertThat(Torture.run(options, out, broken.broken())).as(this::printed).isEqualTo(1);
        assertThat(printed()).contains("verify []", "Damage: ", "FAILED: ");
        assertThat(printed()).contains("replay: ./coex torture --seed ");
    }
}
