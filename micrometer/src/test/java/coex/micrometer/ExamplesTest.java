package coex.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;

/// The examples in doc comments compile, and bind what they say.
class ExamplesTest {

    private static final Path SOURCES = Path.of("src", "main", "java", "coex", "micrometer");

    private static final Pattern EXAMPLE =
            Pattern.compile("/// ```java\\R(.*?)/// ```\\R", Pattern.DOTALL);

    private static final String PROGRAM =
            """
            import coex.collections.*;
            import coex.gc.*;
            import coex.micrometer.*;

            import io.micrometer.core.instrument.*;

            public final class Program {
                public static void run(Heap heap, MeterRegistry registry) {
                    %s
                }
            }
            """;

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({"HeapMetrics, coex.memory.used", "VersionMetrics, coex.versions.held"})
    void theExampleBindsMeters(String name, String meter) throws Exception {
        Matcher example = EXAMPLE.matcher(Files.readString(SOURCES.resolve(name + ".java")));
        assertThat(example.find()).isTrue();
        Path source = folder.resolve("Program.java");
        Files.writeString(source, PROGRAM.formatted(example.group(1).replace("///", "")));
        compile(source);
        MeterRegistry registry = new SimpleMeterRegistry();
        try (Heap heap = Heap.open();
                URLClassLoader loader =
                        new URLClassLoader(
                                new URL[] {folder.toUri().toURL()},
                                ExamplesTest.class.getClassLoader())) {
            loader.loadClass("Program")
                    .getMethod("run", Heap.class, MeterRegistry.class)
                    .invoke(null, heap, registry);
            assertThat(registry.find(meter).meters()).isNotEmpty();
        }
    }

    private void compile(Path source) {
        StringWriter problems = new StringWriter();
        PrintWriter out = new PrintWriter(problems);
        int status =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(
                                out,
                                out,
                                "-d",
                                folder.toString(),
                                "--class-path",
                                System.getProperty("jdk.module.path", "")
                                        + File.pathSeparator
                                        + System.getProperty("java.class.path"),
                                source.toString());
        assertThat(status).as("%s", problems).isZero();
    }
}
