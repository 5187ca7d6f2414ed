package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;

class BenchCommandTest {
    /// Stands in for the benchmark: writes its arguments to the file they end with.
    private static final String STAND_IN =
            """
            package coex.bench;

            public class NAME {
                public static void main(String[] args) throws Exception {
                    var file = java.nio.file.Path.of(args[args.length - 1]);
                    java.nio.file.Files.writeString(file, String.join("|", args));
                    System.exit(3);
                }
            }
            """;

    @TempDir private Path folder;
    private final StringWriter err = new StringWriter();
    private final CommandLine coex = Main.commandLine().setErr(new PrintWriter(err, true));

    @AfterEach
    void forgetTheLibrary() {
        System.clearProperty(BenchCommand.LIBRARY_PROPERTY);
    }

    @Test
    void gcRunsInItsOwnJvmAndItsExitCodeIsOurs() throws Exception {
        System.setProperty(BenchCommand.LIBRARY_PROPERTY, libraryWithStandIn("Bench").toString());
        Path results = folder.resolve("the results.json");

        assertThat(Main.run(coex, "bench", "gc", "--quick", "--json", results.toString()))
                .isEqualTo(3);
        assertThat(results).hasContent("gc|--quick|--json|" + results);
    }

    @Test
    void theRowsAskedForAreHandedOn() throws Exception {
        System.setProperty(BenchCommand.LIBRARY_PROPERTY, libraryWithStandIn("Bench").toString());
        String results = folder.resolve("results.json").toString();

        Main.run(coex, "bench", "collections", "--only", "map-get", "--json", results);
        assertThat(Path.of(results)).hasContent("collections|--only|map-get|--json|" + results);
    }

    @Test
    void resultsAreMadeIntoThePageOfTheSameCheckout() throws Exception {
        Path library = libraryWithStandIn("WriteResults");
        System.setProperty(BenchCommand.LIBRARY_PROPERTY, library.toString());

        assertThat(Main.run(coex, "bench", "results")).isEqualTo(3);
        Path bench = folder.resolve("bench");
        Path page = bench.resolve("RESULTS.md");
        assertThat(page).hasContent(bench.resolve("results") + "|" + page);
    }

    @Test
    void withoutBenchmarksItSaysWhoBuildsThem() {
        assertThat(Main.run(coex, "bench", "gc")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).startsWith("coex: no benchmarks").contains("./coex");
    }

    @Test
    void benchWithoutWhatIsAUsageMistake() {
        assertThat(Main.run(coex, "bench")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains(
                        "Usage: coex bench",
                        "gc",
                        "collections",
                        "start-up",
                        "language",
                        "tasks",
                        "editor",
                        "streams",
                        "results");
    }

    @Test
    void aSuiteThatIsMisspeltIsFound() {
        assertThat(Main.run(coex, "bench", "colections")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("Did you mean: coex bench collections?");
    }

    /// Lies in `folder` as it does in a checkout.
    private Path libraryWithStandIn(String name) throws Exception {
        Path source =
                Files.writeString(folder.resolve(name + ".java"), STAND_IN.replace("NAME", name));
        Path classes = folder.resolve("classes");
        Path library = Files.createDirectories(folder.resolve("bench/target/dist/lib"));
        runTool("javac", "-d", classes.toString(), source.toString());
        runTool(
                "jar",
                "cf",
                library.resolve("bench.jar").toString(),
                "-C",
                classes.toString(),
                ".");
        return library;
    }

    private static void runTool(String name, String... arguments) {
        ToolProvider tool = ToolProvider.findFirst(name).orElseThrow();
        assertThat(tool.run(System.out, System.err, arguments)).isZero();
    }
}
