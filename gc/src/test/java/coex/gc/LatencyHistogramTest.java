package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

class LatencyHistogramTest {

    private static LatencyHistogram of(long... values) {
        long[] counts = new long[LatencyHistogram.BUCKETS];
        long maximum = 0;
        for (long value : values) {
            counts[LatencyHistogram.bucketOf(value)]++;
            maximum = Math.max(maximum, value);
        }
        return new LatencyHistogram(counts, maximum);
    }

    @Test
    void bucketBoundsRiseAndCoverEveryLong() {
        long before = -1;
        for (int bucket = 0; bucket < LatencyHistogram.BUCKETS; bucket++) {
            long bound = LatencyHistogram.upperBound(bucket);
            assertThat(bound).isGreaterThan(before);
            assertThat(LatencyHistogram.bucketOf(before + 1)).isEqualTo(bucket);
            assertThat(LatencyHistogram.bucketOf(bound)).isEqualTo(bucket);
            before = bound;
        }
        assertThat(before).isEqualTo(Long.MAX_VALUE);
        assertThat(LatencyHistogram.bucketOf(-5)).isZero();
    }

    @Test
    void theTotalIsAtMostAnEighthTooHighAndNeverTooLow() {
        long exact = 0;
        long[] values = new long[1000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * 37L + (1L << (i % 30));
            exact += values[i];
        }
        assertThat(of(values).total()).isBetween(exact, exact + exact / 8);
        assertThat(of().total()).isZero();
        assertThat(of(Long.MAX_VALUE, Long.MAX_VALUE).total()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aPercentileIsAtMostAnEighthTooHighAndNeverTooLow() {
        long seed = Long.getLong("coex.seed", System.nanoTime());
        System.out.println("seed " + seed + "; replay with -Dcoex.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            long[] values = new long[1 + random.nextInt(500)];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextLong() >>> (1 + random.nextInt(62));
            }
            LatencyHistogram histogram = of(values);
            Arrays.sort(values);
            for (double percentile : new double[] {0, 1, 50, 90, 99, 99.9, 100}) {
                int rank = (int) Math.max(1, Math.ceil(values.length * percentile / 100));
                long exact = values[rank - 1];
                long told = histogram.percentile(percentile);
                assertThat(told).isGreaterThanOrEqualTo(exact);
                assertThat(told - exact).isLessThanOrEqualTo(exact / 8);
            }
            assertThat(histogram.maximum()).isEqualTo(values[values.length - 1]);
            assertThat(histogram.percentile(100)).isEqualTo(histogram.maximum());
            assertThat(histogram.count()).isEqualTo(values.length);
        }
    }

    @Test
    void anEmptyHistogramIsZeroEverywhere() {
        LatencyHistogram empty = of();
        assertThat(empty.count()).isZero();
        assertThat(empty.percentile(50)).isZero();
        assertThat(empty.maximum()).isZero();
    }

    @Test
    void twoHistogramsAddUp() {
        LatencyHistogram sum = of(1, 2, 1000).plus(of(5, 70_000));
        assertThat(sum.count()).isEqualTo(5);
        assertThat(sum.maximum()).isEqualTo(70_000);
        assertThat(sum.percentile(60)).isEqualTo(5);
        assertThat(sum.toString()).contains("count=5", "max=70000ns");
    }

    @Test
    void percentilesOutOfRangeAreRefused() {
        for (double bad : new double[] {-1, 100.1, Double.NaN}) {
            assertThatThrownBy(() -> of(1).percentile(bad))
                    .isInstanceOf(HeapUsageException.class)
                    .hasMessageContaining("percentile=" + bad);
        }
    }

    @Test
    void laterChangesToTheCountsDoNotShow() {
        long[] counts = new long[LatencyHistogram.BUCKETS];
        LatencyHistogram histogram = new LatencyHistogram(counts, 0);
        counts[3] = 7;
        assertThat(histogram.percentile(100)).isZero();
    }
}
