package coex.stress.face;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The memory that this process has of the system, from time to time. Known on Linux only. For one
/// thread.
///
/// There are two ways to tell that it grows. A *large* growth is one from the first third to the
/// last, which a short run shows too. A *steady* one may be small: it goes on through the last two
/// thirds, when the JVM has become as large as the program needs, and not more slowly at the end.
/// It is the median of the slopes between any two of some groups of samples, of which each counts
/// as the least in it. So neither moments with more memory nor one step look like growth.
final class ResidentMemory {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String LABEL = "VmRSS:";

    /// With fewer there is nothing to compare.
    private static final int LEAST = 12;

    /// Into so many groups the last two thirds are parted.
    private static final int GROUPS = 20;

    private final List<Long> samples = new ArrayList<>();

    void look() {
        long bytes = now();
        if (bytes > 0) {
            samples.add(bytes);
        }
    }

    /// For tests.
    void add(long bytes) {
        samples.add(bytes);
    }

    private static long now() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith(LABEL)) {
                    String kib = line.substring(LABEL.length()).replace("kB", "").strip();
                    return Long.parseLong(kib) << 10;
                }
            }
        } catch (IOException _) {
            // Another system.
        }
        return 0;
    }

    /// What was seen last; 0 if nothing was.
    long last() {
        return samples.isEmpty() ? 0 : samples.getLast();
    }

    /// The most of the first third.
    long first() {
        return most(0, samples.size() / 3);
    }

    /// The least of the last third, which is that of a leak, and not of a moment.
    long ending() {
        return least(samples.size() * 2 / 3, samples.size());
    }

    private long most(int from, int to) {
        return samples.subList(from, to).stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /// Whether the last third has more than `factor` times what the first one had, and that by more
    /// than so many bytes.
    boolean grew(double factor, long noise) {
        return samples.size() >= LEAST && ending() > factor * first() && ending() > first() + noise;
    }

    /// Whether it grew steadily by more than so many bytes in the last two thirds.
    boolean grewSteadily(long noise) {
        return samples.size() >= 3 * GROUPS
                && steadyGrowth(1.0 / 3) > noise
                && steadyGrowth(2.0 / 3) > noise / 3;
    }

    /// By how much it grew from there to the end, without what came and went.
    ///
    /// @param begin from 0 for the first sample to 1 for the last
    long steadyGrowth(double begin) {
        int from = (int) (samples.size() * begin);
        int groups = Math.min(GROUPS, samples.size() - from);
        if (groups < 2) {
            return 0;
        }
        long[] least = new long[groups];
        for (int i = 0; i < groups; i++) {
            least[i] =
                    least(
                            from + (samples.size() - from) * i / groups,
                            from + (samples.size() - from) * (i + 1) / groups);
        }
        double[] slopes = new double[groups * (groups - 1) / 2];
        int count = 0;
        for (int i = 0; i < groups; i++) {
            for (int j = i + 1; j < groups; j++) {
                slopes[count++] = (double) (least[j] - least[i]) / (j - i);
            }
        }
        Arrays.sort(slopes);
        return (long) (slopes[count / 2] * groups);
    }

    private long least(int from, int to) {
        return samples.subList(from, to).stream().mapToLong(Long::longValue).min().orElse(0);
    }

    @Override
    public String toString() {
        return samples.size() < LEAST
                ? "resident memory not known"
                : "resident %d MiB at most in the first third, %d to %d MiB in the last, %d KiB of steady growth"
                        .formatted(
                                first() >> 20,
                                ending() >> 20,
                                most(samples.size() * 2 / 3, samples.size()) >> 20,
                                steadyGrowth(1.0 / 3) >> 10);
    }
}
