package coex.bench.jvm;

import coex.bench.Effort;
import coex.bench.report.Measured;

import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

import java.io.IOException;
import java.util.Collection;

/// Runs one JMH benchmark in forked JVMs with the flags given and no others.
public final class JmhRun {

    /// JMH 1.37 computes the layout of its own objects in a way the JVM warns about.
    private static final String NO_WARNING = "--sun-misc-unsafe-memory-access=allow";

    private JmhRun() {}

    /// The mean time of an operation, with the fastest and slowest iteration of all forks.
    public static Measured of(Class<?> benchmarks, String method, Effort effort, String... flags)
            throws IOException {
        System.setProperty("jmh.ignoreLock", "true"); // a lock of another user would stop us
        TimeValue iteration = TimeValue.milliseconds(effort.iterationMillis());
        var options =
                new OptionsBuilder()
                        .include(
                                "^"
                                        + benchmarks.getName().replace(".", "\\.")
                                        + "\\."
                                        + method
                                        + "$")
                        .forks(effort.forks())
                        .warmupIterations(effort.iterations())
                        .warmupTime(iteration)
                        .measurementIterations(effort.iterations())
                        .measurementTime(iteration)
                        .threads(1)
                        .jvmArgs(flags)
                        .jvmArgsAppend(NO_WARNING)
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build();
        try {
            Collection<RunResult> results = new Runner(options).run();
            if (results.size() != 1) {
                throw new IOException("no single benchmark called " + method);
            }
            Statistics score = results.iterator().next().getPrimaryResult().getStatistics();
            return new Measured(score.getMean(), score.getMin(), score.getMax());
        } catch (RunnerException e) {
            throw new IOException(benchmarks.getSimpleName() + "." + method + " failed", e);
        }
    }
}
