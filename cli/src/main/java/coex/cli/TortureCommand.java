package coex.cli;

import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.observe.HeapBeans;
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
        description = "Runs many threads against the collector and checks the heap all along.")
final class TortureCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "How long; ${DEFAULT-VALUE} if not given.")
    private int seconds;

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

    @Override
    public Integer call() {
        requireBetweenOneAnd(1_000_000, "--seconds", seconds);
        requireBetweenOneAnd(256, "--threads", threads);
        requireBetweenOneAnd(64, "--heaps", heaps);
        long chosen = seed != null ? seed : ThreadLocalRandom.current().nextLong();
        var options = new TortureOptions(Duration.ofSeconds(seconds), threads, heaps, chosen);
        System.out.printf(
                "look inside: ./coex heap top %d%s%n",
                ProcessHandle.current().pid(), heaps > 1 ? " --heap '*-0'" : "");
        return Torture.run(options, System.out, TortureCommand::show);
    }

    /// Lets `coex heap` see a heap. Beside what it is used for, since the first time takes a moment.
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

    private void requireBetweenOneAnd(int most, String option, int value) {
        if (value < 1 || value > most) {
            throw new ParameterException(
                    spec.commandLine(), option + " must be from 1 to " + most + ", not " + value);
        }
    }
}
