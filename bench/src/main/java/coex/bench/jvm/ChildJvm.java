package coex.bench.jvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Runs a program of this module in a JVM of its own, with flags of its own.
///
/// The child ends when this JVM is told to end. What it writes to standard error is shown only if
/// it fails.
public final class ChildJvm {

    /// Lets the heap use native pages.
    public static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    private final Class<?> program;
    private final List<String> flags = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private String logTags = "";

    public ChildJvm(Class<?> program) {
        this.program = program;
    }

    public ChildJvm flags(String... more) {
        flags.addAll(List.of(more));
        return this;
    }

    public ChildJvm flags(List<String> more) {
        flags.addAll(more);
        return this;
    }

    public ChildJvm arguments(Object... more) {
        Stream.of(more).map(Object::toString).forEach(arguments::add);
        return this;
    }

    /// Has the JVM log `tags`, as for `-Xlog`.
    public ChildJvm logging(String tags) {
        logTags = tags;
        return this;
    }

    /// What the program reported, and what its JVM logged.
    public record Outcome(Figures figures, JvmLog log) {}

    /// Runs the program to its end.
    ///
    /// @throws IOException if it fails; the message has the end of what it said
    public Outcome run() throws IOException, InterruptedException {
        Path log = Files.createTempFile("coex-bench", ".log");
        Path errors = Files.createTempFile("coex-bench", ".err");
        try {
            Process child = new ProcessBuilder(command(log)).redirectError(errors.toFile()).start();
            Thread reaper = new Thread(child::destroyForcibly);
            Runtime.getRuntime().addShutdownHook(reaper);
            List<String> output;
            try (BufferedReader reader = child.inputReader()) {
                output = reader.lines().toList();
            }
            int status = child.waitFor();
            Runtime.getRuntime().removeShutdownHook(reaper);
            if (status != 0) {
                throw new IOException(failure(status, output, Files.readAllLines(errors)));
            }
            return new Outcome(Figures.parse(output), new JvmLog(Files.readAllLines(log)));
        } finally {
            Files.deleteIfExists(log);
            Files.deleteIfExists(errors);
        }
    }

    /// Runs the program to its end; null if it ended because of `failure`.
    ///
    /// @throws IOException if it fails otherwise
    public Figures figuresUnless(Class<? extends Throwable> failure)
            throws IOException, InterruptedException {
        try {
            return run().figures();
        } catch (IOException e) {
            if (e.getMessage().contains(failure.getName())) {
                return null;
            }
            throw e;
        }
    }

    private List<String> command(Path log) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        if (!logTags.isEmpty()) {
            command.add("-Xlog:" + logTags + ":file=" + log + ":uptime,tags");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(arguments);
        return command;
    }

    private String failure(int status, List<String> output, List<String> errors) {
        List<String> said = new ArrayList<>(output);
        said.addAll(errors);
        return "%s %s ended with %d: %s"
                .formatted(
                        program.getSimpleName(),
                        String.join(" ", arguments),
                        status,
                        String.join(" | ", said.stream().limit(6).toList()));
    }
}
