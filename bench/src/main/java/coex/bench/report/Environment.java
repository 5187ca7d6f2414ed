package coex.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The machine and JVM of a run, as far as the system tells.
public final class Environment {

    private static final Path CPU = Path.of("/proc/cpuinfo");
    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final Path LOAD = Path.of("/proc/loadavg");
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    private Environment() {}

    /// What to record with results, in the order in which it should be read.
    public static Map<String, Object> describe(List<String> arguments) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("date", OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS));
        facts.put("command", "coex bench " + String.join(" ", arguments));
        facts.put("jvm", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put("jvmFlags", jvmFlags());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("architecture", System.getProperty("os.arch"));
        facts.put("cpu", valueOf(CPU, "model name"));
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("memory", valueOf(MEMORY, "MemTotal"));
        facts.put("transparentHugePages", firstLine(HUGE_PAGES));
        facts.put("loadAtStart", firstLine(LOAD));
        return facts;
    }

    private static String valueOf(Path file, String key) {
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith(key)) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        } catch (IOException e) {
            // Not a Linux machine.
        }
        return "unknown";
    }

    private static String firstLine(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.isEmpty() ? "unknown" : lines.getFirst();
        } catch (IOException e) {
            return "unknown";
        }
    }

    /// But for where the launcher lies, which is nobody else's business.
    private static List<String> jvmFlags() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> !flag.startsWith("-Dcoex.launcher="))
                .toList();
    }
}
