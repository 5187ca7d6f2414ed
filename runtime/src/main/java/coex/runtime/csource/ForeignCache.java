package coex.runtime.csource;

import coex.runtime.ForeignLibrary;
import coex.runtime.UserDirectory;
import coex.runtime.launch.ProcessEnd;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/// Shared libraries by key, in a directory of the user's.
///
/// Several processes may use it at once. A file is written under another name and moved to its own in one step, so
/// whoever finds it finds it whole; two that build the same thing at once both succeed, and one of the files stays.
public final class ForeignCache {

    /// Another directory takes its place if nothing can be written there.
    ///
    /// - writers: the one thread that compiles the program, before the program runs
    /// - readers: the same, and whoever ends the process, to remove what is only for this one
    /// - ordering: volatile; who ends the process while it is being written removes the old one or the new
    private volatile Path directory;

    private final boolean isReplaceable;

    public ForeignCache(Path directory) {
        this(directory, false);
    }

    private ForeignCache(Path directory, boolean isReplaceable) {
        this.directory = directory;
        this.isReplaceable = isReplaceable;
    }

    /// `cache/ffi` in the user's directory. A user who has none, or may not write there, gets what is built in a
    /// directory of this process, which goes with it.
    public static ForeignCache ofUser() {
        return new ForeignCache(UserDirectory.path().resolve("cache").resolve("ffi"), true);
    }

    public Optional<ForeignLibrary> find(String key) {
        Path file = file(key);
        return Files.isRegularFile(file)
                ? Optional.of(new ForeignLibrary(key, file))
                : Optional.empty();
    }

    /// Makes what is missing.
    public interface Build {
        void into(Path file) throws IOException, BuildFailure;
    }

    /// The library of a key, built if it is not there.
    public ForeignLibrary get(String key, Build build) throws IOException, BuildFailure {
        Optional<ForeignLibrary> known = find(key);
        if (known.isPresent()) {
            return known.get();
        }
        Path unfinished = unfinished();
        try {
            build.into(unfinished);
            Files.move(unfinished, file(key), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        return new ForeignLibrary(key, file(key));
    }

    private Path unfinished() throws IOException {
        try {
            createDirectory();
            return Files.createTempFile(directory, "building-", ".tmp");
        } catch (IOException e) {
            if (!isReplaceable) {
                throw e;
            }
            directory = Files.createTempDirectory("coex-ffi-");
            ProcessEnd.doBefore(this::remove);
            return Files.createTempFile(directory, "building-", ".tmp");
        }
    }

    private void remove() {
        try {
            clear();
            Files.deleteIfExists(directory);
        } catch (IOException _) {
            // Nobody is left to tell, and the system clears its directory of such files.
        }
    }

    /// The library of a key, whose content the caller has: a built program brings its own.
    public ForeignLibrary keep(String key, byte[] content) throws IOException {
        try {
            return get(key, file -> Files.write(file, content));
        } catch (BuildFailure e) {
            throw new IllegalStateException(e);
        }
    }

    /// Forgets all libraries. Programs that use some keep them until they end.
    public void clear() throws IOException {
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private void createDirectory() throws IOException {
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(
                    directory,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(directory);
        }
    }

    private Path file(String key) {
        if (!key.matches("[0-9a-f]{32}")) {
            throw new IllegalArgumentException("no key of the cache: key=" + key);
        }
        return directory.resolve(System.mapLibraryName(key));
    }
}
