package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

class TortureCommandTest {
    private final StringWriter err = new StringWriter();
    private final CommandLine coex = Main.commandLine().setErr(new PrintWriter(err, true));

    @Test
    void aShortTortureSucceeds() {
        assertThat(Main.run(coex, "torture", "--seconds", "1", "--threads", "2", "--seed", "1"))
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void aShortTortureOfCollectionsSucceedsAndIsTimed() {
        assertThat(Main.run(coex, "torture", "--collections", "--seconds", "1", "--threads", "1"))
                .isEqualTo(ExitCode.OK);
        assertThat(
                        Main.run(
                                coex,
                                "torture",
                                "--collections",
                                "--seconds=1",
                                "--threads=1",
                                "--move-all",
                                "--poison",
                                "--second-trace",
                                "--markers=2"))
                .isEqualTo(ExitCode.OK);
        assertThat(
                        Main.run(
                                coex,
                                "torture",
                                "--collections",
                                "--seconds=1",
                                "--threads=1",
                                "--young"))
                .isEqualTo(ExitCode.OK);
        assertThat(Main.run(coex, "torture", "--collections", "--operations", "5"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("--collections does not go with --operations");
    }

    @Test
    void seedsDivideOperationsNotTime() {
        assertThat(Main.run(coex, "torture", "--seeds", "3")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("--seeds needs --operations");
        assertThat(Main.run(coex, "torture", "--operations", "5", "--seeds", "0"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(Main.run(coex, "torture", "--operations", "0")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void whichCollectionsAreFullIsSaidOnce() {
        assertThat(Main.run(coex, "torture", "--young", "--move-all")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("--young, --full-every and --move-all each say");
        assertThat(Main.run(coex, "torture", "--full-every", "0")).isEqualTo(ExitCode.USAGE);
        assertThat(Main.run(coex, "torture", "--markers", "65")).isEqualTo(ExitCode.USAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--seconds", "--threads", "--heaps"})
    void countsOutOfRangeAreAUsageMistake(String option) {
        assertThat(Main.run(coex, "torture", option, "0")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith(option + " must be from 1 to ");
        assertThat(Main.run(coex, "torture", option, "2000000")).isEqualTo(ExitCode.USAGE);
    }
}
