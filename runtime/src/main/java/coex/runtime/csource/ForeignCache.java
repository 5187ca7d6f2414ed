package coex.runtime.csource;

import coex.runtime.ForeignLibrary;
import coex.runtime.PrivateFolder;
import coex.runtime.PrivateFolder.NotPrivateException;
import coex.runtime.ProcessEnd;
import coex.runtime.error.VisibleText;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// Shared libraries by key, in a folder that nobody but the user may change: they are run without a
/// further look.
///
/// Several processes may use it at once. A file is written under another name and moved to its own
/// in one step, so whoever finds it finds it whole; two that build the same thing at once both
/// succeed, and one of the files stays.
///
/// If the folder cannot be written, or is not private, a folder of this process takes its place,
/// which goes with it.
public final class ForeignCache {

    /// Null if the user has no place for it and no other has been made.
    ///
    /// - writers: the one thread that compiles the program, before the program runs
    /// - readers: the same, and whoever ends the process, to remove what is only for this one
    /// - ordering: volatile; who ends the process while it is being written removes the old one or
    ///   the new
    private volatile PrivateFolder folder;

    /// Told why the folder is not used, if the user should know.
    private final Consumer<String> warnings;

    /// @param folder empty if the user has no place for it
    ForeignCache(Optional<PrivateFolder> folder, Consumer<String> warnings) {
        this.folder = folder.orElse(null);
        this.warnings = warnings;
    }

    /// The cache in a directory.
    public ForeignCache(Path directory) {
        this(Optional.of(PrivateFolder.in(directory)), ForeignCache::warn);
    }

    /// `cache/ffi` in the user's directory.
    public static ForeignCache ofUser() {
        return new ForeignCache(PrivateFolder.ofUser("cache", "ffi"), ForeignCache::warn);
    }

    private static void warn(String message) {
        System.err.println("coex: " + VisibleText.line(message));
    }

    public Optional<ForeignLibrary> find(String key) {
        String name = nameOf(key);
        try {
            return folder == null
                    ? Optional.empty()
                    : folder.find(name).map(file -> new ForeignLibrary(key, file));
        } catch (NotPrivateException | IOException e) {
            return Optional.empty(); // and nothing can be written there, which is told then
        }
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
        prepare();
        Path unfinished = folder.newFile("building-", ".tmp");
        try {
            build.into(unfinished);
            return new ForeignLibrary(key, folder.publish(unfinished, nameOf(key)));
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /// Sees to a folder that can be written, and in which no file of this name would be refused.
    private void prepare() throws IOException {
        if (folder == null) {
            warnings.accept(
                    "libraries built from C sources are not kept, since there is no home directory"
                            + " with an absolute path; COEX_HOME can name a directory for them");
            useTemporary();
            return;
        }
        try {
            folder.create();
            Files.delete(folder.newFile("building-", ".tmp"));
        } catch (NotPrivateException e) {
            warnings.accept(
                    "libraries built from C sources are not kept and not looked for: "
                            + e.getMessage());
            useTemporary();
        } catch (IOException e) {
            useTemporary();
        }
    }

    private void useTemporary() throws IOException {
        folder = PrivateFolder.in(Files.createTempDirectory("coex-ffi-"));
        ProcessEnd.doBefore(this::remove);
    }

    private void remove() {
        try {
            clear();
            Files.deleteIfExists(folder.path());
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
        if (folder != null && Files.isDirectory(folder.path())) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.path())) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static String nameOf(String key) {
        if (!key.matches("[0-9a-f]{32}")) {
            throw new IllegalArgumentException("no key of the cache: key=" + key);
        }
        return System.mapLibraryName(key);
    }
}
