package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Programs as users run them: `./coex run` and what goes with it.
@DisabledOnOs(OS.WINDOWS)
class ProgramIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir private Path folder;

    private record Run(int exitCode, String out, String err) {}

    private static Run coex(String input, String... arguments) throws Exception {
        var command =
                Stream.concat(Stream.of(ROOT.resolve("coex").toString()), Stream.of(arguments))
                        .toList();
        var builder = new ProcessBuilder(command);
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        Process process = builder.start();
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // It has ended without reading.
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), out, err);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void theTourRuns() throws Exception {
        Run run = coex("", "run", ROOT.resolve("examples/coex/tour.coex").toString());
        assertThat(run.err).isEmpty();
        assertThat(run.out)
                .isEqualTo(
                        """
                        1250
                        1000
                        37
                        3
                        1
                        [1, 9, 25]
                        10.141590
                        9
                        not a number: x12
                        {"owner":"Ann","cents":1300,"tags":["new",null]}
                        10
                        """);
        assertThat(run.exitCode).isZero();
    }

    @Test
    void theBankLosesNoMoney() throws Exception {
        Run run = coex("", "run", ROOT.resolve("examples/coex/bank.coex").toString());
        assertThat(run.err).isEmpty();
        assertThat(run.out).isEqualTo("5\ntotal 500\nbelow zero 0\n");
        assertThat(run.exitCode).isZero();
    }

    @Test
    void thePipelineCountsItsWords() throws Exception {
        Run run = coex("", "run", ROOT.resolve("examples/coex/pipeline.coex").toString());
        assertThat(run.err).isEmpty();
        assertThat(run.out)
                .isEqualTo("words 18\nbro 1\njum 2\nlaz 2\nove 2\nqui 2\nnothing came\n");
        assertThat(run.exitCode).isZero();
    }

    @Test
    void theExitCodeAndArgumentsAreTheProgramsOwn() throws Exception {
        Path program =
                file(
                        "echo.coex",
                        """
                        func main(args: [string]) -> int
                            for word in args[1:]
                                print(word)
                            ~
                            return 300
                        ~
                        """);
        Run run = coex("", "run", program.toString(), "--help", "-x", "a b");
        assertThat(run.out).isEqualTo("--help\n-x\na b\n");
        assertThat(run.exitCode).isEqualTo(44);
    }

    @Test
    void aProgramCanComeFromStandardInput() throws Exception {
        Run run = coex("func main()\n    print(6 * 7)\n~\n", "run", "-");
        assertThat(run.out).isEqualTo("42\n");
        assertThat(run.exitCode).isZero();
    }

    @Test
    void aProgramWithMistakesIsReportedAndNotRun() throws Exception {
        Path program = file("bad.coex", "func main()\n    print(1)\n    print(ghost)\n~\n");
        Run run = coex("", "run", program.toString());
        assertThat(run.out).isEmpty();
        assertThat(run.err).contains("Undeclared identifier 'ghost'", "bad.coex:3:11", "1 problem");
        assertThat(run.exitCode).isEqualTo(ExitCode.FAILED);
        assertThat(coex("", "check", program.toString()).exitCode).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void checkingNeedsNoMainButReportsAWrongOne() throws Exception {
        Path library = file("library.coex", "func twice(n: int) -> int\n    return 2 * n\n~\n");
        assertThat(coex("", "check", library.toString()).exitCode).isZero();
        Path program = file("main.coex", "task main()\n    print(1)\n~\n");
        Run run = coex("", "check", program.toString());
        assertThat(run.err).contains("`main` must be a func, not a task.", "1 problem");
        assertThat(run.exitCode).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aRuntimeErrorNamesTheLineAndLosesNoOutput() throws Exception {
        Path program =
                file(
                        "fails.coex",
                        """
                        func half(n: int) -> int
                            return 10 / n
                        ~
                        func main() -> int
                            print("before")
                            return half(0)
                        ~
                        """);
        Run run = coex("", "run", program.toString());
        assertThat(run.out).isEqualTo("before\n");
        assertThat(run.err)
                .contains("Runtime error: ", "half", "fails.coex:2")
                .doesNotContain("java.");
        assertThat(run.exitCode).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aFileThatIsNotThereIsNamed() throws Exception {
        Run run = coex("", "run", "nowhere.coex");
        assertThat(run.err).isEqualTo("coex: cannot read nowhere.coex: there is no such file\n");
        assertThat(run.exitCode).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void formattingChangesFilesOnce() throws Exception {
        Path program = file("messy.coex", "func main():print( 1 )~");
        assertThat(coex("", "fmt", "--check", program.toString()).exitCode)
                .isEqualTo(ExitCode.FAILED);
        assertThat(coex("", "fmt", program.toString()).exitCode).isZero();
        assertThat(Files.readString(program)).isEqualTo("func main()\n    print(1)\n~\n");
        assertThat(coex("", "fmt", "--check", program.toString()).exitCode).isZero();
    }

    @Test
    void aFileThatCannotBeWrittenIsNotCalledFormatted() throws Exception {
        Run run = coex("func main():print( 1 )~", "fmt", "/dev/stdin");
        assertThat(run.out).isEmpty();
        assertThat(run.err).contains("cannot write /dev/stdin: it is no ordinary file\n");
        assertThat(run.exitCode).isEqualTo(ExitCode.FAILED);
    }
}
