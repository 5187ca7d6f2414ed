package coex.bench.report;

import java.util.Arrays;

/// A number that was measured, with the smallest and largest of the samples behind it.
///
/// On a busy machine the range is the honest part: two rows whose ranges overlap do not differ. A
/// value with one sample has itself as its range.
public record Measured(double value, double low, double high) {

    /// Nothing was measured.
    public static final Measured NONE = new Measured(Double.NaN, Double.NaN, Double.NaN);

    public static Measured once(double value) {
        return new Measured(value, value, value);
    }

    /// The median of `samples`, and their range.
    public static Measured medianOf(double... samples) {
        if (samples.length == 0) {
            return NONE;
        }
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median =
                sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Measured(median, sorted[0], sorted[sorted.length - 1]);
    }

    public boolean isPresent() {
        return !Double.isNaN(value);
    }

    public boolean hasRange() {
        return isPresent() && low != high;
    }

    public Measured dividedBy(double divisor) {
        return new Measured(value / divisor, low / divisor, high / divisor);
    }
}
