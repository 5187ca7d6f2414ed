package coex.kafka.streams.broker;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A JVM with the test's class path. What it writes to its standard output is a queue of lines; its
/// errors go to a file.
final class ChildJvm implements AutoCloseable {

    private static final long STOP_SECONDS = 60;
    private static final String END = "\0the end of the output";

    private final Process process;

    /// What it has written, and [#END] when there will be no more.
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private final BufferedWriter input;
    private final Path errors;

    ChildJvm(Path errors, List<String> flags, Class<?> main, String... arguments)
            throws IOException {
        this(errors, flags, main.getName(), arguments);
    }

    ChildJvm(Path errors, List<String> flags, String main, String... arguments) throws IOException {
        this.errors = errors;
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(List.of(arguments));
        process =
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
                        .start();
        input = process.outputWriter();
        Thread.ofPlatform().daemon().start(this::read);
    }

    private void read() {
        try (BufferedReader out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add("broken: " + e);
        }
        lines.add(END);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// Waits for a line that begins so, passes over others, and returns the rest of it.
    String await(String beginning, long seconds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (true) {
            String line = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null || line.equals(END)) {
                throw new AssertionError(
                        "no line '%s' within %d s: alive=%s errors=%s"
                                .formatted(beginning, seconds, isAlive(), errors));
            }
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length()).strip();
            }
        }
    }

    /// Sends a line, and waits for one that begins with it.
    String ask(String question, long seconds) throws IOException, InterruptedException {
        lines.clear();
        input.write(question + "\n");
        input.flush();
        return await(question, seconds);
    }

    /// Waits for its end, and returns its exit code.
    int awaitExit(long seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError("did not end within %d s: %s".formatted(seconds, errors));
        }
        return process.exitValue();
    }

    /// SIGSTOP: it does nothing more, and is not gone.
    void suspend() throws IOException, InterruptedException {
        Process stop = new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start();
        if (stop.waitFor() != 0) {
            throw new AssertionError("cannot be stopped: " + process);
        }
    }

    /// SIGKILL: nothing is flushed, no shutdown hook runs.
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        stop();
    }

    /// SIGTERM, and waits; SIGKILL if that is not enough.
    void stop() {
        process.destroy();
        try {
            if (process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
