// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// Files that are replaced as a whole: whoever looks, also after the machine has stopped at any
/// moment, finds the old one or the new one.
final class SafeFiles {

    private SafeFiles() {}

    /// The file beside another that is to replace it.
    static Path beside(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    /// Opens a file for what is to replace another.
    static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
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
