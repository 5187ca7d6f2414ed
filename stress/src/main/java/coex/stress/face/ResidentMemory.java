package coex.stress.face;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The memory that this process has of the system, from time to time. Known on Linux only. For one
/// thread.
final class ResidentMemory {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String LABEL = "VmRSS:";

    /// With fewer there is nothing to compare.
    private static final int LEAST = 12;

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
        return samples.subList(samples.size() * 2 / 3, samples.size()).stream()
                .mapToLong(Long::longValue)
                .min()
                .orElse(0);
    }

    private long most(int from, int to) {
        return samples.subList(from, to).stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /// Whether the last third has more than `factor` times what the first one had, and that by more
    /// than so many bytes.
    boolean grew(double factor, long noise) {
        return samples.size() >= LEAST && ending() > factor * first() && ending() > first() + noise;
    }

    @Override
    public String toString() {
        return samples.size() < LEAST
                ? "resident memory not known"
                : "resident %d MiB at most in the first third, %d to %d MiB in the last"
                        .formatted(
                                first() >> 20,
                                ending() >> 20,
                                most(samples.size() * 2 / 3, samples.size()) >> 20);
    }
}
