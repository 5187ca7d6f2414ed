// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/// Files that are replaced as a whole: whoever looks, also after the machine has stopped at any
/// moment, finds the old one or the new one. They hold what is in a program's memory, so only their
/// owner may read them, where files have such permissions.
final class SafeFiles {

    private static final Object NOT_TOLD = new Object();

    private SafeFiles() {}

    /// The file beside another that is to replace it.
    static Path beside(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    /// Opens a file for what is to replace another. What a process that was stopped left there is
    /// deleted: somebody else may have it open, or may read it.
    static FileChannel create(Path file) throws IOException {
        if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(file);
        }
        return createNew(file);
    }

    /// The same where there must be none.
    static FileChannel createNew(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE),
                ownerOnly(file));
    }

    /// What a new file is to be given.
    static FileAttribute<?>[] ownerOnly(Path file) {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return new FileAttribute<?>[0];
        }
        Set<PosixFilePermission> allowed =
                EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(allowed)};
    }

    /// What tells a file from every other that may have had its name; null if there is none. Where
    /// the system does not tell, all files look alike.
    static Object keyOf(Path file) throws IOException {
        try {
            Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            return key == null ? NOT_TOLD : key;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /// Whether the system tells files from each other.
    static boolean isTold(Path file) throws IOException {
        return keyOf(file) != NOT_TOLD;
    }

    /// Whether a file has more names than one, as far as the system tells.
    static boolean hasOtherNames(Path file) throws IOException {
        return file.getFileSystem().supportedFileAttributeViews().contains("unix")
                && (Integer) Files.getAttribute(file, "unix:nlink") > 1;
    }

    /// Puts a file that is wholly on the disk in the place of another.
    static void replace(Path with, Path file) throws IOException {
        try {
            Files.move(
                    with,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException("file system cannot replace a file at once: file=" + file, e);
        }
    }

    /// Has the disk keep what was renamed in the folder of a file. Windows cannot open folders, and
    /// keeps renames by itself.
    static void forceFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        FileChannel opened;
        try {
            opened = FileChannel.open(folder, StandardOpenOption.READ);
        } catch (IOException e) {
            return;
        }
        try (opened) {
            opened.force(true);
        }
    }
}
