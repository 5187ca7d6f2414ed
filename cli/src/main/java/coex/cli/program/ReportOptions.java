package coex.cli.program;

import picocli.CommandLine.Option;

import java.io.PrintWriter;

/// How commands tell what is wrong with programs.
final class ReportOptions {
    static final String JSON = "--json";

    @Option(
            names = JSON,
            description = "Report problems as JSON, one object for each problem and line.")
    private boolean json;

    boolean areJson() {
        return json;
    }

    Reports printer(PrintWriter err) {
        return json ? new JsonReports(err) : new TextReports(err);
    }
}
