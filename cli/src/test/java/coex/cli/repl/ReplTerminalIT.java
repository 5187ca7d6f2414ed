package coex.cli.repl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.cli.Interrupts;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// `./coex repl` in a terminal of the system, which `script` provides.
@EnabledOnOs(OS.LINUX)
class ReplTerminalIT {
    private static final Path LAUNCHER = Path.of("..", "coex").toAbsolutePath().normalize();
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";
    private static final String TAB = "\t";
    private static final String UP = "\u001bOA";

    @TempDir private Path home;

    private final StringBuilder seen = new StringBuilder();
    private Process process;
    private InputStreamReader output;

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aSessionAtATerminalHasPromptsAndHistoryAndForgivesInterrupts() throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/script")), "no script to provide a terminal");
        start();
        await("coex> ");
        typeAndAwait("6 * 7\r", "42 : int");
        await("coex> "); // keys typed before a prompt are the terminal's, not the editor's
        typeAndAwait("if true\r", "    | ");
        typeAndAwait("print(1 + 100)\r", "    | ");
        typeAndAwait("~\r", "101");
        await("coex> ");
        typeAndAwait("for i in 0..9\r", "    | ");
        typeAndAwait("print(i)" + CTRL_C, "coex> ");
        typeAndAwait("\"still \" + \"here\"\r", "\"still here\" : string");
        await("coex> ");
        typeAndAwait(UP + "\r", "\"still here\" : string");
        await("coex> ");
        typeAndAwait(CTRL_D, "exit 0 same settings");
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(home.resolve("history")).content().contains("6 * 7", "still ");
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void ctrlCStopsWhatRunsAndTheSessionGoesOn() throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/script")), "no script to provide a terminal");
        start();
        await("coex> ");
        typeAndAwait("kept = 41\r", "coex> ");
        for (int i = 0; i < 2; i++) {
            typeAndAwait("if true\r", "    | ");
            typeAndAwait("kept = 0\r", "    | ");
            typeAndAwait("print(\"run\" + \"ning\")\r", "    | ");
            typeAndAwait("while true\r", "    | ");
            typeAndAwait("~\r", "    | ");
            typeAndAwait("~\r", "running");
            typeAndAwait(CTRL_C, "interrupted");
            await("coex> ");
        }
        typeAndAwait("kept + 1\r", "42 : int");
        await("coex> ");
        typeAndAwait(CTRL_D, "exit 0 same settings");
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void tabCompletesNamesWordsAndCommands() throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/script")), "no script to provide a terminal");
        start();
        await("coex> ");
        typeAndAwait("elephants = 6\r", "coex> ");
        typeAndAwait("7*(ele" + TAB, "7*(elephants");
        typeAndAwait(")\r", "42 : int");
        await("coex> ");
        typeAndAwait("conti" + TAB + CTRL_C, "continue");
        await("coex> ");
        typeAndAwait("import math\r", "coex> ");
        typeAndAwait("math.cl" + TAB, "math.clamp");
        typeAndAwait("(9, 1, 5)\r", "5 : int");
        await("coex> ");
        typeAndAwait(":he" + TAB + "\r", ":type EXPRESSION");
        await("coex> ");
        typeAndAwait(CTRL_D, "exit 0 same settings");
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    }

    /// Ctrl-C goes to every process of the terminal. The trap keeps a shell that would die of it,
    /// as `dash` does once its command has ended, alive to say how the session ended.
    private void start() throws IOException {
        Interrupts.assumeNotIgnored();
        String shell =
                "trap : INT; stty rows 30 columns 100; before=$(stty -g); '%s' repl; "
                                .formatted(LAUNCHER)
                        + "code=$?; test \"$before\" = \"$(stty -g)\" && same='same settings'; "
                        + "echo exit $code $same";
        var builder = new ProcessBuilder("/usr/bin/script", "-qec", shell, "/dev/null");
        builder.environment().put("SHELL", "/bin/sh");
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.environment().put("COEX_HOME", home.toString());
        builder.environment().put("TERM", "xterm-256color");
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        process = builder.start();
        output = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8);
    }

    private void typeAndAwait(String keys, String wanted) throws IOException {
        process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        await(wanted);
    }

    /// Reads until the text is there, and no further: what is still to come is read by the next
    /// call.
    private void await(String wanted) throws IOException {
        seen.setLength(0);
        for (int c = output.read(); c >= 0; c = output.read()) {
            seen.append((char) c);
            if (withoutEscapes(seen.toString()).endsWith(wanted)) {
                return;
            }
        }
        throw new AssertionError("not seen: " + wanted + " in: " + seen);
    }

    private static String withoutEscapes(String text) {
        return text.replaceAll("\u001b(\\[[0-9;?]*[A-Za-z]|[=>])", "");
    }
}
