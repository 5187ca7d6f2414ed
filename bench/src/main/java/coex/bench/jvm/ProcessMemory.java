package coex.bench.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The memory of this process, where the system tells.
public final class ProcessMemory {

    private static final Path STATUS = Path.of("/proc/self/status");

    private ProcessMemory() {}

    /// Reports the most that the process ever had as `process-mib`; NaN if it is not known.
    public static void reportPeak() {
        Figures.print("process-mib", kibibytes("VmHWM:") / 1024);
    }

    /// The bytes that are in memory now, those of C libraries too; NaN if it is not known. What the
    /// system keeps of files is not among them, unless the process has mapped it.
    public static double residentBytes() {
        return kibibytes("VmRSS:") * 1024;
    }

    private static double kibibytes(String name) {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(name))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
