package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.FinishedCoex.Run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// `coex run --profile` as users run it.
@DisabledOnOs(OS.WINDOWS)
class ProfileIT {

    /// Calls `busy` until a time is over.
    private static final String PROGRAM =
            """
            import clock

            func busy(times: int) -> int
                sum = 0
                for i in 0..times
                    sum += i %% 7
                ~
                return sum
            ~

            func main() -> int
                finish = clock.ticks() + clock.milliseconds(%d)
                sum = 0
                while clock.ticks() < finish
                    sum += busy(100000) %% 5
                ~
                print(sum >= 0)
                return 3
            ~
            """;

    private static final int LONGEST_MILLIS = 60_000;

    @TempDir private Path folder;

    /// A sample may meet nothing of the program, so it runs longer until one does.
    @Test
    void thePageHasTheFunctionsOfTheProgram() throws Exception {
        Path page = folder.resolve("page.html");
        for (int millis = 500; ; millis *= 4) {
            Path program = folder.resolve("busy.coex");
            Files.writeString(program, PROGRAM.formatted(millis));
            Run run =
                    new FinishedCoex()
                            .coex("run", "--profile", page.toString(), program.toString());
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).isEqualTo("true\n");
            assertThat(run.exitCode()).isEqualTo(3);
            String html = Files.readString(page);
            assertThat(html).startsWith("<!DOCTYPE html>");
            if (html.contains("[\"busy\",") && html.contains("[\"main\",")) {
                assertThat(html).contains("busy:");
                return;
            }
            assertThat(millis).as(html).isLessThan(LONGEST_MILLIS);
        }
    }

    /// Whoever has seen enough of a long run ends it with Ctrl-C.
    @Test
    void aSignalEndsTheRunAndThePageIsWritten() throws Exception {
        Path page = folder.resolve("page.html");
        Path program = folder.resolve("busy.coex");
        Files.writeString(
                program,
                PROGRAM.formatted(LONGEST_MILLIS * 10)
                        .replace("    finish =", "    print(\"begun\")\n    finish ="));
        Process process =
                new ProcessBuilder(
                                FinishedCoex.ROOT.resolve("coex").toString(),
                                "run",
                                "--profile",
                                page.toString(),
                                program.toString())
                        .redirectErrorStream(true)
                        .start();
        try (var out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("begun");
            Thread.sleep(1000); // in which some samples are taken
            process.toHandle().destroy(); // and leaves its output open
            assertThat(out.readAllAsString()).isEmpty();
            assertThat(process.waitFor()).isEqualTo(143);
            assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("[\"main\",");
        } finally {
            process.destroyForcibly();
        }
    }
}
