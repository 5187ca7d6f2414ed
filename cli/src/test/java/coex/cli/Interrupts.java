package coex.cli;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Whether a process that a test starts can be interrupted at all.
///
/// A process that was started in the background, by a shell or by `nohup`, may ignore SIGINT, and
/// so do all that it starts: neither a shell nor a JVM undoes that.
public final class Interrupts {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String IGNORED = "SigIgn:";
    private static final long SIGINT = 1L << 1;

    private Interrupts() {}

    public static void assumeNotIgnored() throws IOException {
        if (Files.exists(STATUS)) {
            long ignored =
                    Files.readAllLines(STATUS).stream()
                            .filter(line -> line.startsWith(IGNORED))
                            .mapToLong(Interrupts::mask)
                            .findFirst()
                            .orElse(0);
            assumeFalse((ignored & SIGINT) != 0, "this build ignores interrupts");
        }
    }

    private static long mask(String line) {
        return Long.parseUnsignedLong(line.substring(IGNORED.length()).strip(), 16);
    }
}
