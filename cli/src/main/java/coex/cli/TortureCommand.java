package coex.cli;

import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapOptions;
import coex.observe.HeapBeans;
import coex.stress.face.FaceTorture;
import coex.stress.torture.Forced;
import coex.stress.torture.Torture;
import coex.stress.torture.TortureOptions;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;

/// `coex torture`: many threads against the collector, with the heap checked all along.
@Command(
        name = "torture",
        description = {
            "Runs many threads against the collector and checks the heap all along.",
            "With --collections, against the persistent collections of Java programs."
        })
final class TortureCommand implements Callable<Integer> {
    private static final int LONGEST_SECONDS = 1_000_000;
    private static final long MOST_OPERATIONS = 1_000_000_000_000L;

    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description =
                    "How long; 30 if not given. With --operations: how long at most; no limit if"
                            + " not given.")
    private Integer seconds;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "4",
            description = "Mutator threads in each heap; ${DEFAULT-VALUE} if not given.")
    private int threads;

    @Option(
            names = "--heaps",
            paramLabel = "N",
            defaultValue = "1",
            description = "Heaps at the same time; ${DEFAULT-VALUE} if not given.")
    private int heaps;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Repeats the choices of an earlier run; random if not given.")
    private Long seed;

    @Option(
            names = "--operations",
            paramLabel = "N",
            description = "Go on until so many operations are done, rather than for a time.")
    private Long operations;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description =
                    "Divide the operations between so many seeds, one after the other; 1 if not"
                            + " given.")
    private Integer seeds;

    @Option(
            names = "--collections",
            description =
                    "Platform threads, and twice as many virtual ones, compare the Java collections"
                            + " with those of java.util, closing and dropping versions.")
    private boolean collections;

    @Option(
            names = "--check-safepoints",
            description =
                    "Check as well that no address is used after a safepoint. Slower, and other"
                            + " timings.")
    private boolean checksSafepoints;

    @Option(
            names = "--young",
            description = "Have every collection young, unless a full one is asked for.")
    private boolean young;

    @Option(
            names = "--full-every",
            paramLabel = "K",
            description = "Have every K-th collection full, and all others young.")
    private Integer fullEvery;

    @Option(
            names = "--move-all",
            description = "Have every collection full, and move all that can be moved.")
    private boolean movesAll;

    @Option(
            names = "--poison",
            description =
                    "Fill freed memory with a pattern, and emptied blocks when nobody may read them"
                            + " any more.")
    private boolean poisons;

    @Option(
            names = "--second-trace",
            description =
                    "Trace the heap again after each marking, and check that what is old names only"
                            + " what is old.")
    private boolean tracesAgain;

    @Option(
            names = "--markers",
            paramLabel = "N",
            description = "Have N threads mark from the beginning of each collection.")
    private Integer markers;

    @Override
    public Integer call() {
        int longest = seconds != null ? seconds : operations != null ? LONGEST_SECONDS : 30;
        requireBetweenOneAnd(LONGEST_SECONDS, "--seconds", longest);
        requireBetweenOneAnd(256, "--threads", threads);
        requireBetweenOneAnd(64, "--heaps", heaps);
        if (checksSafepoints) {
            Torture.checkSafepoints();
        }
        long chosen = seed != null ? seed : ThreadLocalRandom.current().nextLong();
        if (collections) {
            requireTimed();
            return FaceTorture.run(
                    Duration.ofSeconds(longest),
                    threads,
                    chosen,
                    forced(),
                    System.out,
                    TortureCommand::show);
        }
        var options =
                new TortureOptions(
                        Duration.ofSeconds(longest), threads, heaps, chosen, work(), forced());
        System.out.printf(
                "look inside: ./coex heap top %d%s%n",
                ProcessHandle.current().pid(), heaps > 1 ? " --heap '*-0'" : "");
        return Torture.run(options, System.out, TortureCommand::show);
    }

    private Forced forced() {
        if ((young ? 1 : 0) + (fullEvery != null ? 1 : 0) + (movesAll ? 1 : 0) > 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--young, --full-every and --move-all each say which collections are full;"
                            + " give one of them");
        }
        if (fullEvery != null) {
            requireBetweenOneAnd(1_000_000, "--full-every", fullEvery);
        }
        if (markers != null) {
            requireBetweenOneAnd(HeapOptions.MOST_MARKERS, "--markers", markers);
        }
        return new Forced(
                young ? Forced.NEVER_FULL : fullEvery != null ? fullEvery : 0,
                movesAll,
                poisons,
                tracesAgain,
                markers != null ? markers : 0);
    }

    private void requireTimed() {
        if (operations != null || seeds != null || heaps != 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--collections does not go with --operations, --seeds and --heaps: it has one"
                            + " heap at a time, and is timed");
        }
    }

    private TortureOptions.Work work() {
        if (operations == null) {
            if (seeds != null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--seeds needs --operations, which it divides; a timed run takes a new seed"
                                + " every 5 seconds");
            }
            return null;
        }
        int parts = seeds != null ? seeds : 1;
        requireBetweenOneAnd(MOST_OPERATIONS, "--operations", operations);
        requireBetweenOneAnd(1_000_000, "--seeds", parts);
        return new TortureOptions.Work(operations, parts);
    }

    /// Lets `coex heap` see a heap. Beside what it is used for, since the first time takes a
    /// moment.
    static void show(Heap heap) {
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                HeapBeans.register(heap);
                            } catch (HeapClosedException _) {
                                // that was a short run
                            }
                        });
    }

    private void requireBetweenOneAnd(long most, String option, long value) {
        if (value < 1 || value > most) {
            throw new ParameterException(
                    spec.commandLine(), option + " must be from 1 to " + most + ", not " + value);
        }
    }
}
