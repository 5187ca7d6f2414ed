package coex.lsp.debug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Who gets in while a program is awaited.
class DebuggeePortTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final String HANDSHAKE = "JDWP-Handshake";

    private static Socket connect(DebuggeePort port, String words) throws IOException {
        var socket = new Socket("127.0.0.1", port.number());
        socket.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String said(Socket socket) throws IOException {
        return new String(
                socket.getInputStream().readNBytes(HANDSHAKE.length()), StandardCharsets.US_ASCII);
    }

    @Test
    void aStrangerWhoIsFasterIsTurnedAwayAndThePortIsKept() throws Exception {
        var visits = new AtomicInteger();
        try (DebuggeePort port = DebuggeePort.open(_ -> visits.incrementAndGet() > 1);
                Socket stranger = connect(port, HANDSHAKE);
                Socket program = connect(port, HANDSHAKE);
                Socket accepted = port.accept(LONG, () -> true)) {
            assertThat(accepted.getPort()).isEqualTo(program.getLocalPort());
            assertThat(said(program)).isEqualTo(HANDSHAKE);
            assertThat(stranger.getInputStream().readAllBytes()).isEmpty();
        }
    }

    @Test
    void whoDoesNotKnowTheProtocolIsTurnedAway() throws Exception {
        try (DebuggeePort port = DebuggeePort.open();
                Socket other = connect(port, "GET / HTTP/1.1");
                Socket program = connect(port, HANDSHAKE);
                Socket accepted = port.accept(LONG, () -> true)) {
            assertThat(other.isConnected()).isTrue();
            assertThat(accepted.getPort()).isEqualTo(program.getLocalPort());
        }
    }

    @Test
    void aProgramThatHasEndedIsNotWaitedFor() throws Exception {
        try (DebuggeePort port = DebuggeePort.open()) {
            assertThatThrownBy(() -> port.accept(LONG, () -> false))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("has ended before");
        }
    }

    /// Root can become somebody else, and so try it.
    @Test
    @EnabledOnOs(OS.LINUX)
    void anotherUserOfTheMachineIsTurnedAway() throws Exception {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "not root");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "no setpriv");
        try (DebuggeePort port = DebuggeePort.open()) {
            Process stranger =
                    new ProcessBuilder(
                                    "/usr/bin/setpriv",
                                    "--reuid=65534",
                                    "--regid=65534",
                                    "--clear-groups",
                                    "bash",
                                    "-c",
                                    "exec 3<>/dev/tcp/127.0.0.1/%d && printf %s >&3 && echo in; cat <&3"
                                            .formatted(port.number(), HANDSHAKE))
                            .redirectErrorStream(true)
                            .start();
            assertThat(stranger.inputReader().readLine()).isEqualTo("in");
            try (Socket program = connect(port, HANDSHAKE);
                    Socket accepted = port.accept(LONG, () -> true)) {
                assertThat(accepted.getPort()).isEqualTo(program.getLocalPort());
            }
            assertThat(stranger.inputReader().readLine()).isNull(); // not even the handshake
            stranger.waitFor();
        }
    }

    // The tables of connections

    private static final String HEAD =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid";

    private static final boolean IS_LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private static final InetSocketAddress OURS = address(1, 0x1F90);
    private static final InetSocketAddress THEIRS = address(2, 0xC000);

    private static InetSocketAddress address(int last, int port) {
        try {
            return new InetSocketAddress(
                    InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last}), port);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String row(String local, String remote, String state, int user) {
        String row =
                "   0: %s %s %s 00000000:00000000 00:00000000 00000000  %4d        0 1 1 0"
                        .formatted(local, remote, state, user);
        return IS_LITTLE
                ? row.replace("7F000001", "0100007F").replace("7F000002", "0200007F")
                : row;
    }

    private static boolean isOfUser(String... rows) {
        var all = new ArrayList<>(List.of(HEAD));
        all.addAll(List.of(rows));
        return LoopbackPeer.isOfUser("1000", all, OURS, THEIRS);
    }

    @Test
    void theOtherEndIsFoundAmongAllConnections() {
        String ours = row("7F000001:1F90", "7F000002:C000", "01", 1000);
        String mapped = IS_LITTLE ? "0000000000000000FFFF0000" : "00000000000000000000FFFF";
        assertThat(isOfUser(ours, row("7F000002:C000", "7F000001:1F90", "01", 1000))).isTrue();
        assertThat(
                        isOfUser(
                                ours,
                                row(
                                        mapped + "7F000002:C000",
                                        mapped + "7F000001:1F90",
                                        "01",
                                        1000)))
                .isTrue();
        assertThat(isOfUser(ours, row("7F000002:C000", "7F000001:1F90", "01", 1001))).isFalse();
        // another connection from the same port, by another address
        assertThat(isOfUser(ours, row("7F000001:C000", "7F000001:1F90", "01", 1000))).isFalse();
        // one that is closing
        assertThat(isOfUser(ours, row("7F000002:C000", "7F000001:1F90", "05", 1000))).isFalse();
        assertThat(isOfUser(ours)).isFalse();
        // a table that lacks what is there
        assertThat(isOfUser()).isTrue();
    }
}
