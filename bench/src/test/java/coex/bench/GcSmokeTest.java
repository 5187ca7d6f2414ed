package coex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import coex.bench.report.Row;

import org.junit.jupiter.api.Test;

import java.util.Collections;
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
                        Collections.nCopies(3, List.of("p50", "p90", "p99", "p99.9", "p99.99"))
                                .stream()
                                .flatMap(List::stream)
                                .toArray(String[]::new));
        assertThat(rows)
                .filteredOn(
                        row ->
                                row.name().startsWith("mutator-throughput")
                                        || row.name().startsWith("mutator-probe/2x"))
                .allSatisfy(row -> assertThat(row.ratio()).isPositive());
        assertThat(rows)
                .filteredOn(row -> row.goal().isPresent())
                .extracting(row -> row.name() + ", " + row.peerName() + " " + row.goal())
                .containsExactlyInAnyOrder(
                        "mutator-hold/2x/max, ZGC safepoints, stalls <= 0.1 x peer",
                        "mutator-probe/2x/p99, ZGC <= 5 x peer",
                        "mutator-probe/2x/p99.9, ZGC <= 10 x peer",
                        "mutator-throughput/2x, ZGC >= 1 x peer",
                        "mutator-throughput/2x, G1 >= 0.8 x peer");
    }

    @Test
    void spaceOfACompactedHeapSaysWhatIsNotInIt() throws Exception {
        List<Row> rows = Suite.GC.chosen("compaction").getFirst().measure(Effort.SMOKE);

        assertThat(rows)
                .extracting(Row::name)
                .containsExactly("compacted-space", "compacted-marking", "compacted-hold");
        assertThat(rows.getFirst().note()).containsPattern("tables, [1-9]\\d* MiB .* not in it");
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
