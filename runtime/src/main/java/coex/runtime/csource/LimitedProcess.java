package coex.runtime.csource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Runs a command with limits on its time, its memory, the files it writes and what it says. When
/// its time is over, or nobody wants its result any more, it is ended with all that it has started:
/// a compiler is a driver that starts others.
final class LimitedProcess {

    private static final Path SHELL = Path.of("/bin/sh");

    /// A limit that the host does not know, or that is lower already, is left as it is.
    private static final String SET_LIMITS =
            "limit() { (ulimit \"$1\" \"$2\") 2>/dev/null && ulimit \"$1\" \"$2\"; };"
                    + " limit -t \"$1\"; limit -v \"$2\"; limit -f \"$3\"; limit -c 0;"
                    + " shift 3; exec \"$@\"";

    private static final int BYTES_IN_FILE_BLOCK = 512;
    private static final int BYTES_IN_KIBIBYTE = 1024;
    private static final Duration SPARE = Duration.ofMinutes(1);
    private static final int MOST_ROUNDS = 100;
    private static final long PATIENCE_MILLISECONDS = 20;
    private static final long LAST_WORDS_MILLISECONDS = 5000;

    private final Limits limits;
    private final Path directory;
    private final Map<String, String> environment;

    /// What a command may use.
    ///
    /// @param time by the clock; a process that has got away has that much of a processor, and a
    /// little more
    /// @param memoryBytes of each process; only where the system's shell can limit it
    /// @param fileBytes of each file that is written; the same
    /// @param outputBytes of what it says, more of which is dropped
    record Limits(Duration time, long memoryBytes, long fileBytes, int outputBytes) {}

    /// How a command ended.
    record End(int status, boolean isTimeOver, String said) {}

    /// @param environment what is added to that of this process
    LimitedProcess(Limits limits, Path directory, Map<String, String> environment) {
        this.limits = limits;
        this.directory = directory;
        this.environment = Map.copyOf(environment);
    }

    /// Runs a command with nothing to read.
    ///
    /// @param atMost how long it may take
    End run(List<String> command, Duration atMost) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(withLimits(command)).redirectErrorStream(true);
        builder.directory(directory.toFile()).environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        var said = new FirstBytes(process.getInputStream(), limits.outputBytes());
        Thread listener = Thread.ofPlatform().daemon().name("coex-compiler-output").start(said);
        boolean isTimeOver;
        try {
            isTimeOver = !process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            end(process);
        }
        listener.join(LAST_WORDS_MILLISECONDS); // some stranger may hold the pipe open
        return new End(process.waitFor(), isTimeOver, said.text());
    }

    private List<String> withLimits(List<String> command) {
        if (!Files.isExecutable(SHELL)) {
            return command;
        }
        var limited =
                new ArrayList<>(
                        List.of(
                                SHELL.toString(),
                                "-c",
                                SET_LIMITS,
                                "sh",
                                Long.toString(limits.time().plus(SPARE).toSeconds()),
                                Long.toString(limits.memoryBytes() / BYTES_IN_KIBIBYTE),
                                Long.toString(limits.fileBytes() / BYTES_IN_FILE_BLOCK)));
        limited.addAll(command);
        return limited;
    }

    /// Ends what a process has started before the process itself: afterwards nobody could tell
    /// whose they were. One that has lost what it waited for mostly ends by itself. One that does
    /// not wait for what it starts has dead ones below it for ever.
    private static void end(Process process) {
        boolean isInterrupted = Thread.interrupted();
        for (int round = 0; process.isAlive(); round++) {
            List<ProcessHandle> started = process.descendants().toList();
            started.forEach(ProcessHandle::destroyForcibly);
            if (started.isEmpty() || round >= MOST_ROUNDS) {
                process.destroyForcibly();
            }
            try {
                process.waitFor(PATIENCE_MILLISECONDS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Reads a stream to its end and keeps the first bytes.
    private static final class FirstBytes implements Runnable {

        private final InputStream in;
        private final int most;

        /// Written by the thread that reads, read by the one that started it; both hold its own
        /// lock, since the second may not have waited for the end.
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

        FirstBytes(InputStream in, int most) {
            this.in = in;
            this.most = most;
        }

        @Override
        public void run() {
            byte[] buffer = new byte[8192];
            try (in) {
                for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                    kept.write(buffer, 0, Math.min(length, most - kept.size()));
                }
            } catch (IOException _) {
                // What was read is what there is.
            }
        }

        String text() {
            return kept.toString(StandardCharsets.UTF_8);
        }
    }
}
