package coex.cli.heap;

import coex.cli.TestMain;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CompletableFuture;

/// The command, run inside the test.
final class Coex {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    record Run(int exitCode, String out, String err) {}

    static Run run(String... arguments) {
        Coex coex = new Coex();
        int exitCode =
                TestMain.run(
                        new PrintWriter(coex.out, true),
                        new PrintWriter(coex.err, true),
                        arguments);
        return new Run(exitCode, coex.out.toString(), coex.err.toString());
    }

    /// Something done to the other process.
    interface Meddling {
        void run() throws IOException;
    }

    /// Runs the command, and meddles once it has printed something.
    static Run runAndMeddle(Meddling meddling, String... arguments) throws Exception {
        Coex coex = new Coex();
        PrintWriter out = new PrintWriter(coex.out, true);
        PrintWriter err = new PrintWriter(coex.err, true);
        var exitCode =
                CompletableFuture.supplyAsync(
                        () -> TestMain.run(out, err, arguments),
                        task -> Thread.ofPlatform().daemon().start(task));
        while (coex.out.getBuffer().isEmpty() && !exitCode.isDone()) {
            Thread.sleep(10);
        }
        meddling.run();
        return new Run(exitCode.get(), coex.out.toString(), coex.err.toString());
    }
}
