package coex.cli.heap;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;

/// Somebody who can connect to a port behind which RMI listens, and knows nothing but its protocol:
/// calls objects by numbers, which stubs would have been given.
final class RmiStranger {

    // Numbers of objects that are the same in every JVM

    static final long REGISTRY = 0;
    static final long COLLECTOR = 2;

    /// A method of the distributed collector, which takes an array of objects' numbers first.
    static final int DIRTY = 1;

    private static final long HASH_OF_COLLECTOR = -669196253586618813L;

    private static final int MAGIC = 0x4A524D49;
    private static final int VERSION = 2;
    private static final int STREAM = 0x4B;
    private static final int ACCEPTED = 0x4E;
    private static final int CALL = 0x50;
    private static final int RETURN = 0x51;
    private static final int EXCEPTION = 2;

    private RmiStranger() {}

    /// Calls a method of an object that needs no more to be found than its number.
    ///
    /// @return the exception that came back, with its causes, or "returned"
    static String call(int port, long object, int method, Object... arguments) throws Exception {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            var out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
            var in = new DataInputStream(socket.getInputStream());
            out.writeInt(MAGIC);
            out.writeShort(VERSION);
            out.writeByte(STREAM);
            out.flush();
            if (in.readByte() != ACCEPTED) {
                return "not accepted";
            }
            in.readUTF(); // who we are
            in.readInt();
            out.writeUTF("localhost");
            out.writeInt(0);
            out.writeByte(CALL);
            var call = new Arguments(out);
            call.writeLong(object);
            call.writeInt(0); // the space of numbers that are the same everywhere
            call.writeLong(0);
            call.writeShort(0);
            call.writeInt(method);
            call.writeLong(HASH_OF_COLLECTOR);
            for (Object each : arguments) {
                call.writeObject(each);
            }
            call.flush();
            return answer(in);
        }
    }

    private static String answer(DataInputStream in) throws IOException, ClassNotFoundException {
        if (in.readByte() != RETURN) {
            return "no answer";
        }
        var answer = new Answer(in);
        boolean isException = answer.readByte() == EXCEPTION;
        answer.readInt(); // the number of the call
        answer.readLong();
        answer.readShort();
        if (!isException) {
            return "returned";
        }
        var text = new StringBuilder();
        for (var each = (Throwable) answer.readObject(); each != null; each = each.getCause()) {
            text.append(each).append('\n');
        }
        return text.toString();
    }

    /// Classes come with the place they are loaded from, which is none.
    private static final class Arguments extends ObjectOutputStream {
        Arguments(OutputStream out) throws IOException {
            super(out);
        }

        @Override
        protected void annotateClass(Class<?> type) throws IOException {
            writeObject(null);
        }
    }

    private static final class Answer extends ObjectInputStream {
        Answer(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass type)
                throws IOException, ClassNotFoundException {
            readObject(); // the place
            return super.resolveClass(type);
        }
    }
}
