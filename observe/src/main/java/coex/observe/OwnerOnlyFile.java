// SPDX-License-Identifier: Apache-2.0
package coex.observe;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Files with what a program has in its memory, its environment or its arguments: nobody but their
/// owner may read them, where files have such permissions.
public final class OwnerOnlyFile {

    private static final String PERMISSIONS = "rw-------";
    private static final String OWNER = "unix:uid";

    private OwnerOnlyFile() {}

    /// {@return a new file}
    ///
    /// @param file the file
    /// @throws java.nio.file.FileAlreadyExistsException if it is there already
    /// @throws IOException if it cannot be written
    public static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                attributes(file));
    }

    /// {@return what a new file is to be given}
    ///
    /// @param file the file
    public static FileAttribute<?>[] attributes(Path file) {
        return isPosix(file)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(PERMISSIONS))
                }
                : new FileAttribute<?>[0];
    }

    /// Makes a file that somebody else is going to write. One that is there already is closed to
    /// others; devices and pipes stay as they are.
    ///
    /// @param file the file
    /// @throws IOException if it cannot be written
    public static void prepare(Path file) throws IOException {
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            create(file).close();
        } else if (isPosix(file) && Files.isRegularFile(file)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(PERMISSIONS));
        }
    }

    /// {@return whether a file belongs to the user of this process; yes where files have no owners
    /// in the sense of POSIX}
    ///
    /// @param file the file; a link is not followed
    /// @throws IOException if it cannot be looked at
    public static boolean isOfThisUser(Path file) throws IOException {
        if (!isPosix(file)) {
            return true;
        }
        Path process = Path.of("/proc/self"); // files here belong to the user of who looks
        if (Files.exists(process)) {
            return Files.getAttribute(file, OWNER, LinkOption.NOFOLLOW_LINKS)
                    .equals(Files.getAttribute(process, OWNER));
        }
        return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS)
                .getName()
                .equals(System.getProperty("user.name"));
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
