package coex.cli.heap;

import coex.cli.ExitCode;
import coex.runtime.error.VisibleText;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `coex heap stats`: every figure the heap keeps, once.
@Command(name = "stats", description = "Prints the statistics of a heap.")
final class StatsCommand extends HeapSubcommand {
    @Option(names = "--json", description = "As JSON, for tools.")
    private boolean json;

    @Override
    int run(RemoteHeap remote) {
        String format = json ? "json" : "text";
        String stats = remote.ask(bean -> bean.dump("stats", 0, 0, format));
        out().print(VisibleText.lines(stats));
        out().flush();
        return ExitCode.OK;
    }
}
