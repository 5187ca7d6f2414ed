package coex.lsp.debug;

import com.sun.jdi.connect.spi.ClosedConnectionException;
import com.sun.jdi.connect.spi.Connection;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;

/// Packets of the JVM's debugging protocol on a socket, after the handshake. Each begins with its
/// length, of four bytes, which counts itself.
final class JdwpConnection extends Connection {

    private static final int LEAST_BYTES = 11; // of the head of a packet

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final Object reading = new Object();
    private final Object writing = new Object();

    JdwpConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    /// An empty packet says that the program has ended.
    @Override
    public byte[] readPacket() throws IOException {
        synchronized (reading) {
            requireOpen();
            try {
                int length = in.readInt();
                if (length < LEAST_BYTES) {
                    throw new IOException("no packet: length=" + length);
                }
                byte[] rest = in.readNBytes(length - Integer.BYTES);
                if (rest.length < length - Integer.BYTES) {
                    throw new EOFException();
                }
                return ByteBuffer.allocate(length).putInt(length).put(rest).array();
            } catch (EOFException e) {
                return new byte[0];
            } catch (IOException e) {
                requireOpen();
                throw e;
            }
        }
    }

    @Override
    public void writePacket(byte[] packet) throws IOException {
        requireOpen();
        if (packet.length < LEAST_BYTES || ByteBuffer.wrap(packet).getInt() != packet.length) {
            throw new IllegalArgumentException("no packet: bytes=" + packet.length);
        }
        synchronized (writing) {
            try {
                out.write(packet);
            } catch (IOException e) {
                requireOpen();
                throw e;
            }
        }
    }

    private void requireOpen() throws ClosedConnectionException {
        if (!isOpen()) {
            throw new ClosedConnectionException("connection is closed");
        }
    }

    @Override
    public boolean isOpen() {
        return !socket.isClosed();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
