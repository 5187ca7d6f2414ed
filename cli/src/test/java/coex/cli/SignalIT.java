package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Programs that are asked to end from outside.
@DisabledOnOs(OS.WINDOWS)
class SignalIT {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /// The first task keeps the second one's line back: its own could still come before. The file
    /// tells that the second has come so far.
    private static final String PROGRAM =
            """
            task first()
                sleep(time.hour)
            ~
            task second()
                print("kept back")
                posix.open("DONE", "w").unwrap().close()
            ~
            func main() -> int
                print("begun")
                first()
                second()
                return 0
            ~
            """;

    /// Nobody types anything.
    private static final String READING =
            """
            task second()
                print("kept back")
                posix.open("DONE", "w").unwrap().close()
            ~
            func main(stdin: posix) -> int
                print("begun")
                second()
                read = stdin.read(1)
                print("never")
                return 0
            ~
            """;

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aSignalEndsTheProgramAndLosesNoOutput(String signal, int status) throws Exception {
        isEndedBy(signal, status, PROGRAM);
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aSignalEndsAProgramThatWaitsForInput(String signal, int status) throws Exception {
        isEndedBy(signal, status, READING);
    }

    private void isEndedBy(String signal, int status, String text) throws Exception {
        if (signal.equals("INT")) {
            Interrupts.assumeNotIgnored();
        }
        Path done = folder.resolve("done");
        String source = text.replace("DONE", done.toString());
        Path program = Files.writeString(folder.resolve("waits.coex"), source);
        var builder =
                new ProcessBuilder(ROOT.resolve("coex").toString(), "run", program.toString());
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("begun");
            while (!Files.exists(done) && process.isAlive()) {
                Thread.sleep(10);
            }
            Thread.sleep(200); // in which main comes to where it waits, most often
            new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
            assertThat(out.readLine()).isEqualTo("kept back");
            assertThat(out.readLine()).isNull();
        }
        assertThat(process.waitFor()).isEqualTo(status);
    }
}
