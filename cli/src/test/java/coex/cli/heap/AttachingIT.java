package coex.cli.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.cli.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// Who can reach a program that `coex heap` has looked into.
@EnabledOnOs(OS.LINUX)
class AttachingIT {

    private static final String LISTENING = "0A";

    /// As `/proc/net/tcp` and `tcp6` write addresses: words of four bytes, each in the machine's
    /// order.
    private static final Set<String> LOOPBACK =
            Set.of(
                    "0100007F",
                    "0000000000000000FFFF00000100007F",
                    "00000000000000000000000001000000");

    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
    private static final String NOBODY = "65534";

    @Test
    void afterwardsAProgramOnTheClassPathListensOnTheLoopbackInterfaceOnly() throws Exception {
        try (ChildJvm child = ChildJvm.with("words")) {
            assertListensLocally(child);
        }
    }

    @Test
    void afterwardsAProgramOnTheModulePathListensOnTheLoopbackInterfaceOnly() throws Exception {
        try (ChildJvm child = ChildJvm.onModulePath("words")) {
            assertListensLocally(child);
        }
    }

    /// Somebody has used the JVM's attach mechanism before it had a heap to show.
    @Test
    void aProgramThatWasAttachedToBeforeListensOnTheLoopbackInterfaceOnly() throws Exception {
        try (ChildJvm child = ChildJvm.with()) {
            Process jcmd = new ProcessBuilder(jdk("jcmd"), child.pid(), "VM.version").start();
            jcmd.getInputStream().readAllBytes();
            assertThat(jcmd.waitFor()).isZero();
            child.tell("open words");
            assertListensLocally(child);
        }
    }

    private static void assertListensLocally(ChildJvm child) throws IOException {
        assertThat(listeningAddresses(child.pid())).isEmpty();
        Coex.Run run = Coex.run("heap", "stats", child.pid());
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(listeningAddresses(child.pid())).isNotEmpty().allMatch(LOOPBACK::contains);
    }

    /// Of the process's sockets that wait for connections, the addresses.
    private static List<String> listeningAddresses(String pid) throws IOException {
        Set<String> sockets = sockets(pid);
        List<String> found = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6")) {
            Path file = Path.of("/proc", pid, "net", table);
            if (!Files.exists(file)) {
                continue; // a machine without IPv6
            }
            for (String line : Files.readAllLines(file)) {
                String[] columns = line.strip().split("\\s+");
                if (columns[3].equals(LISTENING) && sockets.contains(columns[9])) {
                    found.add(columns[1].substring(0, columns[1].indexOf(':')));
                }
            }
        }
        return found;
    }

    /// The numbers of all sockets that the process has open.
    private static Set<String> sockets(String pid) throws IOException {
        try (var files = Files.list(Path.of("/proc", pid, "fd"))) {
            return files.map(AttachingIT::target)
                    .filter(target -> target.startsWith("socket:["))
                    .map(target -> target.substring(8, target.length() - 1))
                    .collect(Collectors.toSet());
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException _) {
            return ""; // closed meanwhile
        }
    }

    @Test
    void whatOneAttachesThroughIsForTheUserAlone() throws Exception {
        try (ChildJvm child = ChildJvm.with("words")) {
            assertThat(Coex.run("heap", "stats", child.pid()).exitCode()).isEqualTo(ExitCode.OK);
            Path temporary = Path.of("/proc", child.pid(), "root", "tmp");
            assertThat(permissions(temporary.resolve(".java_pid" + child.pid())))
                    .isEqualTo("rw-------");
            Path shown =
                    temporary
                            .resolve("hsperfdata_" + System.getProperty("user.name"))
                            .resolve(child.pid());
            assertThat(permissions(shown)).isEqualTo("rw-------");
            assertThat(Files.getPosixFilePermissions(shown.getParent()))
                    .doesNotContain(
                            PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
        }
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void anotherUserIsRefused() throws Exception {
        assumeTrue(
                "root".equals(System.getProperty("user.name")) && Files.isExecutable(SETPRIV),
                "only root can become another user, with setpriv");
        Path jars = Path.of("target", "dist", "lib").toAbsolutePath();
        assumeTrue(
                asNobody("test", "-r", jars.toString()).status == 0
                        && asNobody(jdk("java"), "--version").status == 0,
                "another user cannot read what was built, or the JDK");
        try (ChildJvm child = ChildJvm.with("words")) {
            assertThat(Coex.run("heap", "stats", child.pid()).exitCode()).isEqualTo(ExitCode.OK);
            Ended ours =
                    asNobody(
                            jdk("java"),
                            "-p",
                            jars.toString(),
                            "-m",
                            "coex.cli/coex.cli.Launch",
                            "heap",
                            "stats",
                            child.pid());
            assertThat(ours.output)
                    .isEqualTo(
                            "coex: process %s belongs to root, and only root can look into it\n"
                                    .formatted(child.pid()));
            assertThat(ours.status).isEqualTo(ExitCode.FAILED);
            Ended theirs = asNobody(jdk("jcmd"), child.pid(), "VM.system_properties");
            assertThat(theirs.status).isNotZero();
            assertThat(theirs.output).doesNotContain("coex.observe.heaps");
            Ended list = asNobody(jdk("jcmd"), "-l");
            assertThat(list.output).doesNotContain("HeapProgram");
        }
    }

    private record Ended(int status, String output) {}

    private static Ended asNobody(String... command) throws Exception {
        List<String> all =
                new ArrayList<>(
                        List.of(
                                SETPRIV.toString(),
                                "--reuid=" + NOBODY,
                                "--regid=" + NOBODY,
                                "--clear-groups"));
        all.addAll(List.of(command));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return new Ended(process.exitValue(), output);
    }

    private static String jdk(String command) {
        return Path.of(System.getProperty("java.home"), "bin", command).toString();
    }
}
