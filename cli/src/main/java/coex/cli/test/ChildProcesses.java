package coex.cli.test;

import coex.runtime.launch.CapturedOutput;
import coex.runtime.launch.ContainedRun;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs tests in processes of their own: C functions may crash, exit, or never return.
///
/// A process leaves a file when its test has ended. One that has left none has ended before, with
/// whatever status.
///
/// @param library the folder with the jars of the command
/// @param options what each test may do and have, as words
/// @param coverage counts the lines that were run
/// @param project the folder of the project that the tests belong to
record ChildProcesses(
        Path library,
        List<String> options,
        Optional<LineCoverage> coverage,
        Optional<Path> project) {

    /// A status that no process has: it ended, and not its test.
    private static final int ENDED_EARLY = 1000;

    /// Those of the finished command, which knows where its jars are.
    static Optional<ChildProcesses> ofCommand(
            List<String> options, Optional<LineCoverage> coverage, Optional<Path> project) {
        return Optional.ofNullable(System.getProperty("coex.dist"))
                .map(dist -> new ChildProcesses(Path.of(dist, "lib"), options, coverage, project));
    }

    ContainedRun.Outcome run(TestCase test) throws InterruptedException {
        Path end = null;
        try {
            end = Files.createTempFile("coex-test", ".lines");
            Files.delete(end);
            return run(test, end);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            delete(end);
        }
    }

    private ContainedRun.Outcome run(TestCase test, Path end)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command(test, end)).start();
        var killer = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(killer);
        try {
            process.getOutputStream().close();
            var out = new CapturedOutput();
            var err = new CapturedOutput();
            Thread reader = copying(process.getErrorStream(), err);
            copy(process.getInputStream(), out);
            reader.join();
            int status = process.waitFor();
            boolean hasEnded = Files.exists(end);
            if (hasEnded && coverage.isPresent()) {
                coverage.get().read(end);
            }
            return new ContainedRun.Outcome(
                    hasEnded || status != 0 ? status : ENDED_EARLY,
                    out.text(),
                    err.text(),
                    Duration.ofNanos(System.nanoTime() - start));
        } finally {
            process.destroyForcibly();
            removeHook(killer);
        }
    }

    private List<String> command(TestCase test, Path end) {
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.add("--enable-native-access=coex.gc,coex.runtime");
        words.add("-Xmx" + Runtime.getRuntime().maxMemory());
        words.add("--module-path");
        words.add(library.toString());
        words.add("--module");
        words.add("coex.cli/coex.cli.Launch");
        words.add("test");
        words.addAll(options);
        words.add("--alone=" + test.name());
        words.add("--end=" + end);
        coverage.ifPresent(_ -> words.add("--coverage"));
        project.ifPresent(folder -> words.add("--in=" + folder));
        words.add(test.file());
        return words;
    }

    private static Thread copying(InputStream from, CapturedOutput to) {
        return Thread.ofVirtual().start(() -> copy(from, to));
    }

    /// Until the process has closed it.
    private static void copy(InputStream from, CapturedOutput to) {
        try (from) {
            from.transferTo(to);
        } catch (IOException _) {
            // the process was ended; what it wrote before is there
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // this process ends too
        }
    }

    private static void delete(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException _) {
            // a file in the folder for temporary ones
        }
    }
}
