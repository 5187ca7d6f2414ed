package coex.bench.program;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.LatencyHistogram;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HoldTimesTest {

    @Test
    void everyValueIsAddedOnceAndTheLargestExactly() {
        long[] counts = new long[LatencyHistogram.BUCKETS];
        counts[LatencyHistogram.bucketOf(100)] = 7;
        counts[LatencyHistogram.bucketOf(5000)] = 3;
        Histogram target = new Histogram(3);

        HoldTimes.addTo(target, new LatencyHistogram(counts, 5000));

        assertThat(target.getTotalCount()).isEqualTo(10);
        assertThat(target.getValueAtPercentile(50)).isBetween(100L, 113L);
        assertThat(target.getMaxValue()).isBetween(5000L, 5005L);
    }

    @Test
    void anEmptySnapshotAddsNothing() {
        Histogram target = new Histogram(3);

        HoldTimes.addTo(target, new LatencyHistogram(new long[LatencyHistogram.BUCKETS], 0));

        assertThat(target.getTotalCount()).isZero();
    }
}
