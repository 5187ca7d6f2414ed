package coex.bench.program;

import coex.bench.jvm.Figures;

import org.HdrHistogram.Histogram;

/// Reports a histogram of nanoseconds as the figures `NAME-p50`, `-p90`, `-p99`, `-p99.9`,
/// `-p99.99` and `-max` in microseconds, and `NAME-count`.
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
    }
}
