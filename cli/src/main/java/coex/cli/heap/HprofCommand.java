package coex.cli.heap;

import coex.cli.ExitCode;
import coex.observe.HeapMXBean;
import coex.observe.HeapMXBean.HprofProgress;
import coex.observe.HeapMXBean.HprofSummary;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// `coex heap hprof`: has a process write its heap to a file for heap analysers.
@Command(
        name = "hprof",
        description = "Writes what is reachable to a file that Eclipse MAT and VisualVM open.")
final class HprofCommand extends HeapSubcommand {
    private static final long TELL_EVERY_MILLIS = 200;

    @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", description = "A new file.")
    private Path file;

    @Option(
            names = "--all",
            description = "Also objects that are not reachable and were not found dead.")
    private boolean all;

    @Override
    void checkOptions() {
        if (file == null) {
            throw mistake("Missing FILE to write to");
        }
    }

    @Override
    int run(RemoteHeap remote) {
        String path = file.toAbsolutePath().toString();
        CompletableFuture<HprofSummary> written =
                CompletableFuture.supplyAsync(
                        () -> remote.ask(bean -> all ? bean.hprofAll(path) : bean.hprof(path)),
                        task -> Thread.ofPlatform().daemon().start(task));
        HprofSummary summary = await(written, remote);
        out().printf(
                        "%s: %d objects, %s, in %s%n",
                        file,
                        summary.objects(),
                        Amounts.bytes(summary.fileBytes()),
                        Amounts.nanos(summary.nanos()));
        if (all) {
            out().printf("%d of them are not reachable%n", summary.unreachableObjects());
        }
        if (summary.droppedReferences() > 0) {
            out().printf(
                            "%d references are left out: their objects are younger than the dump%n",
                            summary.droppedReferences());
        }
        if (summary.cutArrays() > 0) {
            out().printf("%d arrays are too long for the format and cut%n", summary.cutArrays());
        }
        return ExitCode.OK;
    }

    /// Tells how far it is meanwhile: in place on a terminal, now and then elsewhere.
    private HprofSummary await(CompletableFuture<HprofSummary> written, RemoteHeap remote) {
        ProgressLine line = new ProgressLine(err());
        try {
            while (true) {
                try {
                    return written.get(TELL_EVERY_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException _) {
                    HprofProgress progress = remote.ask(HeapMXBean::getHprofProgress);
                    line.show(progress == null ? "collecting" : describe(progress));
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof HeapProblem problem) {
                throw problem;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HeapProblem("interrupted", e);
        } finally {
            line.end();
        }
    }

    private static String describe(HprofProgress progress) {
        return "%d of %d objects (%d%%), %s"
                .formatted(
                        progress.objects(),
                        progress.totalObjects(),
                        100 * progress.objects() / Math.max(1, progress.totalObjects()),
                        Amounts.bytes(progress.fileBytes()));
    }
}
