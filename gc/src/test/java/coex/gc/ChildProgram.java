package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs a program of the tests in a JVM of its own.
final class ChildProgram {

    private static final String CLASSES = Path.of("target", "classes").toString();
    private static final String TESTS = Path.of("target", "test-classes").toString();

    record Result(int exitValue, String out, String err) {}

    private ChildProgram() {}

    /// Options that put the library and the tests on the class path.
    static List<String> onClassPath(String... more) {
        List<String> options = new ArrayList<>(List.of(more));
        options.addAll(List.of("-cp", CLASSES + File.pathSeparator + TESTS));
        return options;
    }

    /// Options that make the library a named module.
    static List<String> onModulePath(String... more) {
        List<String> options = new ArrayList<>(List.of(more));
        options.addAll(List.of("-p", CLASSES, "--add-modules", "coex.gc", "-cp", TESTS));
        return options;
    }

    static Result run(List<String> options, String mainClass)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add(mainClass);
        Path out = Files.createTempFile("child-program", ".out");
        Path err = Files.createTempFile("child-program", ".err");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command)
                            .redirectOutput(out.toFile())
                            .redirectError(err.toFile());
            builder.environment().remove("JAVA_TOOL_OPTIONS");
            builder.environment().remove("JDK_JAVA_OPTIONS");
            Process process = builder.start();
            try {
                assertThat(process.waitFor(Heaps.HANG.toSeconds(), TimeUnit.SECONDS)).isTrue();
            } finally {
                process.destroyForcibly();
            }
            return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
