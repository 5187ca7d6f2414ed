package coex.bench.jvm;

import coex.bench.Effort;
import coex.bench.report.Measured;

import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Runs one JMH benchmark in forked JVMs with the flags given and no others.
public final class JmhRun {

    /// JMH 1.37 computes the layout of its own objects in a way the JVM warns about.
    private static final String NO_WARNING = "--sun-misc-unsafe-memory-access=allow";

    private JmhRun() {}

    /// The time of an operation: the median of all iterations, with the fastest and the slowest. On
    /// a machine that does other things the median of many short iterations is steadier than a
    /// mean.
    public static Measured of(Class<?> benchmarks, String method, Effort effort, String... flags)
            throws IOException {
        return of(benchmarks, method, Map.of(), effort.micro(), List.of(flags));
    }

    /// The same with parameters.
    public static Measured of(
            Class<?> benchmarks,
            String method,
            Map<String, Object> parameters,
            JmhTiming timing,
            List<String> flags)
            throws IOException {
        System.setProperty("jmh.ignoreLock", "true"); // a lock of another user would stop us
        var builder =
                new OptionsBuilder()
                        .include("^" + Pattern.quote(benchmarks.getName() + "." + method) + "$")
                        .forks(timing.forks())
                        .warmupIterations(timing.warmUps())
                        .warmupTime(TimeValue.milliseconds(timing.warmUpMillis()))
                        .measurementIterations(timing.iterations())
                        .measurementTime(TimeValue.milliseconds(timing.iterationMillis()))
                        .threads(1)
                        .jvmArgs(flags.toArray(String[]::new))
                        .jvmArgsAppend(NO_WARNING)
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT);
        parameters.forEach((name, value) -> builder.param(name, value.toString()));
        try {
            Collection<RunResult> results = new Runner(builder.build()).run();
            if (results.size() != 1) {
                throw new IOException("no single benchmark called " + method);
            }
            return Measured.medianOf(iterations(results.iterator().next()));
        } catch (RunnerException e) {
            throw new IOException(
                    "%s.%s %s failed".formatted(benchmarks.getSimpleName(), method, parameters), e);
        }
    }

    private static double[] iterations(RunResult result) {
        return result.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                .toArray();
    }
}
