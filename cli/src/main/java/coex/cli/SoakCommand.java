package coex.cli;

import coex.stress.face.FaceSoak;
import coex.stress.soak.Soak;
import coex.stress.soak.SoakOptions;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;

/// `coex soak`: one heap for hours, with what it holds recorded.
@Command(
        name = "soak",
        description = {
            "Does the same work in one heap again and again, records memory and fragmentation,"
                    + " and fails if they grow.",
            "With --collections, for the persistent collections of Java programs, and with the"
                    + " memory that the process has of the system."
        })
final class SoakCommand implements Callable<Integer> {
    private static final int MOST_SECONDS = 1_000_000;
    private static final int MOST_THREADS = 64;

    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "3600",
            description = "How long, at least thirty rounds; ${DEFAULT-VALUE} if not given.")
    private int seconds;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "2",
            description = "Threads that allocate; ${DEFAULT-VALUE} if not given.")
    private int threads;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Repeats the choices of an earlier run; random if not given.")
    private Long seed;

    @Option(
            names = "--collections",
            description =
                    "Threads that write, read, drop and save versions of one map of maps. Give the"
                            + " JVM a small heap: JDK_JAVA_OPTIONS=-Xmx64m")
    private boolean collections;

    @Option(
            names = "--mebibytes",
            paramLabel = "N",
            description = "Of the heap, with --collections; 128 if not given.")
    private Integer mebibytes;

    @Override
    public Integer call() {
        requireBetweenOneAnd(MOST_SECONDS, "--seconds", seconds);
        requireBetweenOneAnd(MOST_THREADS, "--threads", threads);
        long chosen = seed != null ? seed : ThreadLocalRandom.current().nextLong();
        if (mebibytes != null && !collections) {
            throw new ParameterException(
                    spec.commandLine(), "--mebibytes goes with --collections only");
        }
        if (collections) {
            int most = mebibytes != null ? mebibytes : 128;
            requireBetweenOneAnd(1 << 20, "--mebibytes", most);
            return FaceSoak.run(
                    Duration.ofSeconds(seconds),
                    threads,
                    most,
                    chosen,
                    System.out,
                    TortureCommand::show);
        }
        var options = new SoakOptions(Duration.ofSeconds(seconds), threads, chosen);
        System.out.printf("look inside: ./coex heap top %d%n", ProcessHandle.current().pid());
        return Soak.run(options, System.out, TortureCommand::show);
    }

    private void requireBetweenOneAnd(int most, String option, int value) {
        if (value < 1 || value > most) {
            throw new ParameterException(
                    spec.commandLine(), option + " must be from 1 to " + most + ", not " + value);
        }
    }
}
