package coex.bench.program;

import coex.bench.jvm.Figures;

import org.HdrHistogram.Histogram;

import java.util.ArrayList;
import java.util.List;

/// How long repeated collections took, as the thread saw it that asked for them.
final class CollectionTimes {

    /// The times are split in this many parts, whose medians show how steady they are.
    private static final int PARTS = 5;

    private CollectionTimes() {}

    static List<Histogram> measure(Runnable collection, int times) {
        List<Histogram> parts = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            Histogram histogram = new Histogram(3);
            for (int i = 0; i < Math.max(1, times / PARTS); i++) {
                long began = System.nanoTime();
                collection.run();
                histogram.recordValue(System.nanoTime() - began);
            }
            parts.add(histogram);
        }
        return parts;
    }

    /// Reports microseconds: the `median` of each part, and `p99` and `maximum` of all.
    static void print(List<Histogram> parts) {
        Histogram all = new Histogram(3);
        parts.forEach(all::add);
        Figures.print(
                "median",
                parts.stream().mapToDouble(part -> part.getValueAtPercentile(50) / 1e3).toArray());
        Figures.print("p99", all.getValueAtPercentile(99) / 1e3);
        Figures.print("maximum", all.getMaxValue() / 1e3);
    }
}
