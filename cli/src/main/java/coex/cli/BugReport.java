package coex.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/// An exception nobody expected, told in one line, with the details in a file to send to us.
record BugReport(Throwable failure) {
    static BugReport of(Throwable failure) {
        return new BugReport(failure);
    }

    static PrintWriter stderr() {
        return new PrintWriter(System.err, true);
    }

    /// Prints the line, writes the file, and gives the exit code.
    int print(PrintWriter err) {
        String line = "coex: this is a bug in Coex: " + summary();
        try {
            Path file = Files.createTempFile("coex-bug-", ".txt");
            Files.writeString(file, details());
            err.println(line + "; details are in " + file);
        } catch (IOException e) {
            err.println(
                    line + "; no file for the details (" + e.getMessage() + "), so here they are:");
            err.println(details());
        }
        err.flush();
        return ExitCode.BUG;
    }

    private String summary() {
        return failure.toString().lines().findFirst().orElse("");
    }

    private String details() {
        var details = new StringWriter();
        var out = new PrintWriter(details);
        out.println("coex " + Main.Version.ofCoex());
        for (String property :
                new String[] {"java.vm.version", "os.name", "os.version", "os.arch"}) {
            out.println(property + " " + System.getProperty(property));
        }
        out.println("command " + ProcessHandle.current().info().commandLine().orElse("unknown"));
        out.println();
        failure.printStackTrace(out);
        return details.toString();
    }
}
