package coex.gc.heap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A warning that comes often is written now and then, with how many were not.
class WarningLimitTest {

    private static final long MINUTE = 60_000_000_000L;

    private long now = Long.MAX_VALUE - MINUTE / 2; // the clock may run over

    private final WarningLimit limit = new WarningLimit(() -> now);

    @Test
    void soManyAreWrittenInAMinuteAndTheRestCounted() {
        for (int i = 0; i < WarningLimit.MOST_IN_A_MINUTE; i++) {
            assertThat(limit.admit()).isEmpty();
            now += 1_000_000;
        }
        for (int i = 0; i < 990; i++) {
            assertThat(limit.admit()).isNull();
        }
        now += MINUTE;
        assertThat(limit.admit()).isEqualTo(" (990 such warnings before it were left out)");
        assertThat(limit.admit()).isEmpty();
    }

    @Test
    void whatComesSeldomIsAlwaysWritten() {
        for (int i = 0; i < 100; i++) {
            assertThat(limit.admit()).isEmpty();
            now += MINUTE / WarningLimit.MOST_IN_A_MINUTE;
        }
    }
}
