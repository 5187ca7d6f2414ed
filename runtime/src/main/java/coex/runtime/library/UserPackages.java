package coex.runtime.library;

import coex.runtime.PrivateFolder;
import coex.runtime.PrivateFolder.NotPrivateException;
import coex.runtime.io.WholeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The user's own packages, which all of the user's programs find.
public final class UserPackages {

    /// Else a user whose files may be written by a group could not import what is installed.
    private static final Set<PosixFilePermission> FOR_THE_USER =
            PosixFilePermissions.fromString("rw-------");

    private final PackageLoader loader;
    private final Optional<PrivateFolder> folder;

    /// @param folder where they are; made when the first is installed; empty if the user has no
    ///     place for it
    UserPackages(PackageLoader loader, Optional<PrivateFolder> folder) {
        this.loader = loader;
        this.folder = folder;
    }

    public static UserPackages ofUser() {
        return new UserPackages(PackageLoader.ofHost(), folderOfUser());
    }

    /// Where they are; nothing if the user has no place for it.
    static Optional<PrivateFolder> folderOfUser() {
        return PrivateFolder.ofUser("lib");
    }

    /// Refuses a file that is here and that somebody else may have changed: it is imported by its
    /// name alone, by programs that expect what the user has installed.
    static void requireUnchanged(Path file, PrivateFolder packages)
            throws PackageException, IOException {
        try {
            packages.requirePrivate(file);
        } catch (NotPrivateException e) {
            throw new PackageException(
                    "%s is not used: %s. Look first whether it is still what you have installed."
                            .formatted(file, e.getMessage()));
        }
    }

    /// A package and where it is now.
    public record Installed(LoadedPackage loaded, Path file) {}

    /// Puts a package here, in place of one of the same name. It is loaded and built first, so what
    /// is here can be used.
    ///
    /// @param target its file, or its name if it is where packages are looked for
    /// @throws IOException if it cannot be copied
    public Installed install(String target) throws PackageException, IOException {
        PrivateFolder packages =
                folder.orElseThrow(
                        () ->
                                new PackageException(
                                        "there is no home directory with an absolute path to"
                                            + " install packages in; COEX_HOME can name a directory"
                                            + " for them"));
        Optional<Path> found = loader.find(target, PackageLoader.standardDirectories());
        if (found.isEmpty()) {
            if (Files.isRegularFile(Path.of(target))) {
                throw new PackageException(
                        "%s is no package: the names of those end in %s"
                                .formatted(target, PackageLoader.SUFFIX));
            }
            List<Path> searched = PackageLoader.standardDirectories();
            throw new PackageException(
                    target.contains("/")
                            ? "there is no file %s".formatted(target)
                            : "package '%s' not found in %s: name its file"
                                    .formatted(PackageLoader.nameOf(target), searched));
        }
        requireUnchanged(found.get(), packages);
        LoadedPackage loaded = loader.load(found.get());
        loader.build(loaded);
        Path file = packages.path().resolve(loaded.name() + PackageLoader.SUFFIX);
        if (!(Files.exists(file) && Files.isSameFile(file, found.get()))) {
            copy(found.get(), file, packages);
        }
        return new Installed(loaded, file);
    }

    /// In one step, since programs may be looking for it.
    private static void copy(Path from, Path to, PrivateFolder packages)
            throws PackageException, IOException {
        try {
            packages.create();
        } catch (NotPrivateException e) {
            throw new PackageException("nothing is installed: " + e.getMessage());
        }
        WholeFile.write(to, out -> Files.copy(from, out), FOR_THE_USER);
    }
}
