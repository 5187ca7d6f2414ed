package coex.bench.program;

import coex.gc.LatencyHistogram;

import org.HdrHistogram.Histogram;

/// Turns the collector's histograms into ours.
final class HoldTimes {

    /// Percentiles at which a snapshot is read, so that each stands for as many values.
    private static final int STEPS = 100_000;

    private HoldTimes() {}

    /// Adds the values of `source`, to within the width of its buckets and never below them.
    static void addTo(Histogram target, LatencyHistogram source) {
        long last = 0;
        for (int step = 1; step <= STEPS && source.count() > 0; step++) {
            long upTo = Math.round((double) source.count() * step / STEPS);
            if (upTo > last) {
                target.recordValueWithCount(source.percentile(100.0 * step / STEPS), upTo - last);
                last = upTo;
            }
        }
    }
}
