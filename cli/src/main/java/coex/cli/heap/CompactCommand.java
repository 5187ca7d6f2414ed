package coex.cli.heap;

import coex.cli.ExitCode;
import coex.observe.HeapMXBean;
import coex.observe.HeapMXBean.Snapshot;
import coex.runtime.error.VisibleText;

import picocli.CommandLine.Command;

/// `coex heap compact`: has objects moved together and tells what that gained.
@Command(
        name = "compact",
        description = {
            "Moves the objects of a heap together, and gives memory back to the system.",
            "The program runs on meanwhile."
        })
final class CompactCommand extends HeapSubcommand {
    @Override
    int run(RemoteHeap remote) {
        Snapshot before = remote.ask(HeapMXBean::snapshot);
        remote.ask(HeapMXBean::compact);
        Snapshot after = remote.ask(HeapMXBean::snapshot);
        out().printf(
                        "heap %s: %s -> %s committed, %s in objects%n",
                        VisibleText.line(remote.name()),
                        Amounts.bytes(before.usage().getCommitted()),
                        Amounts.bytes(after.usage().getCommitted()),
                        Amounts.bytes(after.usage().getUsed()));
        out().printf(
                        "%d objects moved with %s; %d -> %d runs of free memory%n",
                        after.counts().objectsMoved() - before.counts().objectsMoved(),
                        Amounts.bytes(after.counts().bytesMoved() - before.counts().bytesMoved()),
                        before.fragmentation().freeRuns(),
                        after.fragmentation().freeRuns());
        return ExitCode.OK;
    }
}
