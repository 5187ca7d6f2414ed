package coex.cli.heap;

import coex.cli.ExitCode;
import coex.observe.HeapMXBean;
import coex.runtime.error.VisibleText;

import picocli.CommandLine.Command;

/// `coex heap verify`: checks the structure of a heap while its threads run.
@Command(
        name = "verify",
        description = "Checks the structure of a heap; exits with 1 if it is damaged.")
final class VerifyCommand extends HeapSubcommand {
    @Override
    int run(RemoteHeap remote) {
        HeapMXBean.Validation found = remote.ask(HeapMXBean::validate);
        if (found.valid()) {
            out().printf(
                            "heap %s is valid: %d objects checked%n",
                            VisibleText.line(remote.name()), found.objects());
            return ExitCode.OK;
        }
        found.problems().stream().map(VisibleText::line).forEach(out()::println);
        if (found.errors() > found.problems().size()) {
            out().printf("and %d more%n", found.errors() - found.problems().size());
        }
        out().printf(
                        "heap %s is damaged: %d errors in %d objects%n",
                        VisibleText.line(remote.name()), found.errors(), found.objects());
        return ExitCode.FAILED;
    }
}
