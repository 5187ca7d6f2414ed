package coex.cli.heap;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Arguments that make no sense, found before any process is touched.
class HeapUsageTest {

    @ParameterizedTest
    @CsvSource({
        "stats x, 'Invalid value for positional parameter'",
        "dump 1 -v 3, '--verbosity must be 0, 1 or 2, not 3'",
        "dump 1 -n -1, '--rows must not be negative'",
        "dump 1 --handle 5 --report heap, '--handle and --report exclude each other'",
        "dump 1 --handle 0, '--handle must be positive'",
        "hprof 1, 'Missing FILE'",
        "top 1 --interval 0, '--interval must be from 0.1 to 3600'",
        "top 1 --count 0, '--count must be at least 1'",
        "verfy, 'Did you mean: coex heap verify'"
    })
    void aMistakeIsNamed(String arguments, String message) {
        Coex.Run run = Coex.run(("heap " + arguments).split(" "));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void helpNamesEveryCommand() {
        Coex.Run run = Coex.run("heap", "--help");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .contains("stats", "top", "dump", "hprof", "verify", "collect", "compact")
                .contains("HeapBeans.register(heap)");
        assertThat(Coex.run("heap", "top", "--help").out()).contains("--interval", "twentieth");
    }
}
