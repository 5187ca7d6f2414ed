package coex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import coex.bench.report.Row;

import org.junit.jupiter.api.Test;

import java.util.List;

/// That rows of the collector can be measured, with next to nothing to measure.
class GcSmokeTest {

    @Test
    void threadsThatAllocateAreMeasuredBesideThreeCollectors() throws Exception {
        List<Row> rows = Suite.GC.chosen("mutator-hold").getFirst().measure(Effort.SMOKE);

        assertThat(rows)
                .filteredOn(row -> row.name().equals("mutator-throughput/2x"))
                .extracting(Row::peerName)
                .containsExactly("G1", "ZGC", "Shenandoah");
        assertThat(rows)
                .filteredOn(row -> row.name().startsWith("mutator-probe/2x/p"))
                .extracting(row -> row.name().substring("mutator-probe/2x/".length()))
                .containsExactly(
                        "p50", "p99", "p99.9", "p50", "p99", "p99.9", "p50", "p99", "p99.9");
        assertThat(rows)
                .filteredOn(
                        row ->
                                row.name().startsWith("mutator-throughput")
                                        || row.name().startsWith("mutator-probe/2x"))
                .allSatisfy(row -> assertThat(row.ratio()).isPositive());
    }

    @Test
    void aFullRunTakesFourSizesOfTheHeapOverAGibibyteOfLiveObjects() {
        assertThat(Effort.FULL.heapMultiples()).containsExactly(1.5, 2, 3, 4);
        assertThat(Effort.FULL.heldObjects() * 36L).isGreaterThan(1L << 30);
        assertThat(Effort.FULL.oldMebibytes()).isEqualTo(1024);
    }

    @Test
    void aQuickRunOfAllGroupsTakesLessThanTwelveMinutes() {
        int seconds =
                Suite.GC.chosen(null).stream().mapToInt(group -> group.seconds(Effort.QUICK)).sum();

        assertThat(seconds).isBetween(60, 12 * 60);
    }
}
