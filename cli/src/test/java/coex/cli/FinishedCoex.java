package coex.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Runs the finished command, or anything else, as a process of its own.
final class FinishedCoex {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private final Map<String, String> environment = new HashMap<>();

    /// What a process left behind.
    record Run(int exitCode, String out, String err) {}

    FinishedCoex set(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    Run coex(String... arguments) throws Exception {
        return script("coex", arguments);
    }

    Run coexc(String... arguments) throws Exception {
        return script("coexc", arguments);
    }

    private Run script(String name, String... arguments) throws Exception {
        return run(
                "",
                Stream.concat(Stream.of(ROOT.resolve(name).toString()), Stream.of(arguments))
                        .toList());
    }

    /// Both streams are small, so one may be read after the other.
    Run run(String input, List<String> command) throws Exception {
        var builder = new ProcessBuilder(command);
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // It has ended without reading.
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), out, err);
    }
}
