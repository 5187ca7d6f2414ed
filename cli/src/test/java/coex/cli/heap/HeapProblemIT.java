package coex.cli.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.cli.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.nio.file.Files;
import java.nio.file.Path;

/// Everything that can be wrong with the other process is one line on stderr, and exit code 1.
@DisabledOnOs(OS.WINDOWS)
class HeapProblemIT {

    private static void assertProblem(Coex.Run run, String message) {
        assertThat(run.err()).isEqualTo("coex: " + message + "\n");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aProcessThatDoesNotExist() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        assertProblem(
                Coex.run("heap", "stats", Long.toString(ended.pid())),
                "there is no process " + ended.pid());
    }

    @Test
    void aProcessThatIsNoJvmIsNotDisturbed() throws Exception {
        Process sleep = new ProcessBuilder("sleep", "600").start();
        try {
            assertProblem(
                    Coex.run("heap", "stats", Long.toString(sleep.pid())),
                    "process %d is not a JVM".formatted(sleep.pid()));
            assertThat(sleep.isAlive()).isTrue();
        } finally {
            sleep.destroyForcibly();
        }
    }

    @Test
    void aProcessOfAnotherUser() throws Exception {
        boolean root = "root".equals(System.getProperty("user.name"));
        Path setpriv = Path.of("/usr/bin/setpriv");
        assumeTrue(!root || Files.isExecutable(setpriv), "cannot become another user");
        Process nobody =
                root
                        ? new ProcessBuilder(
                                        setpriv.toString(),
                                        "--reuid=65534",
                                        "--clear-groups",
                                        "sleep",
                                        "600")
                                .start()
                        : null;
        try {
            ProcessHandle other = root ? nobody.toHandle() : ProcessHandle.of(1).orElseThrow();
            awaitOtherUser(other);
            assumeTrue(
                    other.isAlive() && other.info().user().isPresent() && !isOurs(other),
                    "no process of another user");
            assertThat(Coex.run("heap", "stats", Long.toString(other.pid())))
                    .satisfies(run -> assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED))
                    .satisfies(
                            run ->
                                    assertThat(run.err())
                                            .matches(
                                                    "coex: process \\d+ belongs to (\\S+), and only"
                                                            + " \\1 can look into it\n"));
        } finally {
            if (nobody != null) {
                nobody.destroyForcibly();
            }
        }
    }

    /// The new process is ours until it has changed its user.
    private static void awaitOtherUser(ProcessHandle other) throws InterruptedException {
        for (int i = 0; i < 6000 && other.isAlive() && isOurs(other); i++) {
            Thread.sleep(10);
        }
    }

    private static boolean isOurs(ProcessHandle other) {
        return other.info().user().equals(ProcessHandle.current().info().user());
    }

    @Test
    void aJvmWithoutHeaps() throws Exception {
        try (ChildJvm none = ChildJvm.with()) {
            assertProblem(
                    Coex.run("heap", "stats", none.pid()),
                    "process "
                            + none.pid()
                            + " shows no Coex heap; coex run needs --jmx for that, other programs"
                            + " have to call HeapBeans.register(heap)");
        }
    }

    @Test
    void aJvmThatLetsNobodyAttach() throws Exception {
        try (ChildJvm closed = ChildJvm.withFlag("-XX:+DisableAttachMechanism", "words")) {
            assertProblem(
                    Coex.run("heap", "stats", closed.pid()),
                    "process %s lets nobody attach; it was started with -XX:+DisableAttachMechanism"
                            .formatted(closed.pid()));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aJvmThatIsStopped() throws Exception {
        try (ChildJvm stopped = ChildJvm.with("words")) {
            assertThat(new ProcessBuilder("kill", "-STOP", stopped.pid()).start().waitFor())
                    .isZero();
            awaitStopped(stopped);
            assertProblem(
                    Coex.run("heap", "stats", stopped.pid()),
                    "process %1$s is stopped and cannot answer; kill -CONT %1$s lets it go on"
                            .formatted(stopped.pid()));
        }
    }

    /// A process is stopped when it next gets a processor.
    private static void awaitStopped(ChildJvm child) throws Exception {
        Path stat = Path.of("/proc", child.pid(), "stat");
        while (!Files.readString(stat).contains(") T ")) {
            Thread.sleep(10);
        }
    }

    @Test
    void aJvmThatIsNotListedIsFoundAllTheSame() throws Exception {
        try (ChildJvm hidden = ChildJvm.withFlag("-XX:-UsePerfData", "words")) {
            assertThat(Coex.run("heap", "verify", hidden.pid()).exitCode()).isEqualTo(ExitCode.OK);
        }
    }

    @Test
    void aProcessThatEndsMeanwhile() throws Exception {
        try (ChildJvm child = ChildJvm.with("words")) {
            assertProblem(
                    Coex.runAndMeddle(child::kill, "heap", "top", child.pid(), "--interval", "0.1"),
                    "process %s has ended".formatted(child.pid()));
        }
    }

    @Test
    void aHeapThatIsClosedMeanwhile() throws Exception {
        try (ChildJvm child = ChildJvm.with("words")) {
            assertProblem(
                    Coex.runAndMeddle(
                            () -> child.tell("close words"),
                            "heap",
                            "top",
                            child.pid(),
                            "--interval",
                            "0.1"),
                    "heap words of process %s was closed".formatted(child.pid()));
        }
    }

    /// On a slow machine the second heap may come after the last line, or too late: then again,
    /// with more lines.
    @Test
    void topGoesOnWithTheHeapThatFollows() throws Exception {
        int lines = 30;
        Coex.Run run = topOfTwoHeaps(lines);
        while (!run.out().contains(" second: ") && lines < 1000) {
            lines *= 3;
            run = topOfTwoHeaps(lines);
        }
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out().lines()).hasSize(lines);
        assertThat(run.out()).contains(" first: ", " second: ");
    }

    private static Coex.Run topOfTwoHeaps(int lines) throws Exception {
        try (ChildJvm child = ChildJvm.with("first")) {
            return Coex.runAndMeddle(
                    () -> {
                        child.tell("close first");
                        child.tell("open second");
                    },
                    "heap",
                    "top",
                    child.pid(),
                    "--interval",
                    "0.1",
                    "--count",
                    Integer.toString(lines));
        }
    }
}
