package coex.bench.language;

import coex.bench.jvm.Figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The most memory that this process ever had, where the system tells.
final class ProcessMemory {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String PEAK = "VmHWM:";

    private ProcessMemory() {}

    /// Reports it as `process-mib`; NaN if it is not known.
    static void report() {
        Figures.print("process-mib", mebibytes());
    }

    private static double mebibytes() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(PEAK))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
