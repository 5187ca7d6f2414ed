package coex.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// `coex bench`: measurements, each in a JVM of its own, so that this one's flags and garbage are
/// not part of them.
@Command(name = "bench", description = "Measures Coex.", synopsisSubcommandLabel = "WHAT")
final class BenchCommand implements Runnable {
    /// Where ./coex says the benchmarks and what they need are: a folder of jars.
    static final String LIBRARY_PROPERTY = "coex.bench.lib";

    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing what to measure");
    }

    @Command(
            name = "gc",
            description = "Measures the collector: throughput and the longest waits of a mutator.")
    int gc(@Mixin HelpOption help, @Mixin BenchOptions options)
            throws IOException, InterruptedException {
        return measure("gc", options);
    }

    @Command(
            name = "collections",
            description =
                    "Measures maps, sets, lists and JSON beside other persistent collections.")
    int collections(@Mixin HelpOption help, @Mixin BenchOptions options)
            throws IOException, InterruptedException {
        return measure("collections", options);
    }

    @Command(
            name = "start-up",
            description = "Measures how long hello world takes, beside the same in Java.")
    int startUp(@Mixin HelpOption help, @Mixin BenchOptions options)
            throws IOException, InterruptedException {
        return measure("start-up", options);
    }

    @Command(
            name = "language",
            description = "Measures Coex programs beside the same programs in Java.")
    int language(@Mixin HelpOption help, @Mixin BenchOptions options)
            throws IOException, InterruptedException {
        return measure("language", options);
    }

    @Command(
            name = "tasks",
            description = "Measures tasks and channels beside virtual threads and queues in Java.")
    int tasks(@Mixin HelpOption help, @Mixin BenchOptions options)
            throws IOException, InterruptedException {
        return measure("tasks", options);
    }

    @Command(
            name = "editor",
            description = "Measures how long a change in an editor takes to its problems.")
    int editor(@Mixin HelpOption help, @Mixin BenchOptions options)
            throws IOException, InterruptedException {
        return measure("editor", options);
    }

    @Command(
            name = "streams",
            description = "Measures state stores for Kafka Streams beside Kafka's own.")
    int streams(@Mixin HelpOption help, @Mixin BenchOptions options)
            throws IOException, InterruptedException {
        return measure("streams", options);
    }

    @Command(
            name = "results",
            description = "Makes bench/RESULTS.md of the files of the runs in bench/results.")
    int results(@Mixin HelpOption help) throws IOException, InterruptedException {
        return runInOwnJvm(
                "coex.bench.WriteResults",
                root -> {
                    Path bench = root.resolve("bench");
                    return List.of(
                            bench.resolve("results").toString(),
                            bench.resolve("RESULTS.md").toString());
                });
    }

    @Command(
            name = "report",
            description =
                    "Makes one HTML file with charts of the files of the runs in bench/results, and"
                            + " prints where it is.")
    int report(
            @Mixin HelpOption help,
            @Option(
                            names = {"-o", "--output"},
                            paramLabel = "FILE",
                            description =
                                    "The file; bench/target/report.html if not given. It is"
                                            + " replaced.")
                    Path file)
            throws IOException, InterruptedException {
        return runInOwnJvm(
                "coex.bench.WriteReport",
                root -> {
                    Path bench = root.resolve("bench");
                    Path page = file == null ? bench.resolve("target/report.html") : file;
                    return List.of(
                            bench.resolve("results").toString(), page.toAbsolutePath().toString());
                });
    }

    private int measure(String suite, BenchOptions options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>();
        arguments.add(suite);
        arguments.addAll(options.words());
        return runInOwnJvm("coex.bench.Bench", root -> arguments);
    }

    /// @param arguments by the folder of this checkout
    private int runInOwnJvm(String mainClass, Function<Path, List<String>> arguments)
            throws IOException, InterruptedException {
        String library = System.getProperty(LIBRARY_PROPERTY);
        if (library == null || !Files.isDirectory(Path.of(library))) {
            var err = spec.commandLine().getErr();
            err.printf("coex: no benchmarks in %s; start with ./coex to build them%n", library);
            return ExitCode.FAILED;
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx2g", "--enable-native-access=ALL-UNNAMED"));
        command.add("--sun-misc-unsafe-memory-access=allow"); // JMH needs it, or the JVM warns
        Path root = Path.of(library).resolve("../../../..").normalize();
        command.add("-Dcoex.launcher=" + root.resolve("coex"));
        command.addAll(List.of("-cp", library + File.separator + "*", mainClass));
        command.addAll(arguments.apply(root));
        Process child = new ProcessBuilder(command).inheritIO().start();
        Runtime.getRuntime().addShutdownHook(new Thread(child::destroy));
        return child.waitFor();
    }
}
