// SPDX-License-Identifier: Apache-2.0
package coex.observe.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;

/// A log in files of limited size, as the JVM's `filesize` and `filecount` have it.
///
/// The current file has the name given. When it is full it is renamed to `name.0`, the next one to
/// `name.1` and so on; when there are as many as are kept, the oldest is replaced. A file that is
/// there at the start counts as full. A file holds whole lines only, and is larger than the limit
/// only if a single line is. What is no regular file, such as a pipe, is only written to.
public final class RotatingFile implements LogOutput {

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final long limit;
    private final int kept;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

    private FileChannel channel;
    private long writtenBytes;
    private int unwrittenLines;
    private int nextArchive;

    /// Opens the file.
    ///
    /// @param limit bytes in a file; 0 for no limit
    /// @param kept full files beside the current one; 0 for no limit and none kept
    /// @throws IOException naming the file and the reason if it cannot be written
    public RotatingFile(Path file, long limit, int kept) throws IOException {
        this.file = file;
        boolean rotates = kept > 0 && (Files.isRegularFile(file) || !Files.exists(file));
        this.kept = rotates ? kept : 0;
        this.limit = rotates ? limit : 0;
        try {
            nextArchive = firstArchive();
            if (rotates && Files.isRegularFile(file) && Files.size(file) > 0) {
                requireWritable();
                archive();
            }
            openNew();
        } catch (IOException e) {
            throw new IOException(
                    "cannot write GC log: file=%s reason=%s".formatted(file, reason(e)), e);
        }
    }

    @Override
    public void write(String line) throws IOException {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        unwrittenLines++;
        long size = writtenBytes + buffer.position();
        if (limit > 0 && size > 0 && size + bytes.length > limit) {
            writeBuffer();
            unwrittenLines = 1;
            beginNextFile();
        }
        if (bytes.length > buffer.remaining()) {
            writeBuffer();
            unwrittenLines = 1;
        }
        if (bytes.length > buffer.capacity()) {
            write(ByteBuffer.wrap(bytes));
            unwrittenLines = 0;
        } else {
            buffer.put(bytes);
        }
    }

    @Override
    public void flush() throws IOException {
        writeBuffer();
        unwrittenLines = 0;
    }

    private void writeBuffer() throws IOException {
        write(buffer.flip());
        buffer.clear();
    }

    private void write(ByteBuffer bytes) throws IOException {
        if (!channel.isOpen()) { // the next file could not be opened when it should have been
            openNew();
        }
        int count = bytes.remaining();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        writtenBytes += count;
    }

    @Override
    public int discardUnwritten() {
        buffer.clear();
        int discarded = unwrittenLines;
        unwrittenLines = 0;
        removeTorn();
        return discarded;
    }

    /// A full disk takes a part of a buffer, and that ends in the middle of a line.
    private void removeTorn() {
        try {
            if (channel.isOpen() && channel.size() > writtenBytes) {
                channel.truncate(writtenBytes);
            }
        } catch (IOException e) {
            // A device has no size: nothing to remove. A disk in trouble has been reported.
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void openNew() throws IOException {
        channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING);
        writtenBytes = 0;
    }

    /// Renaming asks for rights on the folder only; someone has taken those on the file away.
    private void requireWritable() throws IOException {
        FileChannel.open(file, StandardOpenOption.WRITE).close();
    }

    /// Renames while the file is open: should that fail, the full file is still there.
    private void beginNextFile() throws IOException {
        archive();
        channel.close();
        openNew();
    }

    private void archive() throws IOException {
        Files.move(file, archive(nextArchive), StandardCopyOption.REPLACE_EXISTING);
        nextArchive = (nextArchive + 1) % kept;
    }

    private Path archive(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    /// The first that is free, or else the oldest.
    private int firstArchive() throws IOException {
        int oldest = 0;
        FileTime oldestTime = null;
        for (int number = 0; number < kept; number++) {
            if (!Files.exists(archive(number))) {
                return number;
            }
            FileTime time = Files.getLastModifiedTime(archive(number));
            if (oldestTime == null || time.compareTo(oldestTime) < 0) {
                oldest = number;
                oldestTime = time;
            }
        }
        return oldest;
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName();
    }
}
