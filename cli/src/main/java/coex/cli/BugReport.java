package coex.cli;

import coex.cli.program.Sources;
import coex.runtime.error.VisibleText;

import java.io.PrintWriter;
import java.nio.file.InvalidPathException;

/// An exception nobody expected. It is told as [coex.runtime.launch.BugReport] does, with the
/// sources that were being compiled. A name that no file can have here is not our bug, wherever it
/// is met.
record BugReport(Throwable failure) {
    static BugReport of(Throwable failure) {
        return new BugReport(failure);
    }

    static PrintWriter stderr() {
        return new PrintWriter(System.err, true);
    }

    /// Prints a line, writes a file, and gives the exit code.
    int print(PrintWriter err) {
        if (failure instanceof InvalidPathException name) {
            err.printf(
                    "coex: no file can be called %s here: %s; a locale with UTF-8 may help, for"
                            + " example LC_ALL=C.UTF-8%n",
                    VisibleText.line(name.getInput()), name.getReason());
            return ExitCode.FAILED;
        }
        String version = Main.Version.ofCoex();
        return new coex.runtime.launch.BugReport("coex", version, Sources.texts(), failure)
                .print(err);
    }
}
