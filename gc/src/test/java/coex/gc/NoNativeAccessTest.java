package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// An embedder who grants no native access gets a working heap and no warning of the JVM's.
@Tag("slow")
class NoNativeAccessTest {

    private static final String CLASSES = Path.of("target", "classes").toString();
    private static final String TESTS = Path.of("target", "test-classes").toString();

    private static List<String> onClassPath(String... more) {
        List<String> options = new ArrayList<>(List.of(more));
        options.addAll(List.of("-cp", CLASSES + java.io.File.pathSeparator + TESTS));
        return options;
    }

    private static List<String> onModulePath(String... more) {
        List<String> options = new ArrayList<>(List.of(more));
        options.addAll(List.of("-p", CLASSES, "--add-modules", "coex.gc", "-cp", TESTS));
        return options;
    }

    static List<List<String>> waysToStart() {
        return List.of(
                onClassPath(),
                onModulePath(),
                onClassPath("--illegal-native-access=deny"),
                onModulePath("--illegal-native-access=deny"),
                onModulePath("--enable-native-access=coex.gc", "--illegal-native-access=deny"),
                onModulePath("--enable-native-access=coex.gc", "-Dcoex.gc.memory=arena"));
    }

    @ParameterizedTest
    @MethodSource("waysToStart")
    void aSmallProgramRunsWithoutAWordOnStandardError(List<String> options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("coex.embedder.SmallProgram");
        Path out = Files.createTempFile("small-program", ".out");
        Path err = Files.createTempFile("small-program", ".err");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command)
                            .redirectOutput(out.toFile())
                            .redirectError(err.toFile());
            builder.environment().remove("JAVA_TOOL_OPTIONS");
            builder.environment().remove("JDK_JAVA_OPTIONS");
            Process process = builder.start();
            assertThat(process.waitFor(Heaps.HANG.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(err)).isEmpty();
            assertThat(Files.readString(out)).startsWith("marked 1001");
            assertThat(process.exitValue()).isZero();
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
