package coex.cli.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// `build/hooks/commit-msg` lets messages pass that are as CONTRIBUTING.md asks, and says what is
/// wrong with others.
@DisabledOnOs(OS.WINDOWS)
class CommitMessageHookTest {

    private static final Path HOOK = Path.of("../build/hooks/commit-msg").toAbsolutePath();

    private static final String BODY = "\n\nA region stayed reserved until the next cycle.\n";

    @TempDir private Path folder;

    /// What the hook says; nothing if it lets the message pass.
    private String complaint(String message) throws Exception {
        Path file = folder.resolve("COMMIT_EDITMSG");
        Files.writeString(file, message);
        Process hook =
                new ProcessBuilder("sh", HOOK.toString(), file.toString())
                        .redirectErrorStream(true)
                        .start();
        hook.getOutputStream().close();
        String said = new String(hook.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(hook.waitFor()).as(said).isEqualTo(said.isEmpty() ? 0 : 1);
        return said;
    }

    @Test
    void gitCanRunIt() {
        assertThat(HOOK).isExecutable();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gc/sweep: give an empty region back at once",
                "gc, docs: state who reads what a handshake's action reads",
                "cli: pass options on",
                "stress: embed the seed",
                "docs: bring the table up to date",
                "runtime: focus on one thing",
            })
    void anImperativeSubjectWithABodyPasses(String subject) throws Exception {
        assertThat(complaint(subject + BODY)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gc: gives an empty region back",
                "gc: fixed the sweep",
                "gc: fixing the sweep",
                "gc: the sweep",
                "gc: a fix",
            })
    void aSubjectInAnotherMoodIsRefused(String subject) throws Exception {
        String verb = subject.split(" ")[1];
        assertThat(complaint(subject + BODY)).contains(subject, "not '" + verb + "'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    give an empty region back   | begins with the folder
                    gc: give it back.           | without a full stop
                    gc:  7 regions              | beginning with a verb
                    """)
    void aSubjectOfAnotherFormIsRefused(String subject, String mistake) throws Exception {
        assertThat(complaint(subject + BODY)).contains(mistake).contains("--no-verify");
    }

    @Test
    void aLongSubjectIsRefused() throws Exception {
        String longest = "gc: say " + "x".repeat(92);
        assertThat(complaint(longest + BODY)).isEmpty();
        assertThat(complaint(longest + "x" + BODY)).contains("at most 100 characters: not 101");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "\n\n\n",
                "\n\n# Please enter the commit message.\n",
                "\n\nCo-authored-by: A <a@example.org>\n",
                "\n\n# ------------------------ >8 ------------------------\ndiff --git a b\n",
            })
    void aMessageWithoutABodyIsRefused(String rest) throws Exception {
        assertThat(complaint("gc: give an empty region back" + rest)).contains("a body says why");
    }

    @Test
    void theBodyComesAfterABlankLine() throws Exception {
        assertThat(complaint("gc: give an empty region back\nA region stayed reserved.\n"))
                .contains("a blank line");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Merge branch 'main'",
                "Revert \"gc: give an empty region back\"",
                "fixup! gc: give an empty region back",
                "squash! gc: give an empty region back",
                "", // git refuses it itself
                "# only a comment",
            })
    void messagesThatGitMakesPass(String message) throws Exception {
        assertThat(complaint(message + "\n")).isEmpty();
    }
}
