package coex.cli;

import java.io.PrintWriter;

/// Runs `coex` for tests outside its package.
public final class TestMain {
    private TestMain() {}

    public static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return Main.run(Main.commandLine().setOut(out).setErr(err), arguments);
    }
}
