package coex.cli.repl;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.gc.HeapOptions;
import coex.runtime.PrivateFolder;
import coex.runtime.PrivateFolder.NotPrivateException;
import coex.runtime.ProgramRunner;
import coex.runtime.RunOptions;
import coex.runtime.error.VisibleText;
import coex.runtime.io.StandardStreams;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// `coex repl`: a session at the terminal. From a pipe it shows no prompts, and fails if an input
/// did.
@Command(name = "repl", description = "Does what you type, and shows what it gives.")
public final class ReplCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    ReplCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        PrintWriter out = spec.commandLine().getOut();
        var options =
                RunOptions.of(
                        HeapOptions.builder().name("repl").build(),
                        StandardStreams.ofProcess(),
                        List.of("repl"));
        boolean isTerminal = System.console() != null && System.console().isTerminal();
        try (InputSource source = isTerminal ? terminal(out) : pipe();
                ReplSession session = ReplSession.open(options, err)) {
            source.onInterrupt(() -> stop(session));
            source.completing(session::namesAfter);
            boolean allWell = new Repl(session, source, out, err).run();
            return allWell || isTerminal ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    /// An input that does not notice, since it is in foreign code, ends with the process when it is
    /// interrupted again.
    private static void stop(ReplSession session) {
        if (!session.interrupt()) {
            System.exit(ProgramRunner.INTERRUPTED);
        }
    }

    private static InputSource terminal(PrintWriter out) throws IOException {
        out.println("Coex. :help tells what there is, Ctrl-D ends.");
        out.flush();
        return TerminalInput.open(history(out));
    }

    private static Optional<Path> history(PrintWriter out) throws IOException {
        Optional<PrivateFolder> folder = PrivateFolder.ofUser();
        if (folder.isEmpty()) {
            return Optional.empty();
        }
        try {
            folder.get().create();
            return Optional.of(folder.get().path().resolve("history"));
        } catch (NotPrivateException e) {
            out.println(
                    "The history of this session is not kept: " + VisibleText.line(e.getMessage()));
            out.flush();
            return Optional.empty();
        }
    }

    private static InputSource pipe() {
        return new PipedInput(
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    }
}
