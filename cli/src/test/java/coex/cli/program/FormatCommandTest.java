package coex.cli.program;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.ExitCode;
import coex.cli.TestMain;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// `coex fmt` and `coex check` over files and directories.
class FormatCommandTest {

    private static final String LOOSE = "func  f()\n    print( 1 )\n    print(2)\n~\n";
    private static final String TIDY = "func f()\n    print(1)\n    print(2)\n~\n";

    @TempDir private Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int coex(String... arguments) {
        return TestMain.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Test
    void aDirectoryStandsForTheSourcesInIt() throws IOException {
        Path first = write("a.coex", LOOSE);
        Path second = write("below/b.coex", LOOSE);
        Path tidy = write("below/c.coex", TIDY);
        Path hidden = write(".hidden/d.coex", LOOSE);
        Path other = write("notes.txt", LOOSE);
        assertThat(coex("fmt", folder.toString())).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).containsExactly(first.toString(), second.toString());
        assertThat(first).hasContent(TIDY);
        assertThat(second).hasContent(TIDY);
        assertThat(tidy).hasContent(TIDY);
        assertThat(hidden).hasContent(LOOSE);
        assertThat(other).hasContent(LOOSE);
    }

    @Test
    void aDirectoryIsCheckedFileByFile() throws IOException {
        write("a.coex", "func f()\n    print(ghost)\n~\n");
        write("b.coex", TIDY);
        write("c.coex", "func g()\n    print(phantom)\n~\n");
        assertThat(coex("check", folder.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("'ghost'", "'phantom'");
    }

    @Test
    void aWarningFailsOnlyIfItIsAskedTo() throws IOException {
        String file = write("a.coex", "func f()\n    spare = 1\n~\n").toString();
        assertThat(coex("check", file)).isEqualTo(ExitCode.OK);
        assertThat(err.toString()).contains("Nothing uses 'spare'.", "W002", "1 warning");
        assertThat(coex("check", "--warnings-as-errors", file)).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aDirectoryWithoutSourcesIsAMistake() {
        assertThat(coex("fmt", folder.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(coex("check", folder.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString().lines())
                .hasSize(2)
                .containsOnly("coex: there is no .coex file in " + folder);
    }

    @Test
    void aDifferenceIsShownAndNothingIsChanged() throws IOException {
        Path file = write("a.coex", LOOSE);
        assertThat(coex("fmt", "--diff", file.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString())
                .isEqualTo(
                        """
                        --- %s
                        +++ %s
                        @@ -1,4 +1,4 @@
                        -func  f()
                        -    print( 1 )
                        +func f()
                        +    print(1)
                             print(2)
                         ~
                        """
                                .formatted(file, file));
        assertThat(file).hasContent(LOOSE);
        out.getBuffer().setLength(0);
        assertThat(coex("fmt", "--diff", write("b.coex", TIDY).toString())).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void farChangesAreShownApart() {
        String middle = "same\n".repeat(20);
        assertThat(UnifiedDiff.between("f", "a\n" + middle + "b\n", "x\n" + middle + "b\nc"))
                .isEqualTo(
                        """
                        --- f
                        +++ f
                        @@ -1,4 +1,4 @@
                        -a
                        +x
                         same
                         same
                         same
                        @@ -20,3 +20,4 @@
                         same
                         same
                         b
                        +c
                        \\ No newline at end of file
                        """);
    }

    @Test
    void standardInputGoesToStandardOutput() {
        InputStream in = System.in;
        System.setIn(new ByteArrayInputStream(LOOSE.getBytes(StandardCharsets.UTF_8)));
        try {
            assertThat(coex("fmt", "--stdin")).isEqualTo(ExitCode.OK);
        } finally {
            System.setIn(in);
        }
        assertThat(out.toString()).isEqualTo(TIDY);
    }

    @Test
    void standardInputTakesNoFiles() {
        assertThat(coex("fmt", "--stdin", "a.coex")).isEqualTo(ExitCode.USAGE);
        assertThat(coex("fmt")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines())
                .containsExactly(
                        "--stdin takes no files; try coex fmt --help",
                        "Missing required parameter: 'FILE', or --stdin; try coex fmt --help");
    }
}
