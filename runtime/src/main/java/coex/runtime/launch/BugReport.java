package coex.runtime.launch;

import coex.runtime.error.VisibleText;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// An exception nobody expected, told in one line, with the details in a file to send to us:
/// versions, the command, what it was working on, and the stack trace. With what the file holds the
/// run can be repeated.
///
/// @param who begins the line
/// @param version of Coex
/// @param material texts that the command was working on, by name
public record BugReport(
        String who, String version, Map<String, String> material, Throwable failure) {

    /// The exit code after a bug of ours.
    public static final int STATUS = 70;

    /// Prints the line, writes the file, and gives the exit code.
    public int print(PrintWriter err) {
        String line = VisibleText.line(who + ": this is a bug in Coex: " + summary());
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
        return STATUS;
    }

    private String summary() {
        return failure.toString().lines().findFirst().orElse("");
    }

    private String details() {
        var details = new StringWriter();
        var out = new PrintWriter(details);
        out.println("coex " + version);
        for (String property :
                new String[] {"java.vm.version", "os.name", "os.version", "os.arch", "user.dir"}) {
            out.println(property + " " + System.getProperty(property));
        }
        out.println("command " + ProcessHandle.current().info().commandLine().orElse("unknown"));
        String options = System.getenv(ProgramProcess.OPTIONS_VARIABLE);
        if (options != null) {
            out.println(ProgramProcess.OPTIONS_VARIABLE + " " + options);
        }
        out.println();
        failure.printStackTrace(out);
        material.forEach((name, text) -> out.print("\n--- " + name + " ---\n" + text));
        return details.toString();
    }
}
