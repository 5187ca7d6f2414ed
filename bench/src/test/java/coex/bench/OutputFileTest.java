package coex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file that cannot be written is a line for the user, and no measurement is lost for it.
class OutputFileTest {

    @TempDir private Path folder;

    @Test
    @Timeout(10)
    void resultsThatCouldNotBeKeptAreNotMeasured() throws Exception {
        Path file = folder.resolve("nowhere/r.json");
        String said =
                saidBy(
                        () ->
                                assertThat(Bench.run("gc", "--quick", "--json", file.toString()))
                                        .isEqualTo(2));
        assertThat(said)
                .isEqualTo("coex bench: --json: cannot write %s: there is no such folder%n", file);
    }

    @Test
    void pagesThatCannotBeWrittenAreNamedWithTheReason() throws Exception {
        String results = Files.createDirectory(folder.resolve("results")).toString();
        Path file = folder.resolve("nowhere/page");
        assertThat(saidBy(() -> assertThat(WriteReport.run(results, file.toString())).isEqualTo(1)))
                .isEqualTo("coex bench report: cannot write %s: there is no such folder%n", file);
        assertThat(saidBy(() -> assertThat(WriteResults.run(results, results)).isEqualTo(1)))
                .startsWith("coex bench results: cannot write %s: ".formatted(results));
    }

    @Test
    void aFolderIsNoFileAndAnOldFileIsOne() throws Exception {
        assertThatThrownBy(() -> OutputFile.check(folder))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot write %s: it is a folder", folder);
        Path file = Files.writeString(folder.resolve("old"), "as it was");
        OutputFile.check(file);
        assertThat(file).hasContent("as it was");
        OutputFile.write(file, "new");
        assertThat(file).hasContent("new");
    }

    private static String saidBy(ThrowingRunnable action) throws Exception {
        PrintStream before = System.err;
        var said = new ByteArrayOutputStream();
        try (var err = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            System.setErr(err);
            action.run();
        } finally {
            System.setErr(before);
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    private interface ThrowingRunnable {
        void run() throws Exception;
    }
}
