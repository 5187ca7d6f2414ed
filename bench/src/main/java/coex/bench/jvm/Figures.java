package coex.bench.jvm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Named samples that a child JVM measured, and how they travel: one line on its standard output
/// for each name, `figure NAME SAMPLE SAMPLE ...`.
public final class Figures {

    private static final String MARK = "figure ";

    private final Map<String, double[]> samples = new LinkedHashMap<>();

    /// In the child: hands samples to whoever started it.
    public static void print(String name, double... samples) {
        StringBuilder line = new StringBuilder(MARK).append(name);
        for (double sample : samples) {
            line.append(' ').append(sample);
        }
        System.out.println(line);
    }

    /// Reads a child's output; lines that are not figures are ignored.
    static Figures parse(List<String> output) {
        Figures figures = new Figures();
        for (String line : output) {
            if (line.startsWith(MARK)) {
                String[] words = line.substring(MARK.length()).strip().split(" ");
                double[] values = new double[words.length - 1];
                for (int i = 0; i < values.length; i++) {
                    values[i] = Double.parseDouble(words[i + 1]);
                }
                figures.samples.put(words[0], values);
            }
        }
        return figures;
    }

    /// The samples of `name`.
    public double[] samples(String name) {
        double[] values = samples.get(name);
        if (values == null) {
            throw new IllegalStateException(
                    "the child did not report %s, only %s".formatted(name, samples.keySet()));
        }
        return values.clone();
    }

    /// The only sample of `name`.
    public double single(String name) {
        return samples(name)[0];
    }

    /// The names there are samples of.
    public List<String> names() {
        return new ArrayList<>(samples.keySet());
    }
}
