package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Phase;
import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;

/// Random schedules. `-Dcoex.seed=N` repeats one, `-Dcoex.seconds=N` sets how long to look.
class RandomScheduleTest {

    private static final int SEEDS_TO_FIND_A_LOSS = 20_000;

    @Test
    void noScheduleLosesAnObject() {
        Long seed = Long.getLong("coex.seed");
        long first = seed != null ? seed : ThreadLocalRandom.current().nextLong(1L << 40);
        Duration time = Duration.ofSeconds(seed != null ? 0 : Long.getLong("coex.seconds", 12));
        long until = System.nanoTime() + time.toNanos();
        int[] schedules = new int[1];
        OnAVirtualThread.run(
                () -> {
                    do {
                        Exploration.explore(first + schedules[0]++, Protocol.SOUND);
                    } while (System.nanoTime() < until);
                });
        System.out.printf("%d random schedules, seeds from %d%n", schedules[0], first);
    }

    /// Those whose absence shows in a random schedule soon; each of them and all others have a
    /// schedule of their own.
    @ParameterizedTest
    @EnumSource(
            names = {
                "TOP_FRAME_SHADED",
                "BIRTHS_WHITE_BEFORE_SNAPSHOT",
                "BIRTHS_MARKED_AFTER_SNAPSHOT",
                "FLUSH_UNTIL_EMPTY",
                "EXIT_HANDS_OVER",
                "LOG_WEAK",
                "EXIT_HANDS_OVER_LOG",
                "READ_AGAIN"
            })
    void aRandomScheduleFindsThatARuleIsBroken(Rule rule) {
        AtomicReference<AssertionError> found = new AtomicReference<>();
        OnAVirtualThread.run(
                () -> {
                    for (int seed = 1;
                            seed <= SEEDS_TO_FIND_A_LOSS && found.get() == null;
                            seed++) {
                        try {
                            Exploration.explore(seed, rule.broken(), EnumSet.noneOf(Phase.class));
                        } catch (AssertionError e) {
                            found.set(e);
                        }
                    }
                });
        assertThat(found.get()).as("broken: " + rule).isNotNull();
    }
}
