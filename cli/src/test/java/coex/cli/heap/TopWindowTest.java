package coex.cli.heap;

import static org.assertj.core.api.Assertions.assertThat;

import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;

/// The live view on a terminal that is a Java object, and what an emulator makes of its output.
class TopWindowTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PipedOutputStream keys = new PipedOutputStream();
    private Terminal terminal;
    private Attributes before;

    @BeforeEach
    void openTerminal() throws IOException {
        terminal =
                new ExternalTerminal(
                        "test",
                        "xterm-256color",
                        new PipedInputStream(keys),
                        written,
                        StandardCharsets.UTF_8);
        terminal.setSize(Size.of(100, 24));
        before = terminal.getAttributes();
    }

    @AfterEach
    void closeTerminal() throws IOException {
        terminal.close();
    }

    private String output() {
        terminal.flush();
        return written.toString(StandardCharsets.UTF_8);
    }

    /// What is on the screen after all that was written.
    private String screen(int columns, int rows) {
        return Screens.render(output(), columns, rows);
    }

    @Test
    void aSampleIsDrawnOnTheAlternateScreenAndTheTerminalIsGivenBack() {
        try (TopWindow window = new TopWindow(terminal, true)) {
            window.draw(Samples.sample(2, 2));
            assertThat(screen(100, 24))
                    .startsWith("heap words of process 4711")
                    .contains("last cycle 7 (YOUNG, GROWTH)", "\nworker-1 ", "\nShape1 ");
            assertThat(output()).contains("\u001b[?1049h").doesNotContain("\u001b[?1049l");
            assertThat(terminal.getAttributes().getLocalFlag(LocalFlag.ISIG)).isFalse();
        }
        assertThat(output()).contains("\u001b[?1049l").containsPattern("\u001b\\[\\?(12;)?25h");
        assertThat(terminal.getAttributes().getLocalFlags()).isEqualTo(before.getLocalFlags());
    }

    @Test
    void drawingTheSameAgainWritesNothing() {
        try (TopWindow window = new TopWindow(terminal, true)) {
            window.draw(Samples.sample(2, 2));
            int once = output().length();
            window.draw(Samples.sample(2, 2));
            assertThat(output().length() - once).isLessThan(20);
        }
    }

    @Test
    void aChangeRewritesOnlyWhatChanged() {
        try (TopWindow window = new TopWindow(terminal, true)) {
            window.draw(Samples.sample(2, 2));
            int once = output().length();
            window.draw(Samples.sample(3, 2));
            assertThat(output().length() - once).isLessThan(once / 2);
            assertThat(screen(100, 24)).contains("\nworker-2 ", "\nShape1 ");
        }
    }

    @Test
    void theViewFollowsTheSizeOfTheWindow() {
        try (TopWindow window = new TopWindow(terminal, true)) {
            window.draw(Samples.sample(20, 20));
            terminal.setSize(Size.of(60, 12));
            terminal.raise(Terminal.Signal.WINCH);
            assertThat(window.isResized()).isTrue();
            written.reset();
            window.draw(Samples.sample(20, 20));
            assertThat(screen(60, 12)).startsWith("heap words of process 4711").contains("q quits");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {'q', 'Q', 3, 4})
    void theseKeysQuit(int key) throws IOException {
        try (TopWindow window = new TopWindow(terminal, true)) {
            assertThat(window.quitsWithin(1)).isFalse();
            keys.write('x');
            keys.flush();
            assertThat(window.quitsWithin(100)).isFalse();
            keys.write(key);
            keys.flush();
            // the other key may be read as late as now, and then it is the one that is answered
            assertThat(window.quitsWithin(60_000) || window.quitsWithin(60_000)).isTrue();
        }
    }
}
