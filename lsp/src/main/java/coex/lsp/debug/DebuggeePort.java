package coex.lsp.debug;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/// The port that a program to be debugged connects to. Others may be faster: only a process of this
/// user is taken, and the port stays ours until one has come. Were it given up before, a stranger
/// could listen there in our place, and tell the program what to run.
final class DebuggeePort implements AutoCloseable {

    private static final byte[] HANDSHAKE = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);
    private static final int LOOK_MILLIS = 200;
    private static final int HANDSHAKE_MILLIS = 5000;

    private final ServerSocket server;
    private final Visitors visitors;

    /// Whom to let in.
    interface Visitors {
        boolean isWelcome(Socket visitor) throws IOException;
    }

    private DebuggeePort(ServerSocket server, Visitors visitors) {
        this.server = server;
        this.visitors = visitors;
    }

    static DebuggeePort open() throws IOException {
        return open(LoopbackPeer::isOfThisUser);
    }

    static DebuggeePort open(Visitors visitors) throws IOException {
        var server = new ServerSocket();
        try {
            InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            server.bind(new InetSocketAddress(here, 0));
            server.setSoTimeout(LOOK_MILLIS);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        return new DebuggeePort(server, visitors);
    }

    int number() {
        return server.getLocalPort();
    }

    /// Waits for the program. Packets of the protocol follow on what is returned.
    ///
    /// @param atMost how long
    /// @param isRunning false when nobody is to be expected any more
    Socket accept(Duration atMost, BooleanSupplier isRunning) throws IOException {
        long end = System.nanoTime() + atMost.toNanos();
        while (System.nanoTime() - end < 0) {
            boolean wasRunning = isRunning.getAsBoolean();
            try {
                Socket visitor = server.accept();
                if (isLetIn(visitor)) {
                    return visitor;
                }
                visitor.close();
            } catch (SocketTimeoutException e) {
                if (!wasRunning) {
                    throw new IOException("it has ended before it connected to its debugger", e);
                }
            }
        }
        throw new IOException("it has not connected to its debugger");
    }

    private boolean isLetIn(Socket visitor) {
        try {
            return visitors.isWelcome(visitor) && greets(visitor);
        } catch (IOException e) {
            return false;
        }
    }

    /// Both sides say the same words.
    private static boolean greets(Socket visitor) throws IOException {
        visitor.setTcpNoDelay(true);
        visitor.setSoTimeout(HANDSHAKE_MILLIS);
        visitor.getOutputStream().write(HANDSHAKE);
        byte[] answer = visitor.getInputStream().readNBytes(HANDSHAKE.length);
        visitor.setSoTimeout(0);
        return Arrays.equals(answer, HANDSHAKE);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
