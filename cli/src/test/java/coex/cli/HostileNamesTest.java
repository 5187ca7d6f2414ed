package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Names of files, arguments and packages that would do something to a terminal, or to a command
/// line.
@DisabledOnOs(OS.WINDOWS)
class HostileNamesTest {

    private static final String TITLE = "\u001B]0;owned\u0007\u001B[2J\nfake: line\u202E.coex";

    @TempDir private Path folder;

    private String told(String... arguments) {
        var told = new StringWriter();
        var writer = new PrintWriter(told, true);
        TestMain.run(writer, writer, arguments);
        return told.toString();
    }

    private void assertHarmless(String told) {
        assertThat(told).isNotEmpty().doesNotContain("\u001B", "\u0007", "\u202E", "\nfake");
        assertThat(told).contains("\\u001B");
    }

    @Test
    void nothingInANameReachesTheTerminal() throws Exception {
        Path missing = folder.resolve("missing" + TITLE);
        Path wrong = Files.writeString(folder.resolve("wrong" + TITLE), "func f( ~\n");
        Path loose =
                Files.writeString(folder.resolve("loose" + TITLE), "func  f()\n    print(1)\n~\n");
        for (String command : List.of("check", "run", "fmt", "build", "--emit-ast", "--emit-ir")) {
            assertHarmless(told(command, missing.toString()));
            assertHarmless(told(command, wrong.toString()));
        }
        assertHarmless(told("fmt", "--check", loose.toString()));
        assertHarmless(told("coexc", missing.toString()));
        assertHarmless(told("coexc", wrong.toString()));
    }

    @Test
    void nothingInAnArgumentReachesTheTerminal() {
        assertThat(told("x\u001B[2J")).contains("x\\u001B[2J").doesNotContain("\u001B");
        assertThat(told("check", "--x\u001B[2J")).doesNotContain("\u001B");
        assertThat(told("pkg", "install", "x\u001B[2J")).doesNotContain("\u001B");
        assertThat(told("run", "--heap-max", "1\u001B[2J", "x")).doesNotContain("\u001B");
    }

    @Test
    void nothingThatAPackageSaysReachesTheTerminal() throws Exception {
        Path file = folder.resolve("odd.cxz");
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("manifest.toml"));
            zip.write(
                    "[library]\nname = \"x\"\nversion = \"1\"\n[ffi.p]\nsource = [\"\\u001b[2J\"]\n"
                            .getBytes());
        }
        assertThat(told("pkg", "install", file.toString()))
                .contains("\\u001B[2J")
                .doesNotContain("\u001B");
        Path program =
                Files.writeString(folder.resolve("main.coex"), "import odd\nfunc main() ~\n");
        assertThat(told("check", program.toString()))
                .contains("N007", "\\u001B[2J")
                .doesNotContain("\u001B");
    }

    @Test
    void anArgumentNamesAFileAndNotOneOfMoreArguments() throws Exception {
        Path arguments = Files.writeString(folder.resolve("arguments"), "--version");
        assertThat(told("@" + arguments)).contains("Unknown command: '@" + arguments);
        Path file = Files.writeString(folder.resolve("@x.coex"), "func main() ~\n");
        assertThat(told("check", file.toString())).isEmpty();
        assertThat(told("check", "@" + arguments)).contains("cannot read @" + arguments);
    }

    @Test
    void aWarningIsShownAndChangesNoExitCode() throws Exception {
        Path program =
                Files.writeString(
                        folder.resolve("main.coex"), "# \u202E admins only\nfunc main() ~\n");
        var told = new StringWriter();
        var writer = new PrintWriter(told, true);
        assertThat(TestMain.run(writer, writer, "check", program.toString())).isZero();
        assertThat(told.toString())
                .contains("main.coex:1:3  W001", "1 warning")
                .doesNotContain("problem", "\u202E");
        assertThat(told("check", "--json", program.toString()))
                .contains("\"severity\":\"warning\",\"code\":\"W001\"");
        Files.writeString(program, "# \u202E\nfunc main()\n    zork()\n~\n");
        assertThat(TestMain.run(writer, writer, "check", program.toString())).isEqualTo(1);
        assertThat(told.toString()).endsWith("1 problem\n1 warning\n");
        assertThat(told("check", "--json", program.toString()))
                .contains("\"severity\":\"error\",\"code\":\"N001\"");
    }

    @Test
    void aProgramIsNotBuiltIntoAPathThatJavaWouldTakeApart() throws Exception {
        Path program = Files.writeString(folder.resolve("main.coex"), "func main() ~\n");
        Path out = folder.resolve("a:b");
        assertThat(told("build", program.toString(), "-o", out.toString()))
                .contains("with a colon");
        assertThat(out).doesNotExist();
    }
}
