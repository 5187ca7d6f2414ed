package coex.cli.heap;

import coex.cli.ExitCode;
import coex.observe.HeapCyclesMXBean.Cycle;
import coex.observe.HeapMXBean;
import coex.runtime.error.VisibleText;

import picocli.CommandLine.Command;

import java.lang.management.MemoryUsage;
import java.util.Map;

/// `coex heap collect`: waits for a full collection and tells what it did.
@Command(name = "collect", description = "Collects a heap, and prints its use before and after.")
final class CollectCommand extends HeapSubcommand {
    @Override
    int run(RemoteHeap remote) {
        Cycle cycle = remote.ask(HeapMXBean::collect);
        if (cycle == null) { // closed by now, or nobody was listening yet
            throw new HeapProblem("heap %s tells of no cycle".formatted(remote.name()));
        }
        out().printf(
                        "heap %s: %s -> %s in objects, %s -> %s committed%n",
                        VisibleText.line(remote.name()),
                        Amounts.bytes(objects(cycle.memoryUsageBeforeGc()).getUsed()),
                        Amounts.bytes(objects(cycle.memoryUsageAfterGc()).getUsed()),
                        Amounts.bytes(objects(cycle.memoryUsageBeforeGc()).getCommitted()),
                        Amounts.bytes(objects(cycle.memoryUsageAfterGc()).getCommitted()));
        out().printf(
                        "cycle %d (%s, %s) took %s; %d objects alive, %d found dead with %s%n",
                        cycle.id(),
                        VisibleText.line(cycle.kind()),
                        VisibleText.line(cycle.cause()),
                        Amounts.nanos(cycle.durationNanos()),
                        cycle.objectsMarked(),
                        cycle.objectsSwept(),
                        Amounts.bytes(cycle.bytesReclaimed()));
        return ExitCode.OK;
    }

    private static MemoryUsage objects(Map<String, MemoryUsage> pools) {
        return pools.get("objects");
    }
}
