// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import coex.observe.OwnerOnlyFile;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// A file that appears under its name when it is complete, and not before.
///
/// Until [#complete] it is `<name>.partial`, locked, so that two dumps cannot write the same one.
/// It is always a new file, which nobody else can have open: a partial file that a killed process
/// of this user left is deleted, and one of anybody else is refused. Closing an incomplete file
/// deletes it.
public final class DumpFile implements AutoCloseable {

    private static final Set<OpenOption> OPEN =
            Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private final Path file;
    private final Path partial;
    private final boolean overwrite;
    private final FileChannel channel;
    private boolean complete;

    private DumpFile(Path file, Path partial, boolean overwrite, FileChannel channel) {
        this.file = file;
        this.partial = partial;
        this.overwrite = overwrite;
        this.channel = channel;
    }

    /// Begins a file.
    ///
    /// @throws FileAlreadyExistsException if it exists and must not be overwritten
    public static DumpFile create(Path file, boolean overwrite) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("heap dump cannot replace a folder: file=" + file);
        }
        if (!overwrite && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw exists(file);
        }
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        deleteLeftover(partial);
        FileChannel channel;
        try {
            channel = OwnerOnlyFile.create(partial);
        } catch (IOException e) {
            throw failure(file, 0, e);
        }
        try {
            requireLock(channel, partial);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        return new DumpFile(file, partial, overwrite, channel);
    }

    private static void deleteLeftover(Path partial) throws IOException {
        if (!Files.exists(partial, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.isRegularFile(partial, LinkOption.NOFOLLOW_LINKS)
                || !OwnerOnlyFile.isOfThisUser(partial)) {
            throw new IOException("heap dump has a file of others in its way: file=" + partial);
        }
        try (FileChannel leftover = FileChannel.open(partial, OPEN)) {
            requireLock(leftover, partial);
            Files.delete(partial);
        }
    }

    private static void requireLock(FileChannel channel, Path partial) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null; // this JVM has it
        }
        if (lock == null) {
            throw new IOException("another heap dump is being written: file=" + partial);
        }
    }

    private static FileAlreadyExistsException exists(Path file) {
        return new FileAlreadyExistsException("heap dump file exists already: file=" + file);
    }

    /// Where to write.
    public WritableByteChannel channel() {
        return channel;
    }

    /// Everything is written: the file gets its name.
    public void complete() throws IOException {
        channel.close();
        try {
            if (overwrite) {
                Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
            } else {
                Files.move(partial, file);
            }
        } catch (FileAlreadyExistsException e) {
            throw exists(file);
        }
        complete = true;
    }

    /// What to throw when writing has failed.
    public IOException failure(long written, IOException cause) {
        return cause instanceof FileAlreadyExistsException ? cause : failure(file, written, cause);
    }

    private static IOException failure(Path file, long written, IOException cause) {
        String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return new IOException(
                "heap dump failed: file=%s written=%d reason=%s: %s"
                        .formatted(file, written, cause.getClass().getSimpleName(), reason),
                cause);
    }

    @Override
    public void close() throws IOException {
        if (!complete) {
            channel.close();
            Files.deleteIfExists(partial);
        }
    }
}
