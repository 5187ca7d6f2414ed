package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.bench.report.Curve;

import org.HdrHistogram.Histogram;

/// Reports a histogram of nanoseconds as the figures `NAME-p50`, `-p90`, `-p99`, `-p99.9`,
/// `-p99.99` and `-max` in microseconds, `NAME-count`, and all of it as `NAME-curve`.
final class Percentiles {

    private static final double[] REPORTED = {50, 90, 99, 99.9, 99.99};

    private Percentiles() {}

    static void print(String name, Histogram histogram) {
        for (double percentile : REPORTED) {
            String figure = name + "-p" + Double.toString(percentile).replaceAll("\\.0$", "");
            Figures.print(figure, histogram.getValueAtPercentile(percentile) / 1e3);
        }
        Figures.print(name + "-max", histogram.getMaxValue() / 1e3);
        Figures.print(name + "-count", histogram.getTotalCount());
        Figures.print(name + "-curve", Curve.of(histogram, 1e3).values());
    }
}
