package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.program.JavaHello;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// From starting a process to its end: hello world in Coex beside the same in Java.
///
/// Processes are started in turns, so what disturbs the machine disturbs all. The launcher's shell
/// script is part of our time, and so is compiling with `coex run`. It cannot tell how long the
/// first start after a build takes, when there is no cache yet, but for the row that goes without.
public final class StartUpRows implements RowGroup {

    /// The `coex` script to measure.
    public static final String LAUNCHER_PROPERTY = "coex.launcher";

    private static final String PEER = "java -cp . Hello";
    private static final int MOST_TRIES = 100;

    @Override
    public String name() {
        return "start-up";
    }

    @Override
    public int seconds(Effort effort) {
        return 10 + rounds(effort);
    }

    private static int rounds(Effort effort) {
        return effort == Effort.FULL ? 60 : 20;
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        String launcher = System.getProperty(LAUNCHER_PROPERTY);
        if (launcher == null || !Files.exists(Path.of(launcher))) {
            throw new IOException("no launcher to measure: launcher=" + launcher);
        }
        Path folder = Files.createTempDirectory("coex-start-up");
        try {
            return measure(new Commands(Path.of(launcher), folder), rounds(effort));
        } finally {
            delete(folder);
        }
    }

    private static List<Row> measure(Commands commands, int rounds)
            throws IOException, InterruptedException {
        commands.prepare();
        List<List<String>> all = List.of(commands.java(), commands.run(), commands.built());
        List<double[]> samples = new ArrayList<>();
        all.forEach(_ -> samples.add(new double[rounds]));
        double[] withoutCache = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < all.size(); i++) {
                samples.get(i)[round] = commands.millis(all.get(i), true);
            }
            withoutCache[round] = commands.millis(commands.run(), false);
        }
        Measured java = Measured.medianOf(samples.get(0));
        String note = rounds + " processes of each, in turns; median";
        return List.of(
                row("start-up/run", samples.get(1), java, Goal.ratioAtMost(3), note),
                row("start-up/built", samples.get(2), java, Goal.ratioAtMost(2), note),
                row("start-up/run-without-cache", withoutCache, java, Goal.NONE, note));
    }

    private static Row row(String name, double[] ours, Measured java, Goal goal, String note) {
        return new Row(name, Measured.medianOf(ours), java, PEER, "ms", goal, note);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /// What is started, and where it is kept.
    private record Commands(Path launcher, Path folder) {

        List<String> java() {
            String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
            return List.of(java, "-cp", folder.toString(), JavaHello.class.getName());
        }

        List<String> run() {
            return List.of(launcher.toString(), "run", hello().toString());
        }

        List<String> built() {
            return List.of(folder.resolve("hello").toString());
        }

        private Path hello() {
            return folder.resolve("hello.coex");
        }

        /// Writes the programs, and waits for the caches, which the first runs have made.
        void prepare() throws IOException, InterruptedException {
            Files.writeString(
                    hello(), "func main() -> int\n    print(\"Hello, world\")\n    return 0\n~\n");
            String classFile = JavaHello.class.getName().replace('.', '/') + ".class";
            Path target = folder.resolve(classFile);
            Files.createDirectories(target.getParent());
            try (InputStream in = JavaHello.class.getResourceAsStream("/" + classFile)) {
                Files.copy(in, target);
            }
            millis(List.of(launcher.toString(), "build", hello().toString()), true);
            awaitCache(run(), launcher.resolveSibling("cli/target/dist/aot"));
            awaitCache(built(), folder.resolve("cache"));
        }

        private void awaitCache(List<String> command, Path caches)
                throws IOException, InterruptedException {
            for (int i = 0; i < MOST_TRIES; i++) {
                millis(command, true);
                if (hasCache(caches)) {
                    return;
                }
                Thread.sleep(100);
            }
            throw new IOException("no cache was made: folder=" + caches);
        }

        private static boolean hasCache(Path caches) throws IOException {
            if (!Files.exists(caches)) {
                return false;
            }
            try (Stream<Path> files = Files.walk(caches)) {
                return files.anyMatch(file -> file.toString().endsWith(".aot"));
            }
        }

        /// How long a process takes.
        double millis(List<String> command, boolean withCache)
                throws IOException, InterruptedException {
            var builder = new ProcessBuilder(command);
            builder.environment().put("COEX_HOME", folder.resolve("cache").toString());
            builder.environment().put("COEX_NO_CACHE", withCache ? "" : "1");
            builder.redirectOutput(Redirect.DISCARD).redirectError(Redirect.INHERIT);
            long start = System.nanoTime();
            int status = builder.start().waitFor();
            long nanos = System.nanoTime() - start;
            if (status != 0) {
                throw new IOException("failed: command=%s status=%d".formatted(command, status));
            }
            return nanos / 1e6;
        }
    }
}
