package coex.cli.program;

import picocli.CommandLine.Option;

import java.io.PrintWriter;

/// How commands tell what is wrong with programs.
final class ReportOptions {
    @Option(
            names = "--json",
            description = "Report problems as JSON, one object for each problem and line.")
    private boolean json;

    Reports printer(PrintWriter err) {
        return json ? new JsonReports(err) : new TextReports(err);
    }
}
