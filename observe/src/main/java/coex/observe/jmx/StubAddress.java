// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamConstants;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;

/// Where a stub of RMI leads to. Nothing but the property `java.rmi.server.hostname` says what that
/// should be, and that is for all stubs of a JVM. So a stub is written, and read with another host
/// in it; `java.rmi.server.RemoteObject` documents the form:
///
///     block of data, length | "UnicastRef2" | format, 0 | host | port | identity of the object
///
final class StubAddress {

    private static final String REFERENCE = "UnicastRef2";
    private static final byte WITHOUT_FACTORY = 0;
    private static final int MOST_IN_BLOCK = 255;

    private StubAddress() {}

    /// The same stub, leading to another host.
    @SuppressWarnings("unchecked")
    static <T> T moved(T stub, String host) throws IOException {
        byte[] written = written(stub);
        try (var in = new ObjectInputStream(new ByteArrayInputStream(moved(written, host)))) {
            return (T) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    private static byte[] written(Object stub) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(stub);
        }
        return bytes.toByteArray();
    }

    private static byte[] moved(byte[] stub, String host) throws IOException {
        int start = blockOf(stub);
        int length = stub[start + 1] & 0xFF;
        var block = new DataInputStream(new ByteArrayInputStream(stub, start + 2, length));
        var other = new ByteArrayOutputStream();
        var out = new DataOutputStream(other);
        out.writeUTF(block.readUTF());
        byte format = block.readByte();
        block.readUTF();
        out.writeByte(format);
        out.writeUTF(host);
        out.write(block.readAllBytes());
        if (format != WITHOUT_FACTORY || other.size() > MOST_IN_BLOCK) {
            throw new StreamCorruptedException("a stub of another form");
        }
        var all = new ByteArrayOutputStream();
        all.write(stub, 0, start + 1);
        all.write(other.size());
        other.writeTo(all);
        int end = start + 2 + length;
        all.write(stub, end, stub.length - end);
        return all.toByteArray();
    }

    /// Where the block of data begins.
    private static int blockOf(byte[] stub) throws StreamCorruptedException {
        String text = new String(stub, StandardCharsets.ISO_8859_1);
        String name = "\0" + (char) REFERENCE.length() + REFERENCE;
        int at = text.indexOf(name) - 2;
        if (at < 0
                || stub[at] != ObjectStreamConstants.TC_BLOCKDATA
                || at + 2 + (stub[at + 1] & 0xFF) > stub.length) {
            throw new StreamCorruptedException("a stub of another form");
        }
        return at;
    }
}
