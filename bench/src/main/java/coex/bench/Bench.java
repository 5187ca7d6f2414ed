package coex.bench;

import coex.bench.report.Environment;
import coex.bench.report.Results;
import coex.bench.report.Row;
import coex.bench.report.Table;
import coex.bench.rows.HostJvm;
import coex.bench.rows.RowGroup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Measures the rows of one [Suite], each number in a JVM of its own, and beside it what others
/// make of the same work.
///
/// `./coex bench SUITE` starts it. The table goes to standard output, progress to standard error.
/// The exit code is 0 if everything was measured, whether or not goals are met, 1 if something
/// could not be, 2 for wrong arguments.
public final class Bench {

    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private Bench() {}

    static void main(String[] args) throws IOException, InterruptedException {
        System.exit(run(args));
    }

    static int run(String... args) throws IOException, InterruptedException {
        Arguments arguments;
        List<RowGroup> groups;
        try {
            arguments = Arguments.parse(args);
            groups = arguments.suite().chosen(arguments.only());
        } catch (IllegalArgumentException e) {
            System.err.printf("coex bench: %s%n%s%n", e.getMessage(), Arguments.USAGE);
            return USAGE;
        }
        if (arguments.json() != null) {
            try {
                OutputFile.check(arguments.json());
            } catch (IOException e) {
                System.err.printf("coex bench: --json: %s%n", e.getMessage());
                return USAGE;
            }
        }
        Map<String, Object> metadata = Environment.describe(arguments.words());
        metadata.put("heapJvmFlags", HostJvm.flagsOfOurs());
        metadata.put("peerJvmFlags", "-XX:+Use<collector>GC and -Xms = -Xmx as each note says");
        Results results = measure(groups, arguments.effort(), metadata);
        System.out.print(new Table(hasColour()).of(results.rows()));
        if (arguments.json() != null) {
            try {
                OutputFile.write(arguments.json(), results.toJson());
            } catch (IOException e) {
                System.err.printf("coex bench: %s%n", e.getMessage());
                return FAILED;
            }
        }
        return results.failures().isEmpty() ? DONE : FAILED;
    }

    private static Results measure(
            List<RowGroup> groups, Effort effort, Map<String, Object> metadata)
            throws InterruptedException {
        Progress progress = new Progress(System.err, groups, effort);
        List<Row> rows = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (RowGroup group : groups) {
            progress.starts(group);
            try {
                rows.addAll(group.measure(effort));
            } catch (IOException | RuntimeException e) {
                progress.failed(group, e);
                failures.add(group.name() + ": " + e.getMessage());
            }
        }
        return new Results(metadata, rows, failures);
    }

    private static boolean hasColour() {
        return System.getenv("NO_COLOR") == null
                && System.console() != null
                && System.console().isTerminal();
    }
}
