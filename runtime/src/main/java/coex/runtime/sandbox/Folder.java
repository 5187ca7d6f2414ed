package coex.runtime.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;

/// A folder below which a program may open ordinary files.
///
/// What lies below a folder is decided by real paths: a symbolic link counts as what it leads to.
/// Between that decision and the opening somebody else may put a link in the place of a file or
/// folder. So a file is opened step by step from the folder down, each step from the open folder
/// before it and without following links, and then such a link is an error. Java has such steps on
/// Linux and macOS; elsewhere only the last step does not follow a link.
///
/// Folders on other file systems do not belong to it: below `/` there are `/proc` and `/sys` else,
/// and with them the memory of this process.
public final class Folder {

    private static final String DEVICE = "unix:dev";

    private final Path path;

    /// Of its file system; null where file systems have no such number.
    private final Object device;

    private Folder(Path path) throws IOException {
        this.path = path;
        this.device = deviceOf(path);
    }

    /// @throws IOException if there is no such folder
    public static Folder of(Path path) throws IOException {
        Path real = path.toRealPath();
        if (!Files.isDirectory(real)) {
            throw new FileSystemException(path.toString(), null, "is no directory");
        }
        return new Folder(real);
    }

    private static Object deviceOf(Path path) throws IOException {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix")
                ? Files.getAttribute(path, DEVICE, LinkOption.NOFOLLOW_LINKS)
                : null;
    }

    public Path path() {
        return path;
    }

    /// Whether a file is, or would be, below this folder and on its file system.
    ///
    /// @param real a path without links as far as it exists
    boolean holds(Path real) {
        if (!real.startsWith(path) || real.equals(path)) {
            return false;
        }
        try {
            Path parent = real.getParent();
            while (!Files.exists(parent, LinkOption.NOFOLLOW_LINKS)) {
                parent = parent.getParent();
            }
            return device == null || device.equals(deviceOf(parent));
        } catch (IOException _) {
            return false;
        }
    }

    /// Whether a path is this folder, or that of a folder below it and on its file system.
    ///
    /// @param real a path without links as far as it exists
    boolean holdsFolder(Path real) {
        try {
            return real.equals(path)
                    || holds(real)
                            && (device == null
                                    || !Files.exists(real, LinkOption.NOFOLLOW_LINKS)
                                    || device.equals(deviceOf(real)));
        } catch (IOException _) {
            return false;
        }
    }

    /// Opens a file that this folder holds.
    FileChannel open(Path real, Set<? extends OpenOption> options) throws IOException {
        var unlinked = new HashSet<OpenOption>(options);
        unlinked.add(LinkOption.NOFOLLOW_LINKS);
        try (DirectoryStream<Path> opened = enter(real.getParent())) {
            if (!(opened instanceof SecureDirectoryStream<Path> here)) {
                requireOrdinary(
                        Files.getFileAttributeView(real, BasicFileAttributeView.class), real);
                return FileChannel.open(real, unlinked);
            }
            Path name = real.getFileName();
            requireOrdinary(
                    here.getFileAttributeView(
                            name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS),
                    real);
            return (FileChannel) here.newByteChannel(name, unlinked);
        }
    }

    /// Opens this folder, or one below it, step by step where Java has such steps.
    DirectoryStream<Path> enter(Path real) throws IOException {
        DirectoryStream<Path> opened = Files.newDirectoryStream(path);
        if (real.equals(path)) {
            return opened;
        }
        if (!(opened instanceof SecureDirectoryStream<Path> here)) {
            opened.close();
            return Files.newDirectoryStream(real);
        }
        for (Path step : path.relativize(real)) {
            try (var before = here) {
                here = before.newDirectoryStream(step, LinkOption.NOFOLLOW_LINKS);
            }
        }
        return here;
    }

    /// To open a pipe may last forever, and to write to a device may do anything.
    private static void requireOrdinary(BasicFileAttributeView view, Path file) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = view.readAttributes();
        } catch (NoSuchFileException _) {
            return; // it is made, or opening it will say so
        }
        if (attributes.isDirectory()) {
            throw new IOException("is a directory: path=" + file);
        }
        if (!attributes.isRegularFile()) {
            throw new IOException("is no ordinary file: path=" + file);
        }
    }
}
