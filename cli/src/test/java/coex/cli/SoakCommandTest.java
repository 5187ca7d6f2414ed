package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

class SoakCommandTest {
    private final StringWriter err = new StringWriter();
    private final CommandLine coex = Main.commandLine().setErr(new PrintWriter(err, true));

    @Test
    void aShortSoakSucceeds() {
        assertThat(Main.run(coex, "soak", "--seconds", "1", "--threads", "1", "--seed", "1"))
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void aShortSoakOfCollectionsSucceeds() {
        assertThat(Main.run(coex, "soak", "--collections", "--seconds", "1", "--mebibytes", "32"))
                .isEqualTo(ExitCode.OK);
        assertThat(Main.run(coex, "soak", "--mebibytes", "32")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("--mebibytes goes with --collections only");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--seconds", "--threads"})
    void countsOutOfRangeAreAUsageMistake(String option) {
        assertThat(Main.run(coex, "soak", option, "0")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith(option + " must be from 1 to ");
        assertThat(Main.run(coex, "soak", option, "2000000")).isEqualTo(ExitCode.USAGE);
    }
}
