package coex.cli.heap;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A [HeapProgram] in a JVM of its own, with the jars that this build has made.
final class ChildJvm implements AutoCloseable {
    private static final Path JARS = Path.of("target", "dist", "lib").toAbsolutePath();
    private static final Path TESTS = Path.of("target", "test-classes").toAbsolutePath();

    private final Process process;
    private final BufferedReader out;
    private final PrintWriter in;

    private ChildJvm(List<String> flags, String... heaps) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(flags);
        command.add(HeapProgram.class.getName());
        command.addAll(List.of(heaps));
        process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        out = process.inputReader(StandardCharsets.UTF_8);
        in = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        awaitLine("ready");
    }

    private static final List<String> CLASS_PATH =
            List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    JARS + File.separator + "*" + File.pathSeparator + TESTS);

    static ChildJvm with(String... heaps) throws IOException {
        return new ChildJvm(CLASS_PATH, heaps);
    }

    /// The program itself is on the class path all the same.
    static ChildJvm onModulePath(String... heaps) throws IOException {
        return new ChildJvm(
                List.of(
                        "--enable-native-access=coex.gc",
                        "--module-path",
                        JARS.toString(),
                        "--add-modules",
                        "coex.observe",
                        "-cp",
                        TESTS.toString()),
                heaps);
    }

    static ChildJvm withFlag(String flag, String... heaps) throws IOException {
        List<String> flags = new ArrayList<>(CLASS_PATH);
        flags.add(flag);
        return new ChildJvm(flags, heaps);
    }

    private void awaitLine(String expected) throws IOException {
        String line = out.readLine();
        if (!expected.equals(line)) {
            throw new IOException("the program said " + line);
        }
    }

    void tell(String command) throws IOException {
        in.println(command);
        awaitLine("done");
    }

    String pid() {
        return Long.toString(process.pid());
    }

    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
        process.onExit().join();
    }
}
