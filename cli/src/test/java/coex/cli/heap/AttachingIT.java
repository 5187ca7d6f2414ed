package coex.cli.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.cli.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    @TempDir private Path readable;

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

    private static List<String> listeningAddresses(String pid) throws IOException {
        return listening(pid).stream().map(each -> each.substring(0, each.indexOf(':'))).toList();
    }

    /// Of the process's sockets that wait for connections, the addresses and ports.
    private static List<String> listening(String pid) throws IOException {
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
                    found.add(columns[1]);
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
                "root".equals(System.getProperty("user.name")),
                "only root can become another user");
        assertThat(SETPRIV).isExecutable();
        Path jars = readableCopy(Path.of("target", "dist", "lib"));
        try (var copied = Files.list(jars)) {
            for (Path jar : copied.toList()) {
                assertThat(asNobody("test", "-r", jar.toString()).status)
                        .as("another user can read %s", jar)
                        .isZero();
            }
        }
        assertThat(asNobody(jdk("java"), "--version").status)
                .as("another user can run %s", jdk("java"))
                .isZero();
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

    /// The folders on the way to what was built may be closed to others, as root's home is.
    private Path readableCopy(Path jars) throws IOException {
        Path copy = Files.createDirectory(readable.resolve("lib"));
        try (var files = Files.list(jars)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        for (Path each : List.of(readable, copy)) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return copy;
    }

    /// What design note 0013 says of a user who can connect to the port, and that is everyone on
    /// this machine, but has not seen the address with the numbers of objects.
    @Test
    void whoeverOnlyConnectsToThePortCanCallNothing() throws Exception {
        try (ChildJvm child = ChildJvm.with("words")) {
            assertThat(Coex.run("heap", "stats", child.pid()).exitCode()).isEqualTo(ExitCode.OK);
            List<Integer> ports =
                    listening(child.pid()).stream()
                            .map(
                                    each ->
                                            Integer.parseInt(
                                                    each.substring(each.indexOf(':') + 1), 16))
                            .toList();
            assertThat(ports).isNotEmpty();
            for (int port : ports) {
                for (long known :
                        new long[] {RmiStranger.REGISTRY, 1, 3, 4, 0x1234_5678_9ABC_DEFL}) {
                    assertThat(RmiStranger.call(port, known, 0))
                            .as("call of object %d on port %d", known, port)
                            .startsWith("java.rmi.NoSuchObjectException");
                }
                // It is spoken to in its language: of the distributed collector there is one.
                assertThat(RmiStranger.call(port, RmiStranger.COLLECTOR, 99))
                        .doesNotContain("NoSuchObject")
                        .contains("invalid method number");
                assertThat(
                                RmiStranger.call(
                                        port,
                                        RmiStranger.COLLECTOR,
                                        RmiStranger.DIRTY,
                                        new HashMap<>(Map.of("any", "object"))))
                        .contains("InvalidClassException", "REJECTED");
            }
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
