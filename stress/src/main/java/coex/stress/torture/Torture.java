package coex.stress.torture;

import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.memory.AddressTags;
import coex.gc.mutator.Protocol;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/// Many threads against the collector, for a given time, with everything they hold checked.
///
/// The time is divided into rounds. Each opens its heaps anew, with other options; the options and
/// what every thread does follow from the seed, though not the order in which threads run. Round
/// `n` of seed `s` is round 0 of seed `s + n`. If a number of operations is asked for, a round ends
/// when its share of them is done, or some time later: some options make heaps slow. What is
/// missing then is left to the rounds that follow.
public final class Torture {

    private static final Duration LONGEST_ROUND = Duration.ofSeconds(5);
    private static final Duration LONGEST_ROUND_OF_WORK = Duration.ofSeconds(30);
    private static final Duration PROGRESS_EVERY = Duration.ofSeconds(5);

    private final TortureOptions options;
    private final PrintStream out;
    private final Protocol protocol;
    private final Consumer<Heap> opened;
    private final Findings findings = new Findings();
    private final long began = System.nanoTime();

    private long cyclesBefore;
    private long youngBefore;
    private long stallsBefore;
    private long nextProgress = began + PROGRESS_EVERY.toNanos();

    private Torture(
            TortureOptions options, PrintStream out, Protocol protocol, Consumer<Heap> opened) {
        this.options = options;
        this.out = out;
        this.protocol = protocol;
        this.opened = opened;
    }

    /// Has the heaps of this JVM find out who uses an address after a safepoint.
    ///
    /// @throws IllegalStateException if this JVM has opened a heap before: it is too late then
    public static void checkSafepoints() {
        System.setProperty("coex.check.safepoints", "true");
        if (!AddressTags.ON) {
            throw new IllegalStateException("a heap without this check was opened before");
        }
    }

    /// Runs, and prints what was done and found.
    ///
    /// @return 0 if nothing was found, else 1
    public static int run(TortureOptions options, PrintStream out) {
        return run(options, out, _ -> {});
    }

    /// @param opened told each heap before its threads start
    public static int run(TortureOptions options, PrintStream out, Consumer<Heap> opened) {
        return new Torture(options, out, Protocol.SOUND, opened).run();
    }

    /// @param protocol what the heaps follow; a broken one has to be noticed
    static int run(TortureOptions options, PrintStream out, Protocol protocol) {
        return new Torture(options, out, protocol, _ -> {}).run();
    }

    private int run() {
        out.printf(
                "torture: seed %d, %d threads, %d heaps, %s%s%s%n",
                options.seed(),
                options.threads(),
                options.heaps(),
                extent(),
                options.forced().inCommand(),
                AddressTags.ON ? ", safepoints checked" : "");
        long until = began + options.duration().toNanos();
        long round = 0;
        while (findings.isClean() && System.nanoTime() < until && !isDone(round)) {
            boolean timed = options.work() == null;
            Duration longest = timed ? LONGEST_ROUND : LONGEST_ROUND_OF_WORK;
            long end = Math.min(until, System.nanoTime() + longest.toNanos());
            long enough = timed ? Long.MAX_VALUE : options.work().operationsAfter(round);
            runRound(options.seed() + round, end, enough);
            round++;
        }
        if (!findings.isClean()) {
            findings.descriptions().forEach(out::println);
        }
        out.printf(
                "torture: %d seeds, %d operations, %d cycles, %d of them young, %d stalls, %d times"
                        + " out of memory, %s%n",
                round,
                findings.operations(),
                cyclesBefore,
                youngBefore,
                stallsBefore,
                findings.exhaustions(),
                findings.verdict());
        if (findings.isClean() && options.work() != null && !isDone(round)) {
            out.printf("torture: NOT DONE, the time is over: %s were asked for%n", extent());
            return 1;
        }
        if (findings.isClean()) {
            return 0;
        }
        out.printf(
                "replay: ./coex torture --seed %d --threads %d --heaps %d --seconds %d%s%s%n",
                options.seed() + round - 1,
                options.threads(),
                options.heaps(),
                options.work() != null
                        ? LONGEST_ROUND_OF_WORK.toSeconds()
                        : Math.max(LONGEST_ROUND.toSeconds(), options.duration().toSeconds()),
                options.forced().inCommand(),
                AddressTags.ON ? " --check-safepoints" : "");
        return 1;
    }

    /// What the run is to come to, in words.
    private String extent() {
        TortureOptions.Work work = options.work();
        return work == null
                ? options.duration().toSeconds() + " seconds"
                : "%d operations with %d seeds".formatted(work.operations(), work.seeds());
    }

    /// Whether all work is done that was asked for, after so many rounds.
    private boolean isDone(long rounds) {
        TortureOptions.Work work = options.work();
        return work != null && rounds >= work.seeds() && findings.operations() >= work.operations();
    }

    /// @param enough ends when there are so many operations in all
    private void runRound(long seed, long end, long enough) {
        SplittableRandom random = new SplittableRandom(seed);
        List<HeapTorture> heaps = new ArrayList<>();
        for (int i = 0; i < options.heaps(); i++) {
            HeapOptions heapOptions =
                    new RandomOptions(random.split(), options.threads())
                            .make("torture-" + seed + "-" + i, options.forced());
            out.printf("seed %d, heap %d: %s%n", seed, i, RandomOptions.describe(heapOptions));
            heaps.add(new HeapTorture(heapOptions, random.split(), findings, protocol));
        }
        heaps.forEach(heap -> opened.accept(heap.heap()));
        heaps.forEach(heap -> heap.start(options.threads()));
        try {
            while (findings.isClean()
                    && System.nanoTime() < end
                    && findings.operations() < enough) {
                Thread.sleep(Math.clamp((end - System.nanoTime()) / 1_000_000, 1, 50));
                if (System.nanoTime() > nextProgress) {
                    printProgress(heaps);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (HeapTorture heap : heaps) {
            heap.finish(this::count);
        }
    }

    private void count(HeapStats stats) {
        cyclesBefore += stats.collection().completed();
        youngBefore += stats.collection().young();
        stallsBefore += stats.allocation().stalls();
    }

    private void printProgress(List<HeapTorture> heaps) {
        nextProgress += PROGRESS_EVERY.toNanos();
        long cycles = cyclesBefore;
        long stalls = stallsBefore;
        long live = 0;
        for (HeapTorture heap : heaps) {
            HeapStats stats = heap.stats();
            cycles += stats.collection().completed();
            stalls += stats.allocation().stalls();
            live += stats.now().handlesInUse();
        }
        out.printf(
                "%4d s: %d operations, %d cycles, %d live objects, %d stalls%n",
                (System.nanoTime() - began) / 1_000_000_000,
                findings.operations(),
                cycles,
                live,
                stalls);
    }
}
