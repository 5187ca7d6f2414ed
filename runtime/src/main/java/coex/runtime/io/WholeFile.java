package coex.runtime.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.UUID;

/// Writes files so that each has all of its old content or all of its new content, whatever happens
/// in between: a full disk, a signal, a machine that stops. The new content goes into another file
/// in the same folder, which then takes the name.
///
/// - A symbolic link stays one; the file it leads to is written.
/// - Permissions stay, and the owner and the group where that is allowed. Other names of the same
///   file (hard links) keep the old content.
/// - A file that is not to be written is not replaced. Nor is one in a folder where no file can be
///   made: it could only be written in place, and then a failure would lose what it holds.
/// - Devices, pipes and directories are not replaced.
public final class WholeFile {

    private WholeFile() {}

    /// Gives the new content.
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /// Writes text as UTF-8.
    public static void write(Path file, String text) throws IOException {
        write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)), null);
    }

    /// Writes a file that has the permissions of the one before it, or those of any new file.
    public static void write(Path file, Content content) throws IOException {
        write(file, content, null);
    }

    /// Writes a file.
    ///
    /// @param permissions what it has then, where files have such; null for what it had
    public static void write(Path file, Content content, Set<PosixFilePermission> permissions)
            throws IOException {
        boolean exists = Files.exists(file);
        if (exists && !Files.isRegularFile(file)) {
            throw new FileSystemException(file.toString(), null, "it is no ordinary file");
        }
        if (exists && !Files.isWritable(file)) {
            throw new AccessDeniedException(file.toString());
        }
        Path target = exists ? file.toRealPath() : file.toAbsolutePath();
        Path unfinished = target.resolveSibling(".coex-" + UUID.randomUUID() + ".tmp");
        try {
            fill(unfinished, content);
            if (exists) {
                keepAttributes(target, unfinished);
            }
            if (permissions != null && hasPermissions(unfinished)) {
                Files.setPosixFilePermissions(unfinished, permissions);
            }
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            discard(unfinished);
        }
    }

    private static void fill(Path unfinished, Content content) throws IOException {
        try (FileChannel channel = create(unfinished)) {
            content.writeTo(Channels.newOutputStream(channel));
            channel.force(true); // else the name could reach the disk before the content
        }
    }

    private static FileChannel create(Path unfinished) throws IOException {
        Path folder = unfinished.getParent();
        try {
            return FileChannel.open(
                    unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (AccessDeniedException e) {
            throw new FileSystemException(
                    e.getFile(), null, "permission denied to make files in " + folder);
        } catch (NoSuchFileException e) {
            if (Files.isDirectory(folder)) {
                throw new FileSystemException(
                        e.getFile(), null, "no file can be made in " + folder);
            }
            throw e;
        }
    }

    private static boolean hasPermissions(Path file) throws IOException {
        return Files.getFileStore(file).supportsFileAttributeView(PosixFileAttributeView.class);
    }

    private static void keepAttributes(Path from, Path to) throws IOException {
        if (!hasPermissions(to)) {
            return;
        }
        var before = Files.readAttributes(from, PosixFileAttributes.class);
        var view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        var now = view.readAttributes();
        try {
            if (!now.owner().equals(before.owner())) {
                view.setOwner(before.owner());
            }
            if (!now.group().equals(before.group())) {
                view.setGroup(before.group());
            }
        } catch (IOException e) {
            // Only a superuser gives files away; others who may write the file become its owner.
        }
        view.setPermissions(before.permissions());
    }

    private static void discard(Path unfinished) {
        try {
            Files.deleteIfExists(unfinished);
        } catch (IOException e) {
            // What has to be said is why it could not be written.
        }
    }

    /// Why a file could not be written, in words that go after its name.
    public static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "there is no such directory";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "there is already such a file";
            case FileSystemException problem when problem.getReason() != null ->
                    problem.getReason();
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }
}
