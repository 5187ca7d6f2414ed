package coex.bench.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class JvmLogTest {

    private static final JvmLog LOG =
            new JvmLog(
                    List.of(
                            "[3.751s][gc,phases   ] GC(3) Y: Concurrent Mark 2.584ms",
                            "[4.294s][gc,phases   ] GC(3) O: Concurrent Mark 541.178ms",
                            "[4.294s][gc,phases   ] GC(3) O: Concurrent Mark Free 0.001ms",
                            "[4.300s][safepoint] Safepoint \"G1CollectFull\", Time since last:"
                                    + " 12 ns, Reaching safepoint: 3 ns, Cleanup: 4 ns, At"
                                    + " safepoint: 5 ns, Leaving safepoint: 6 ns, Total: 18 ns,"
                                    + " Threads: 1 runnable, 9 total"));

    @Test
    void timesAreFoundByTheWholeNameOfThePhase() {
        assertThat(LOG.milliseconds("O: Concurrent Mark")).containsExactly(541.178);
        assertThat(LOG.milliseconds("Concurrent Mark")).containsExactly(2.584, 541.178);
    }

    @Test
    void aSafepointCountsFromRequestToRelease() {
        assertThat(LOG.safepointNanos()).containsExactly(18);
    }

    @Test
    void stallsAreFoundWhoeverStalled() {
        JvmLog log = new JvmLog(List.of("[9.1s][gc] Allocation Stall (worker 1) 8.052ms"));
        assertThat(log.stallNanos()).containsExactly(8_052_000);
    }

    @Test
    void theLogCanBeCutAtATime() {
        assertThat(LOG.since(4).milliseconds("Concurrent Mark")).containsExactly(541.178);
    }

    @Test
    void linesAreCounted() {
        assertThat(LOG.count("GC(3) O:")).isEqualTo(2);
    }
}
