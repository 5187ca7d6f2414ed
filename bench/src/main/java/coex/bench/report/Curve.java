package coex.bench.report;

import org.HdrHistogram.Histogram;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/// All of a distribution: its value at each of [#PERCENTILES].
///
/// @param values as many as there are percentiles, or none
public record Curve(double[] values) {

    /// Closer to each other the rarer the values are.
    public static final double[] PERCENTILES = {
        0, 5, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 92.5, 95, 96, 97, 98, 99, 99.25, 99.5,
        99.6, 99.7, 99.8, 99.9, 99.95, 99.975, 99.99, 99.995, 99.999, 99.9999, 100
    };

    public static final Curve NONE = new Curve(new double[0]);

    public Curve {
        if (values.length != 0 && values.length != PERCENTILES.length) {
            throw new IllegalArgumentException(
                    "not a value for each percentile: values=%d percentiles=%d"
                            .formatted(values.length, PERCENTILES.length));
        }
        values = values.clone();
    }

    /// What a histogram has counted.
    ///
    /// @param unit so many of its own make one of the curve
    public static Curve of(Histogram histogram, double unit) {
        return histogram.getTotalCount() == 0
                ? NONE
                : new Curve(
                        DoubleStream.of(PERCENTILES)
                                .map(histogram::getValueAtPercentile)
                                .map(value -> value / unit)
                                .toArray());
    }

    public boolean isPresent() {
        return values.length != 0;
    }

    @Override
    public double[] values() {
        return values.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Curve curve && Arrays.equals(values, curve.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }
}
