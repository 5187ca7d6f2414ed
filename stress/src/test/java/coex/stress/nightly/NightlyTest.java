package coex.stress.nightly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What `stress/nightly` asks of the commands that do the work, and what it writes of what they
/// say. The commands are scripts here that print a line or two.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "nightly is a shell script")
class NightlyTest {

    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

    /// Writes each call to the file `calls`.
    private static final String COEX =
            """
            #!/bin/sh
            echo "$*" >> "${0%/*}/calls"
            case "$*" in
                torture\\ --seed*)
                    echo "torture: $5 seeds, $7 operations, 3 cycles, lost 0, corrupted 0"
                    ;;
                soak\\ --seconds*)
                    echo "     0 s, round 1: 10 objects, 0.10 MiB in objects, 1.00 MiB held, 7 free runs, 60 % of free memory outside the largest"
                    echo "     1 s, round 10: 10 objects, 0.10 MiB in objects, 2.00 MiB held, 8 free runs, 70 % of free memory outside the largest"
                    echo "    20 s, round 20: 10 objects, 0.10 MiB in objects, 2.50 MiB held, 9 free runs, 80 % of free memory outside the largest"
                    echo "    29 s, round 30: 10 objects, 0.10 MiB in objects, 2.25 MiB held, 6 free runs, 75 % of free memory outside the largest"
                    echo "soak: 30 rounds, nothing grew"
                    ;;
                *) echo done ;;
            esac
            exit 0

            """;

    private static final String MVN =
            """
            #!/bin/sh
            case "$*" in
                *'-Dtest=*OnceTest'*)
                    echo "[INFO] Tests run: RUN, Failures: 0, Errors: 0, Skipped: 0"
                    echo "[INFO] Finished"
                    ;;
            esac
            """;

    private static final String FAULTS =
            """
            #!/bin/sh
            [ "$1" = --table ] && echo "a table" > "$2" && echo "1 of 1 caught"
            """;

    @TempDir Path root;

    private record Run(int exitCode, String printed) {}

    @BeforeEach
    void makeRepository() throws IOException, InterruptedException {
        assumeTrue(hasGit());
        Files.createDirectories(root.resolve("stress/model"));
        Files.createDirectories(root.resolve("path"));
        Files.copy(REPOSITORY.resolve("stress/nightly"), root.resolve("stress/nightly"));
        String coex = Files.readString(REPOSITORY.resolve("coex"));
        int functions = coex.indexOf("# Sets `resolved` to the file");
        script("coex", COEX + coex.substring(functions));
        script("path/mvn", MVN.replace("RUN", "2"));
        Files.createDirectories(root.resolve("stress/faults"));
        script("stress/faults/check", FAULTS);
        run("git", "init", "-q", ".");
        run("git", "add", "coex", "stress");
        run(
                "git",
                "-c",
                "user.name=n",
                "-c",
                "user.email=e",
                "-c",
                "commit.gpgsign=false",
                "commit",
                "-q",
                "-m",
                "begin");
    }

    private static boolean hasGit() {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, "git")));
    }

    private void script(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Run run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_")); // a hook's
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment()
                .merge("PATH", root.resolve("path").toString(), (old, own) -> own + ":" + old);
        Process process = builder.start();
        process.getOutputStream().close();
        String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), printed);
    }

    private Run nightly(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "stress/nightly"));
        command.addAll(List.of(options));
        return run(command.toArray(String[]::new));
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(root.resolve("calls"));
    }

    private String summary() throws IOException {
        try (Stream<Path> files = Files.list(root.resolve("stress/results"))) {
            Path summary =
                    files.filter(file -> !file.toString().endsWith("-faults.md"))
                            .findFirst()
                            .orElseThrow();
            return Files.readString(summary);
        }
    }

    @Test
    void eachShareOfTheTortureForcesSomethingElse() throws Exception {
        Run run =
                nightly(
                        "--hours",
                        "1",
                        "--only",
                        "torture",
                        "--operations",
                        "7000",
                        "--seeds",
                        "7");
        assertThat(run.exitCode()).as(run.printed()).isZero();
        List<String> options =
                calls().stream().map(call -> call.replaceAll("^torture --seed \\d+", "")).toList();
        String share = " --seeds 1 --operations 1000";
        assertThat(options)
                .containsExactly(
                        share,
                        share + " --young --poison --check-safepoints",
                        share + " --full-every 5 --poison",
                        share + " --move-all --poison --check-safepoints",
                        share + " --poison",
                        share + " --poison --second-trace --check-safepoints",
                        share + " --young --poison --second-trace --markers 3");
        assertThat(summary())
                .contains("Nothing was found.", "Torture: 7000 operations over 7 seeds.")
                .containsPattern(
                        "\\| torture/3 \\| ok \\| \\d+ \\| from seed \\d+, --full-every 5 --poison:"
                                + " 1 seeds, 1000 operations, ");
    }

    @Test
    void piecesHaveTenSeedsAtMost() throws Exception {
        nightly("--hours", "1", "--only", "torture", "--operations", "810", "--seeds", "81");
        assertThat(calls()).hasSize(9);
        assertThat(calls().getFirst()).endsWith("--seeds 10 --operations 100");
        assertThat(calls().getLast()).endsWith("--seeds 1 --operations 10 --young --poison");
    }

    @Test
    void theSoakKeepsASampleOfItsBeginningAndTheLast() throws Exception {
        Run run = nightly("--hours", "1", "--only", "soak");
        assertThat(run.exitCode()).as(run.printed()).isZero();
        assertThat(calls().getFirst()).isEqualTo("soak --seconds 361");
        assertThat(summary())
                .contains(
                        "| round 10: 2.00 MiB held, 8 free runs, 70 %;"
                                + " round 30: 2.25 MiB held, 6 free runs, 75 %;"
                                + " soak: 30 rounds, nothing grew |");
    }

    @Test
    void theSoakTakesTheHoursItIsGiven() throws Exception {
        nightly("--hours", "1", "--only", "soak", "--soak-hours", "2.5");
        assertThat(calls().getFirst()).isEqualTo("soak --seconds 9000");
    }

    @Test
    void theBrokerSaysHowManyTestsItHasRun() throws Exception {
        Run run = nightly("--hours", "1", "--only", "broker");
        assertThat(run.exitCode()).as(run.printed()).isZero();
        assertThat(summary())
                .containsPattern("\\| broker \\| ok \\| \\d+ \\| Tests run: 2, Failures: 0, ");
    }

    @Test
    void whatCaughtEachFaultIsKeptBesideTheSummary() throws Exception {
        Run run = nightly("--hours", "1", "--only", "faults");
        assertThat(run.exitCode()).as(run.printed()).isZero();
        assertThat(summary()).containsPattern("\\| faults \\| ok \\| \\d+ \\| 1 of 1 caught \\|");
        try (Stream<Path> files = Files.list(root.resolve("stress/results"))) {
            assertThat(files)
                    .filteredOn(file -> file.toString().endsWith("-faults.md"))
                    .singleElement()
                    .satisfies(file -> assertThat(file).hasContent("a table"));
        }
    }

    @Test
    void aBrokerThatHasRunNothingIsAFinding() throws Exception {
        script("path/mvn", MVN.replace("RUN", "0"));
        Run run = nightly("--hours", "1", "--only", "broker");
        assertThat(run.exitCode()).as(run.printed()).isEqualTo(1);
        assertThat(summary()).contains("**1 FINDINGS**").contains("| broker | FINDING |");
    }

    @Test
    void whatItDoesNotUnderstandItSays() throws Exception {
        assertRefused("--soak-hours needs a number such as 8 or 0.5, not 'x'", "--soak-hours", "x");
        assertRefused("--soak-hours is more than 0 and at most 1000", "--soak-hours", "0");
        assertRefused("--hours needs a number such as 8 or 0.5, not ''", "--hours");
        assertRefused("not 'brokers'", "--hours", "1", "--only", "brokers");
        assertRefused("say how long: --hours N", "--soak-hours", "1");
    }

    private void assertRefused(String why, String... options) throws Exception {
        Run run = nightly(options);
        assertThat(run.exitCode()).as(run.printed()).isEqualTo(2);
        assertThat(run.printed()).contains(why);
    }
}
