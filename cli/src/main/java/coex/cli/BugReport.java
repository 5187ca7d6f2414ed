package coex.cli;

import coex.cli.program.Sources;

import java.io.PrintWriter;

/// An exception nobody expected. It is told as [coex.runtime.launch.BugReport] does, with the sources that were
/// being compiled.
record BugReport(Throwable failure) {
    static BugReport of(Throwable failure) {
        return new BugReport(failure);
    }

    static PrintWriter stderr() {
        return new PrintWriter(System.err, true);
    }

    /// Prints a line, writes a file, and gives the exit code.
    int print(PrintWriter err) {
        String version = Main.Version.ofCoex();
        return new coex.runtime.launch.BugReport("coex", version, Sources.texts(), failure)
                .print(err);
    }
}
