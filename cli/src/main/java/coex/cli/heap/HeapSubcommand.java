package coex.cli.heap;

import coex.cli.ExitCode;
import coex.cli.HelpOption;
import coex.runtime.error.VisibleText;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;

/// A command about one heap of another process. A problem is one line on stderr.
abstract class HeapSubcommand implements Callable<Integer> {
    @Spec CommandSpec spec;
    @Mixin private HelpOption help;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PID",
            description = "The process; coex heap lists those there are.")
    private Long pid;

    @Option(
            names = "--heap",
            paramLabel = "NAME",
            description = "Which heap, if there are several; * stands for anything.")
    private String heap;

    @Override
    public final Integer call() throws IOException {
        if (pid == null) {
            err().println("Missing PID. There are:");
            RunningHeaps.print(err());
            return ExitCode.USAGE;
        }
        checkOptions();
        try (AttachedJvm jvm = AttachedJvm.to(pid)) {
            return run(jvm, heap);
        } catch (HeapProblem e) {
            err().println("coex: " + VisibleText.line(e.getMessage()));
            return ExitCode.FAILED;
        }
    }

    /// Fails with [#mistake] if the options make no sense together.
    void checkOptions() {}

    final ParameterException mistake(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    int run(AttachedJvm jvm, String wanted) throws IOException {
        return run(jvm.heap(wanted));
    }

    /// Returns an exit code.
    abstract int run(RemoteHeap remote) throws IOException;

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
