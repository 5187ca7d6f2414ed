package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The finished command: `./coex` with what this build has just put into `cli/target/dist`.
@DisabledOnOs(OS.WINDOWS)
class CoexIT {
    private static final Path LAUNCHER = Path.of("..", "coex").toAbsolutePath().normalize();

    @Test
    void printsItsVersionAndNothingElse() throws Exception {
        var run = coex("--version");
        assertThat(run.out).matches("coex \\S+ \\(JDK \\S+\\)\n");
        assertThat(run.err).isEmpty();
        assertThat(run.exitCode).isEqualTo(ExitCode.OK);
    }

    @Test
    void answersAUsageMistakeWithoutColourWhenNobodyLooks() throws Exception {
        var run = coex("bench", "gc", "--jso", "x");
        assertThat(run.err).contains("Unknown option", "--json").doesNotContain("\u001b");
        assertThat(run.exitCode).isEqualTo(ExitCode.USAGE);
    }

    private record Run(int exitCode, String out, String err) {}

    private static Run coex(String... arguments) throws Exception {
        var command = Stream.concat(Stream.of(LAUNCHER.toString()), Stream.of(arguments)).toList();
        var builder = new ProcessBuilder(command);
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), out, err);
    }
}
