package coex.runtime.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which files a program may open, and for what.
///
/// @param readable folders below which it may read; empty if everywhere
/// @param writable folders below which it may write and make files; empty if everywhere
/// @param system whether everywhere includes the files as which a system shows itself: with them a
///     program reads its environment, and writes its own memory
public record FileAccess(
        Optional<List<Folder>> readable, Optional<List<Folder>> writable, boolean system) {

    public static final FileAccess ALL = new FileAccess(Optional.empty(), Optional.empty());

    private static final List<Path> OF_THE_SYSTEM =
            List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

    /// Longer ones are not looked at. Linux opens none that is as long.
    private static final int LONGEST_PATH = 4096;

    public FileAccess(Optional<List<Folder>> readable, Optional<List<Folder>> writable) {
        this(readable, writable, true);
    }

    /// Whether a path without links leads to where a system shows itself.
    public static boolean isOfTheSystem(Path real) {
        return OF_THE_SYSTEM.stream().anyMatch(real::startsWith);
    }

    /// Opens a file.
    ///
    /// @throws coex.runtime.error.CoexError if the program may not. Whether there is such a file
    ///     plays no part then: a program finds out nothing about files that it may not open
    public FileChannel open(String name, Set<? extends OpenOption> options) throws IOException {
        Path file = Path.of(name);
        boolean reads = options.contains(StandardOpenOption.READ);
        boolean writes =
                options.contains(StandardOpenOption.WRITE)
                        || options.contains(StandardOpenOption.APPEND);
        boolean isRestricted = reads && readable.isPresent() || writes && writable.isPresent();
        if (!isRestricted) {
            if (Files.isDirectory(file)) {
                throw new IOException("is a directory: path=" + name);
            }
            refuseSystem(name, realPath(file.toAbsolutePath()));
            return FileChannel.open(file, options);
        }
        requireLength(name);
        Path real = realPath(file.toAbsolutePath());
        Folder folder = null;
        if (writes && writable.isPresent()) {
            folder = find(writable.get(), real).orElseThrow(() -> refusedToWrite(name));
        }
        if (reads && readable.isPresent()) {
            folder = find(readable.get(), real).orElseThrow(() -> refusedToRead(name));
        }
        try {
            return folder.open(real, options);
        } catch (NoSuchFileException _) { // which knows only the last part of its name
            throw new NoSuchFileException(name);
        } catch (AccessDeniedException _) {
            throw new AccessDeniedException(name);
        }
    }

    void refuseSystem(String name, Path real) {
        if (!system && isOfTheSystem(real)) {
            throw Refusal.of(
                    "opening a file of the system is not allowed: path=" + name,
                    "leaving out --deny-env and --deny-ffi");
        }
    }

    static void requireLength(String name) throws IOException {
        if (name.length() > LONGEST_PATH) {
            throw new IOException("path too long: length=" + name.length());
        }
    }

    static RuntimeException refusedToRead(String name) {
        return Refusal.of("reading a file is not allowed: path=" + name, "--allow-read DIR");
    }

    static RuntimeException refusedToWrite(String name) {
        return Refusal.of("writing a file is not allowed: path=" + name, "--allow-write DIR");
    }

    /// Whether a file may be read.
    public boolean allowsReading(Path file) {
        return readable.isEmpty()
                || find(readable.get(), realPath(file.toAbsolutePath())).isPresent();
    }

    static Optional<Folder> find(List<Folder> folders, Path real) {
        return folders.stream().filter(folder -> folder.holds(real)).findFirst();
    }

    /// The path without symbolic links, as far as it exists, and without `..`.
    static Path realPath(Path absolute) {
        try {
            return absolute.toRealPath();
        } catch (IOException _) { // it does not exist, or nobody may look
            Path parent = absolute.getParent();
            return parent == null
                    ? absolute
                    : realPath(parent).resolve(absolute.getFileName()).normalize();
        }
    }
}
