package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.FinishedCoex.Run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// What can be asked of `coex run`.
@DisabledOnOs(OS.WINDOWS)
class RunOptionsIT {
    private static final String PROGRAM =
            """
            #!/usr/bin/env -S coex run --heap-max 16m
            func main(args: [string]) -> int
                debug("debugged")
                print(args.len())
                gc()
                return 3
            ~
            """;

    @TempDir private Path folder;
    private final FinishedCoex finished = new FinishedCoex();

    private String program(String text) throws Exception {
        return Files.writeString(folder.resolve("program.coex"), text).toString();
    }

    @Test
    void coexHeapLooksIntoARunningProgramThatAllowsIt() throws Exception {
        String program =
                program(
                        """
                        func main(stdin: posix)
                            print("ready")
                            print(stdin.read_all().unwrap().len())
                        ~
                        """);
        var builder =
                new ProcessBuilder(
                        FinishedCoex.ROOT.resolve("coex").toString(), "run", "--jmx", program);
        builder.environment().put("COEX_NO_BUILD", "1");
        Process running = builder.start();
        try (var out = running.inputReader()) {
            assertThat(out.readLine()).isEqualTo("ready");
            assertThat(finished.coex("heap").out()).containsPattern(running.pid() + " +program ");
        } finally {
            running.destroy();
        }
    }

    @Test
    void everythingIsWatchedThatIsAskedFor() throws Exception {
        Path log = folder.resolve("gc.log");
        Path recording = folder.resolve("run.jfr");
        Run run =
                finished.coex(
                        "run",
                        "--gc-log",
                        log.toString(),
                        "--gc-trace=1",
                        "--jfr",
                        recording.toString(),
                        "--stats",
                        "--debugging",
                        program(PROGRAM),
                        "--stats");
        assertThat(run.out()).isEqualTo("2\n");
        assertThat(run.err())
                .startsWith("debugged\n")
                .contains("[GC] Collection #1 starting", "collections_completed: 1");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(log)
                .content()
                .contains("GC(1) Garbage Collection (Full) (Requested) ", "Heap closed");
        assertThat(recording).isNotEmptyFile();
    }

    @Test
    void withoutYoungCyclesEveryOneIsFullAndWithoutMovingTheLogSaysSo() throws Exception {
        String program =
                program(
                        """
                        func main()
                            kept: [[int]] = []
                            for i in 0..300000
                                garbage = [i, i + 1]
                                if i % 100 == 0
                                    kept = kept.append(garbage)
                                ~
                            ~
                            print(kept.len())
                        ~
                        """);
        for (String young : List.of("on", "off")) {
            Path log = folder.resolve(young + ".log");
            Run run =
                    finished.coex(
                            "run",
                            "--gc-young",
                            young,
                            "--gc-moving",
                            young,
                            "--gc-markers",
                            "2",
                            "--gc-trigger",
                            "10000",
                            "--gc-log",
                            log.toString(),
                            program);
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).isEqualTo("3000\n");
            assertThat(log).content().contains("Garbage Collection (Full) (Allocation Count)");
            boolean any = Files.readString(log).contains("Garbage Collection (Young) ");
            assertThat(any).as(young).isEqualTo(young.equals("on"));
            assertThat(log)
                    .content()
                    .contains("Moving: " + (young.equals("on") ? "Enabled" : "Disabled"));
        }
    }

    /// A recording holds the environment and the command line.
    @Test
    void onlyItsOwnerReadsARecording() throws Exception {
        Path made = folder.resolve("new.jfr");
        Path replaced = Files.writeString(folder.resolve("old.jfr"), "old");
        Files.setPosixFilePermissions(replaced, PosixFilePermissions.fromString("rw-r--r--"));
        for (Path recording : List.of(made, replaced)) {
            Run run = finished.coex("run", "--jfr", recording.toString(), program(PROGRAM));
            assertThat(run.err()).isEmpty();
            assertThat(Files.size(recording)).isGreaterThan(1000);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(recording)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskIsToldOfAndTheProgramGoesOn() throws Exception {
        for (String option : List.of("--gc-log", "--jfr")) {
            Run run = finished.coex("run", option, "/dev/full", program(PROGRAM));
            assertThat(run.err())
                    .as(option)
                    .isEqualTo("coex: cannot write /dev/full: No space left on device\n");
            assertThat(run.out()).isEqualTo("1\n");
            assertThat(run.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void theHeapStopsAtItsLimit() throws Exception {
        String hungry =
                program(
                        """
                        func main() -> int
                            kept: [[int]] = []
                            while true
                                kept = kept.append([kept.len(), 1])
                            ~
                            return 0
                        ~
                        """);
        Run run = finished.coex("run", "--heap-max", "4m", hungry);
        assertThat(run.err()).startsWith("Runtime error: memory exhausted");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void badValuesAreAnsweredInOneLine() throws Exception {
        Run run = finished.coex("run", "--heap-max", "12q", program(PROGRAM));
        assertThat(run.err())
                .isEqualTo(
                        "coex: --heap-max: '12q' is no size, which is a number and k, m, g or t\n");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);

        run = finished.set("COEX_OPTIONS", "--gc-trace 7").coex("run", program(PROGRAM));
        assertThat(run.err())
                .isEqualTo("coex: COEX_OPTIONS: --gc-trace: '7' is no level from 0 to 4\n");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void printingCanBeSwitchedOff() throws Exception {
        Run run = finished.coex("run", "--no-printing", program(PROGRAM));
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(3);
    }

    @Test
    void aProgramWithAFirstLineForTheShellRunsItself() throws Exception {
        Path file = Path.of(program(PROGRAM));
        assertThat(file.toFile().setExecutable(true)).isTrue();
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("coex"), FinishedCoex.ROOT.resolve("coex"));
        finished.set("PATH", bin + ":" + System.getenv("PATH"));
        Run run = finished.run("", List.of(file.toString(), "a", "-b"));
        assertThat(run.out()).isEqualTo("3\n");
        assertThat(run.exitCode()).isEqualTo(3);
    }
}
