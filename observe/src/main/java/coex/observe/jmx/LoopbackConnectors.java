// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import java.io.IOException;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.ServerSocket;
import java.rmi.server.RMIServerSocketFactory;
import java.util.Map;
import java.util.Set;

import javax.management.MBeanServer;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerProvider;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnectorServer;

/// Has the JDK's local management agent listen on the loopback interface alone.
///
/// The agent, which the JVM starts when a tool of the same user asks for it, listens on all
/// interfaces and hangs up on whoever is not on this machine. It is made by the first provider that
/// wants to, so this one makes it, with a socket that nobody elsewhere can reach. Connectors that a
/// program makes itself are none of our business.
///
/// The JDK finds the provider through the class loader of the thread that serves tools, which has
/// none: see [#offer]. That is given the one that loads programs. Where this class is not found
/// there, the agent is as ever.
public final class LoopbackConnectors implements JMXConnectorServerProvider {

    /// How the agent tells that its connector is for this machine only: an attribute of the
    /// environment.
    private static final String SOCKETS = RMIConnectorServer.RMI_SERVER_SOCKET_FACTORY_ATTRIBUTE;

    /// Threads may start between counting and listing them.
    private static final int SPARE = 16;

    private static final String OF_AGENT = "sun.management.jmxremote.LocalRMIServerSocketFactory";

    /// The thread that starts the agent, and the one that starts that thread when the first tool
    /// comes and hands on its class loader.
    private static final Set<String> THREADS = Set.of("Attach Listener", "Signal Dispatcher");

    /// Has the JDK find the provider, from now on.
    public static void offer() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        Thread[] threads = new Thread[all.activeCount() + SPARE];
        int count = all.enumerate(threads, false);
        for (int i = 0; i < count; i++) {
            if (THREADS.contains(threads[i].getName())
                    && threads[i].getContextClassLoader() == null) {
                threads[i].setContextClassLoader(ClassLoader.getSystemClassLoader());
            }
        }
    }

    @Override
    public JMXConnectorServer newJMXConnectorServer(
            JMXServiceURL url, Map<String, ?> environment, MBeanServer beans) throws IOException {
        if (!isOfAgent(url, environment)) {
            throw new MalformedURLException("not the local management agent: " + url);
        }
        InetAddress address = InetAddress.getLoopbackAddress();
        RMIServerSocketFactory sockets = port -> new ServerSocket(port, 0, address);
        var server = new LoopbackServer(url.getPort(), sockets, address, environment);
        return new RMIConnectorServer(url, environment, server, beans);
    }

    private static boolean isOfAgent(JMXServiceURL url, Map<String, ?> environment) {
        Object sockets = environment.get(SOCKETS);
        return url.getProtocol().equals("rmi")
                && sockets != null
                && sockets.getClass().getName().equals(OF_AGENT);
    }
}
