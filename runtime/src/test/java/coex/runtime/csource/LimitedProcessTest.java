package coex.runtime.csource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.runtime.csource.LimitedProcess.Limits;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

@DisabledOnOs(OS.WINDOWS)
class LimitedProcessTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir Path folder;

    private LimitedProcess.End run(Limits limits, Duration atMost, String script)
            throws IOException, InterruptedException {
        return new LimitedProcess(limits, folder, Map.of())
                .run(List.of("/bin/sh", "-c", script), atMost);
    }

    private static Limits limits(long memory, long file, int output) {
        return new Limits(LONG, memory, file, output);
    }

    private static Limits wide() {
        return limits(4L << 30, 1 << 20, 1000);
    }

    /// Waits until a file has a whole line in it.
    private static ProcessHandle processNamedIn(Path file) throws Exception {
        for (int i = 0; i < 6000; i++) {
            String text = Files.exists(file) ? Files.readString(file) : "";
            if (text.endsWith("\n")) {
                return ProcessHandle.of(Long.parseLong(text.strip())).orElseThrow();
            }
            Thread.sleep(20);
        }
        throw new AssertionError("nothing in " + file);
    }

    @Test
    void aCommandRunsInItsFolderAndTellsHowItEnded() throws Exception {
        var end = run(wide(), LONG, "echo here >file; echo said; echo too >&2; exit 7");
        assertThat(end).isEqualTo(new LimitedProcess.End(7, false, "said\ntoo\n"));
        assertThat(folder.resolve("file")).hasContent("here");
    }

    /// The first process waits for one that it has started, as the driver of a compiler does.
    @Test
    void whatACommandHasStartedEndsWithItsTime() throws Exception {
        Path named = folder.resolve("pid");
        String script = "sleep 100000 & echo $! >pid; wait; sleep 100000";
        for (int seconds = 1; !Files.exists(named) && seconds < 100; seconds *= 2) {
            assertThat(run(wide(), Duration.ofSeconds(seconds), script).isTimeOver()).isTrue();
        }
        assertThat(ProcessHandle.of(Long.parseLong(Files.readString(named).strip())))
                .matches(started -> started.isEmpty() || isEnding(started.get()));
    }

    private static boolean isEnding(ProcessHandle process) {
        try {
            process.onExit().get(2, TimeUnit.MINUTES);
            return true;
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            return false;
        }
    }

    @Test
    void whatACommandHasStartedEndsWhenNobodyWaits() throws Exception {
        Path named = folder.resolve("pid");
        var waiting =
                Thread.ofPlatform()
                        .start(
                                () ->
                                        assertThatThrownBy(
                                                        () ->
                                                                run(
                                                                        wide(),
                                                                        LONG,
                                                                        "sleep 100000 & echo $!"
                                                                                + " >pid; wait"))
                                                .isInstanceOf(InterruptedException.class));
        ProcessHandle started = processNamedIn(named);
        waiting.interrupt();
        started.onExit().get(2, TimeUnit.MINUTES);
        waiting.join();
    }

    @Test
    void ofWhatACommandSaysTheBeginningIsKept() throws Exception {
        var end =
                run(wide(), LONG, "i=0; while [ $i -lt 20000 ]; do echo said $i; i=$((i+1)); done");
        assertThat(end.status()).isZero();
        assertThat(end.said()).startsWith("said 0\nsaid 1\n").hasSize(1000);
    }

    @Test
    void aFileEndsAtItsLimit() throws Exception {
        var end =
                run(limits(4L << 30, 64 << 10, 1000), LONG, "exec dd if=/dev/zero of=file bs=1024");
        assertThat(end.status()).isNotZero();
        assertThat(Files.size(folder.resolve("file"))).isBetween(1L, 128L << 10);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aProcessEndsAtItsLimitOfMemory() throws Exception {
        String greedy = "exec dd if=/dev/zero of=/dev/null bs=1000000000 count=1";
        assertThat(run(limits(200 << 20, 1 << 20, 1000), LONG, greedy).status()).isNotZero();
    }
}
