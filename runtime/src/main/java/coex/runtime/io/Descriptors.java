package coex.runtime.io;

import coex.runtime.error.CoexError;
import coex.runtime.sandbox.FileAccess;
import coex.runtime.sandbox.OutputBudget;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/// The open files of a program, by numbers of its own: 0, 1 and 2 are standard input, output and
/// error.
///
/// Every write goes out at once, so that what was written in some order appears in it, whoever
/// wrote it. Any thread may call; each operation is whole.
public final class Descriptors {

    private static final int FIRST_FILE = 3;

    private final StandardStreams streams;
    private final FileAccess access;

    /// Null if the program may write without end.
    private final OutputBudget budget;

    /// By number. Under the lock of this.
    private final Map<Long, FileChannel> files = new HashMap<>();

    /// How many threads wait for standard input. Written by those, atomically; whoever ends the
    /// process reads it: such a thread does not notice that it should stop.
    private final AtomicInteger awaitingInput = new AtomicInteger();

    /// Those of a program that may open every file, and write without end.
    public Descriptors(StandardStreams streams) {
        this(streams, FileAccess.ALL, 0);
    }

    /// @param mostBytes that the program may write; 0 if there is no limit
    public Descriptors(StandardStreams streams, FileAccess access, long mostBytes) {
        this.streams = streams;
        this.access = access;
        this.budget = mostBytes == 0 ? null : new OutputBudget(mostBytes);
    }

    /// Whether somebody waits for standard input. Nothing but that ends it, and perhaps never.
    public boolean isAwaitingInput() {
        return awaitingInput.get() > 0;
    }

    /// Opens a file, in mode `r`, `w`, `a` or `rw`.
    ///
    /// @throws CoexError if the program may not open it
    public synchronized long open(String path, String mode) throws IOException {
        Set<StandardOpenOption> options =
                switch (mode) {
                    case "r" -> Set.of(StandardOpenOption.READ);
                    case "w" ->
                            Set.of(
                                    StandardOpenOption.WRITE,
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.TRUNCATE_EXISTING);
                    case "a" -> Set.of(StandardOpenOption.APPEND, StandardOpenOption.CREATE);
                    case "rw" ->
                            Set.of(
                                    StandardOpenOption.READ,
                                    StandardOpenOption.WRITE,
                                    StandardOpenOption.CREATE);
                    default -> throw new IOException("no such mode: mode=" + mode);
                };
        FileChannel channel = access.open(path, options);
        long number = FIRST_FILE;
        while (files.containsKey(number)) {
            number++;
        }
        files.put(number, channel);
        return number;
    }

    private synchronized FileChannel file(long number) throws IOException {
        FileChannel channel = files.get(number);
        if (channel == null) {
            throw new IOException("not an open file: fd=" + number);
        }
        return channel;
    }

    /// Up to `count` bytes, none at the end of the file.
    public byte[] read(long number, int count) throws IOException {
        if (number == 0) {
            return readSome(count);
        }
        ByteBuffer buffer = ByteBuffer.allocate(count);
        file(number).read(buffer);
        byte[] bytes = new byte[buffer.position()];
        buffer.flip().get(bytes);
        return bytes;
    }

    private byte[] readSome(int count) throws IOException {
        byte[] bytes = new byte[count];
        awaitingInput.incrementAndGet();
        try {
            int read = Math.max(0, streams.in().read(bytes, 0, count));
            return Arrays.copyOf(bytes, read);
        } finally {
            awaitingInput.decrementAndGet();
        }
    }

    /// A file from its start, or what is left of standard input.
    public byte[] readAll(long number) throws IOException {
        if (number == 0) {
            awaitingInput.incrementAndGet();
            try {
                return streams.in().readAllBytes();
            } finally {
                awaitingInput.decrementAndGet();
            }
        }
        FileChannel channel = file(number);
        var all = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocate(8192);
        channel.position(0);
        while (channel.read(buffer) >= 0) {
            all.write(buffer.array(), 0, buffer.position());
            buffer.clear();
        }
        return all.toByteArray();
    }

    /// @throws CoexError if the program has written all that it may; as much as that is written
    public void write(long number, byte[] bytes, int from, int count) throws IOException {
        int written = budget == null ? count : budget.take(count);
        writeAll(number, bytes, from, written);
        if (written < count) {
            throw budget.exceeded();
        }
    }

    /// Writes to standard error what is said about the program, which counts for no limit.
    public void report(byte[] text) {
        try {
            writeAll(2, text, 0, text.length);
        } catch (IOException _) {
            // the status tells
        }
    }

    private void writeAll(long number, byte[] bytes, int from, int count) throws IOException {
        if (number == 1 || number == 2) {
            OutputStream stream = number == 1 ? streams.out() : streams.err();
            synchronized (stream) {
                stream.write(bytes, from, count);
                stream.flush();
            }
            return;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes, from, count);
        FileChannel channel = file(number);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /// Writes to standard output or error, where nothing can be done about a failure.
    public void print(long number, byte[] bytes, int count) {
        try {
            write(number, bytes, 0, count);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Moves the position of a file: 0 from its start, 1 from where it is, 2 from its end.
    public long seek(long number, long offset, long whence) throws IOException {
        FileChannel channel = file(number);
        long base =
                switch (whence < 0 || whence > 2 ? -1 : (int) whence) {
                    case 0 -> 0;
                    case 1 -> channel.position();
                    case 2 -> channel.size();
                    default -> throw new IOException("no such origin: whence=" + whence);
                };
        if (offset > Long.MAX_VALUE - base) {
            throw new IOException("no such position: base=%d offset=%d".formatted(base, offset));
        }
        if (base + offset < 0) {
            throw new EOFException("before the start of the file: position=" + (base + offset));
        }
        channel.position(base + offset);
        return base + offset;
    }

    public synchronized void close(long number) throws IOException {
        if (number >= FIRST_FILE || number < 0) {
            file(number).close();
            files.remove(number);
        }
    }

    /// At the end of the program.
    public synchronized void closeAll() {
        for (FileChannel channel : files.values()) {
            try {
                channel.close();
            } catch (IOException _) {
                // nothing was kept back, so nothing is lost
            }
        }
        files.clear();
    }
}
