package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.FinishedCoex.Run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/// Tests whose C functions end or keep the process they are in.
@DisabledOnOs(OS.WINDOWS)
class RunTestsIT {

    @TempDir private Path folder;

    private final FinishedCoex finished = new FinishedCoex();

    @Test
    void aTestThatExitsCrashesOrNeverReturnsTakesNoOtherAlong() throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("a.coex"),
                        """
                        extern exit(status: int)
                        ~
                        extern abort()
                        ~
                        extern labs(x: int) -> int
                        ~
                        formula used(x: int) -> int
                            return x + 1
                        ~
                        func test_exits()
                            print("so far")
                            exit(0)
                        ~
                        func test_aborts()
                            abort()
                        ~
                        func test_passes()
                            print(labs(used(-3)))
                        ~
                        """);
        Run run = finished.coex("test", "--coverage", file.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .containsPattern("FAIL .*test_exits.*\n.*its process ended before the test did")
                .contains("it wrote:\n        so far\n")
                .containsPattern("FAIL .*test_aborts")
                .containsPattern("ok .*test_passes")
                .contains("3 tests, 2 failed")
                .containsPattern("a.coex +2/2 +100.0");
    }

    @Test
    void testsRunInASandbox() throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("a.coex"),
                        """
                        func test_reads()
                            r = posix.open("/etc/passwd", "r")
                        ~
                        func test_computes() ~
                        """);
        Run run = finished.coex("test", "--filter", "_", "--sandbox", file.toString());
        assertThat(run.out())
                .contains("reading a file is not allowed: path=/etc/passwd", "2 tests, 1 failed");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(1);
    }
}
