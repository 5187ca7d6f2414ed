package coex.cli;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;

/// A command that was run in this process.
public record CommandRun(int status, String out, String err) {

    public static CommandRun of(String command, String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        CommandLine coex =
                Main.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(err, true));
        String[] all =
                Stream.concat(Stream.of(command), Stream.of(arguments)).toArray(String[]::new);
        int status = Main.run(coex, all);
        return new CommandRun(status, out.toString(), err.toString());
    }
}
