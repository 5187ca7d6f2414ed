package coex.observe.report;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.HeapStats;
import coex.gc.HeapStats.Fragmentation;
import coex.gc.HeapStats.Fragmentation.Runs;
import coex.gc.LatencyHistogram;
import coex.gc.MutatorStats;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/// The recommendation follows from the figures.
class AdviceTest {

    private static final long MEGABYTE = 1 << 20;

    /// A heap of 100 MB with free memory in holes below 16 KB and in longer runs.
    private static HeapStats stats(long inHoles, long inRuns, long largest) {
        long free = inHoles + inRuns;
        List<Runs> bySize =
                Stream.concat(
                                Collections.nCopies(4, new Runs(0, 0)).stream(),
                                Stream.of(
                                        new Runs(inHoles / 8192, inHoles),
                                        new Runs(0, 0),
                                        new Runs(1, inRuns)))
                        .toList();
        LatencyHistogram none = new LatencyHistogram(new long[LatencyHistogram.BUCKETS], 0);
        return new HeapStats(
                new HeapStats.Allocation(0, 0, 0, 0),
                new HeapStats.Collection(0, 0, null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, 0, 0),
                HeapStats.Moving.NONE,
                new HeapStats.Growth(0, 0, 0, 0),
                new HeapStats.Now(100 * MEGABYTE, 0, 0, 100 * MEGABYTE, 0, 0, 0, 0, 0, 0),
                new Fragmentation(largest, 1, 0, free, largest, bySize),
                new HeapStats.Time(0, 0, 0, 0),
                List.of(),
                new MutatorStats("detached", 0, 0, 0, 0, 0, 0, none, none));
    }

    @ParameterizedTest
    @CsvSource({
        " 0,  0,  0, NOTHING_FREE",
        " 0,  4,  4, NEARLY_FULL",
        " 4,  0,  0, NEARLY_FULL",
        " 0, 50, 50, LOW",
        " 1, 49, 40, LOW",
        " 1, 49, 20, SCATTERED",
        "20, 40, 40, MODERATE",
        "30, 30, 30, HIGH",
        "50,  0,  0, HIGH",
    })
    void theAdviceFollowsFromTheFigures(long holes, long runs, long largest, Advice expected) {
        assertThat(Advice.on(stats(holes * MEGABYTE, runs * MEGABYTE, largest * MEGABYTE)))
                .isEqualTo(expected);
    }

    @Test
    void lowFragmentationIsWordedAsInTheSeeds() {
        assertThat(Advice.LOW.text()).isEqualTo("Fragmentation is low, compaction not needed");
    }

    @Test
    void theIndexIsThePartOutsideTheLongestRun() {
        assertThat(FragmentationReport.index(stats(0, 40, 30).fragmentation())).isEqualTo(0.25);
        assertThat(FragmentationReport.index(stats(0, 0, 0).fragmentation())).isZero();
    }
}
