package coex.cli.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// `./coex heap top` in a terminal of the system, which `script` provides.
@EnabledOnOs(OS.LINUX)
class TopTerminalIT {
    private static final Path LAUNCHER = Path.of("..", "coex").toAbsolutePath().normalize();
    private static final int COLUMNS = 110;
    private static final int ROWS = 30;
    private static final Pattern LAST_LINE = Pattern.compile("(?m)^Cell +1.00 k +23.4 KiB");

    @Test
    void theLiveViewIsDrawnInPlaceAndLeavesTheTerminalAsItWas() throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/script")), "no script to provide a terminal");
        try (ChildJvm child = ChildJvm.with("words")) {
            Process process = start(child);
            Output output = new Output(process.getInputStream());
            output.awaitScreen(LAST_LINE);
            String screen = output.screen();
            assertThat(screen)
                    .contains("heap words of process " + child.pid())
                    .contains("q quits", "objects ", "handles ", "allocating ", "last cycle ")
                    .containsPattern("(?m)^maker of words +\\S+ \\S+ .* 1$")
                    .containsPattern(LAST_LINE);
            process.getOutputStream().write('q');
            process.getOutputStream().flush();
            assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
            output.end();
            assertThat(output.text()).contains("\u001b[?1049h", "\u001b[?1049l");
            assertThat(output.text().stripTrailing()).endsWith("exit 0 same settings");
        }
    }

    /// Compares what `stty` says before and after.
    private static Process start(ChildJvm child) throws IOException {
        String shell =
                "stty rows %d columns %d; before=$(stty -g); '%s' heap top %s --interval 0.2; "
                                .formatted(ROWS, COLUMNS, LAUNCHER, child.pid())
                        + "code=$?; test \"$before\" = \"$(stty -g)\" && same='same settings'; "
                        + "echo exit $code $same";
        var builder = new ProcessBuilder("/usr/bin/script", "-qec", shell, "/dev/null");
        builder.environment().put("SHELL", "/bin/sh");
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.environment().put("TERM", "xterm-256color");
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        return builder.start();
    }

    /// What a process has written so far, collected by a thread.
    private static final class Output {
        private final StringBuffer text = new StringBuffer();
        private final CompletableFuture<Void> done;

        Output(InputStream from) {
            done =
                    CompletableFuture.runAsync(
                            () -> collect(from), task -> Thread.ofPlatform().daemon().start(task));
        }

        private void collect(InputStream from) {
            try (var reader = new InputStreamReader(from, StandardCharsets.UTF_8)) {
                char[] buffer = new char[4096];
                for (int count = reader.read(buffer); count >= 0; count = reader.read(buffer)) {
                    text.append(buffer, 0, count);
                }
            } catch (IOException _) {
                // the terminal is gone
            }
        }

        String screen() {
            return Screens.render(text(), COLUMNS, ROWS);
        }

        /// Waits until the screen has a line, for at most a few minutes.
        void awaitScreen(Pattern wanted) throws InterruptedException {
            for (int i = 0; i < 10_000 && !wanted.matcher(screen()).find(); i++) {
                if (done.isDone()) {
                    return;
                }
                Thread.sleep(20);
            }
        }

        void end() {
            done.join();
        }

        String text() {
            return text.toString();
        }
    }
}
