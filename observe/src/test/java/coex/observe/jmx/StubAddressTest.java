package coex.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.StreamCorruptedException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.management.remote.rmi.RMIConnection;
import javax.management.remote.rmi.RMIServer;

class StubAddressTest {

    private static final Pattern DESCRIPTION =
            Pattern.compile("endpoint:\\[([^:\\]]+):(\\d+).*objID:\\[([^\\]]+, -?\\d+)\\]");

    /// An interface that the JDK can see; this package is not open to it.
    private static final class Answer implements RMIServer {
        @Override
        public String getVersion() {
            return "42";
        }

        @Override
        public RMIConnection newClient(Object credentials) {
            throw new UnsupportedOperationException();
        }
    }

    private final Answer object = new Answer();
    private RMIServer stub;

    @BeforeEach
    void offer() throws RemoteException {
        stub =
                (RMIServer)
                        UnicastRemoteObject.exportObject(object, 0, null, StubAddressTest::socket);
    }

    private static ServerSocket socket(int port) throws IOException {
        return new ServerSocket(port, 0, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void withdraw() throws RemoteException {
        UnicastRemoteObject.unexportObject(object, true);
    }

    private static Matcher described(RMIServer stub) {
        Matcher matcher = DESCRIPTION.matcher(stub.toString());
        assertThat(matcher.find()).as(stub.toString()).isTrue();
        return matcher;
    }

    @ParameterizedTest
    @ValueSource(strings = {"h", "192.0.2.17", "a-long-name-of-a-host.somewhere.example.org"})
    void onlyTheHostIsAnother(String host) throws Exception {
        Matcher before = described(stub);
        Matcher after = described(StubAddress.moved(stub, host));
        assertThat(after.group(1)).isEqualTo(host);
        assertThat(after.group(2)).isEqualTo(before.group(2)).isNotEqualTo("0");
        assertThat(after.group(3)).isEqualTo(before.group(3));
    }

    @Test
    void aStubThatWasMovedToWhereItsObjectListensWorks() throws Exception {
        String host = InetAddress.getLoopbackAddress().getHostAddress();
        assertThat(StubAddress.moved(stub, host).getVersion()).isEqualTo("42");
    }

    @Test
    void whatIsNoSuchStubIsRefused() {
        assertThatThrownBy(() -> StubAddress.moved("UnicastRef2", "h"))
                .isInstanceOf(StreamCorruptedException.class);
        assertThatThrownBy(() -> StubAddress.moved(stub, "h".repeat(250)))
                .isInstanceOf(StreamCorruptedException.class);
    }
}
