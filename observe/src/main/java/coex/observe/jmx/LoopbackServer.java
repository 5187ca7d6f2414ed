// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import java.io.IOException;
import java.net.InetAddress;
import java.rmi.Remote;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.RemoteObject;
import java.util.Map;

import javax.management.remote.rmi.RMIConnection;
import javax.management.remote.rmi.RMIJRMPServerImpl;

/// What a tool talks to. All that it is told to connect to is on the loopback interface: RMI itself
/// would give it the address of the machine, where nobody listens.
final class LoopbackServer extends RMIJRMPServerImpl {

    private final String host;

    LoopbackServer(
            int port,
            RMIServerSocketFactory sockets,
            InetAddress address,
            Map<String, ?> environment)
            throws IOException {
        super(port, null, sockets, environment);
        this.host = address.getHostAddress();
    }

    @Override
    public Remote toStub() throws IOException {
        return StubAddress.moved(super.toStub(), host);
    }

    @Override
    public RMIConnection newClient(Object credentials) throws IOException {
        RMIConnection client = super.newClient(credentials);
        return StubAddress.moved((RMIConnection) RemoteObject.toStub(client), host);
    }
}
