package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;
import picocli.CommandLine.Command;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine coex =
            Main.commandLine()
                    .addSubcommand(new Broken())
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(err, true));

    @Test
    void versionNamesCoexAndTheJdk() {
        assertThat(Main.run(coex, "--version")).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .matches(
                        "coex \\d+\\.\\d+\\.\\S+ \\(JDK "
                                + Runtime.version().feature()
                                + ".*\\)\\R");
    }

    @Test
    void helpTellsTheLimitsOfASandboxInWhichProgramsOfPlayRun() {
        String help = Main.commandLine().getSubcommands().get("play").getUsageMessage();
        assertThat(help.replaceAll("\\s+", " "))
                .contains("256m in a sandbox.", "64m in a sandbox.", "60s in a sandbox");
    }

    @Test
    void helpGoesToStdout() {
        assertThat(Main.run(coex, "--help")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("Usage: coex", "bench", "Exit codes:");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theCompilerIsCalledByItsOwnName() {
        assertThat(Main.run(coex, "coexc", "--help")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).startsWith("Usage: coexc [-h]").doesNotContain("coex coexc");
    }

    @Test
    void noCommandIsAUsageMistake() {
        assertThat(Main.run(coex)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("Missing command").contains("Usage: coex");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aMistypedCommandIsAnsweredWithTheLikelyOne() {
        assertThat(Main.run(coex, "benhc")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("'benhc'", "Did you mean: coex bench");
    }

    @Test
    void aMistypedOptionIsAnsweredWithTheLikelyOne() {
        assertThat(Main.run(coex, "broken", "--hwo", "error")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("'--hwo'", "Did you mean: coex broken --how?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "t", "be", "benchmark", ""})
    void aWordThatResemblesNoCommandIsAnsweredInOneLine(String word) {
        assertThat(Main.run(coex, word)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines())
                .containsExactly("Unknown command: '%s'; try coex --help".formatted(word));
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "run, 'coex: no file is given, and there is no coex.toml here or above; `coex new NAME`"
                + " makes a project'",
        "run --stats, 'coex: no file is given, and there is no coex.toml here or above; `coex new"
                + " NAME` makes a project'",
        "run --nonsense x.coex, Unknown option: '--nonsense'; try coex run --help",
        "check, 'coex: no file is given, and there is no coex.toml here or above; `coex new NAME`"
                + " makes a project'",
        "fmt --quickly, Unknown option: '--quickly'; try coex fmt --help",
        "coexc --bogus, Unknown option: '--bogus'; try coexc --help",
        "heap stats x, Invalid value for positional parameter at index 0 (PID): 'x' is no whole"
                + " number; try coex heap stats --help",
        "heap zzzzzz, Unknown command: 'zzzzzz'; try coex heap --help",
        "pkg install, Missing required parameter: 'PACKAGE'; try coex pkg install --help"
    })
    void aMistakeInTheArgumentsOfACommandIsOneLine(String arguments, String line) {
        assertThat(Main.run(coex, arguments.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines()).containsExactly(line);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void anUnexpectedExceptionIsOneLineThatLeadsToTheDetails() throws Exception {
        assertThat(Main.run(coex, "broken", "--how", "exception")).isEqualTo(ExitCode.BUG);
        assertOneLineLeadsToTheStackTraceOf("java.lang.IllegalStateException: the roof is on fire");
    }

    @Test
    void anErrorIsReportedLikeAnException() throws Exception {
        assertThat(Main.run(coex, "broken", "--how", "error")).isEqualTo(ExitCode.BUG);
        assertOneLineLeadsToTheStackTraceOf("java.lang.AssertionError: the roof is on fire");
    }

    private void assertOneLineLeadsToTheStackTraceOf(String failure) throws Exception {
        String separator = "; details are in ";
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("coex: this is a bug in Coex: " + failure + separator);
        Path details = Path.of(err.toString().strip().split(separator)[1]);
        assertThat(details).content().contains("coex ", "\n" + failure, "\tat coex.cli");
        Files.delete(details);
    }

    @Command(name = "broken")
    static final class Broken implements Runnable {
        @CommandLine.Option(names = "--how")
        private String how;

        @Override
        public void run() {
            if (how.equals("error")) {
                throw new AssertionError("the roof is on fire\nand the cellar is wet");
            }
            throw new IllegalStateException("the roof is on fire\nand the cellar is wet");
        }
    }
}
