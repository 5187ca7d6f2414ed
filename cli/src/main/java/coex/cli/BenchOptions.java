package coex.cli;

import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What all measurements have in common.
final class BenchOptions {
    @Option(names = "--quick", description = "Minutes instead of hours; rough numbers.")
    private boolean quick;

    @Option(
            names = "--only",
            paramLabel = "ROWS",
            description = "Measure only these rows, for example field-read or map-get.")
    private String only;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the results to FILE.")
    private Path json;

    /// The options as they were given, for the JVM that measures.
    List<String> words() {
        List<String> words = new ArrayList<>();
        if (quick) {
            words.add("--quick");
        }
        if (only != null) {
            words.addAll(List.of("--only", only));
        }
        if (json != null) {
            words.addAll(List.of("--json", json.toString()));
        }
        return words;
    }
}
