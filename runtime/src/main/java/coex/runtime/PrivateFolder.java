package coex.runtime;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A folder in the user's directory for what is run without a further look, so that nobody else may
/// change it: what was built once and is run again, and packages.
///
/// Every folder from the user's directory down to it, and each file, must belong to the user who
/// runs this process and be writable by nobody else; what is made here is for the user alone. A
/// symbolic link is followed, and what it leads to is what is looked at. Folders above the user's
/// directory are not looked at: who may write there can take the user's directory away, but not
/// make one that belongs to the user. Somebody who can exchange it between the look and the use is
/// not kept out.
///
/// What is only looked up here may also belong to root, as where an administrator has installed it
/// for all: see [#requirePrivate].
///
/// The user's directory is not made in the home of another user, as of one who became root and kept
/// the environment: it would be closed to that user.
///
/// Where files have no owner and permissions in the sense of POSIX, as on Windows, nothing is
/// looked at: there the user's profile is closed to others. The launchers' shell function
/// `only_mine` follows the same rules.
public final class PrivateFolder {

    private static final Set<PosixFilePermission> WRITABLE_BY_OTHERS =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    /// The home that the first of the levels is in by default; nothing if its place was chosen.
    private final Optional<Path> home;

    /// From the user's directory to this folder.
    private final List<Path> levels;

    private PrivateFolder(Optional<Path> home, List<Path> levels) {
        this.home = home;
        this.levels = levels;
    }

    /// That something is not used, and why; the message is for the user, and has no line end.
    public static final class NotPrivateException extends Exception {

        private static final long serialVersionUID = 1L;

        private NotPrivateException(String message) {
            super(message);
        }
    }

    /// A folder in the user's directory (see [UserDirectory]). Nothing if the user has none.
    /// Nothing is made yet.
    public static Optional<PrivateFolder> ofUser(String... names) {
        Optional<Path> home =
                UserDirectory.isNamed() ? Optional.empty() : Optional.of(UserDirectory.home());
        return UserDirectory.absolutePath().map(directory -> in(home, directory, names));
    }

    /// A folder in a directory, which is looked at too.
    public static PrivateFolder in(Path directory, String... names) {
        return in(Optional.empty(), directory, names);
    }

    static PrivateFolder in(Optional<Path> home, Path directory, String... names) {
        List<Path> levels = new ArrayList<>(List.of(directory));
        for (String name : names) {
            levels.add(levels.getLast().resolve(name));
        }
        return new PrivateFolder(home, List.copyOf(levels));
    }

    public Path path() {
        return levels.getLast();
    }

    /// A file in it that may be used; nothing if there is none.
    ///
    /// @throws NotPrivateException if there is one that may not be used
    public Optional<Path> find(String name) throws NotPrivateException, IOException {
        Path file = path().resolve(name);
        try {
            for (Path level : levels) {
                check(level, false);
            }
            check(file, false);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
        return Optional.of(file).filter(Files::isRegularFile);
    }

    /// Looks at a file below it, and at every folder on the way there. A file that is elsewhere is
    /// not looked at. These may belong to root too.
    ///
    /// @param file one that exists
    /// @throws NotPrivateException if somebody else may have changed it
    public void requirePrivate(Path file) throws NotPrivateException, IOException {
        Optional<Path> steps = stepsTo(file);
        if (steps.isEmpty()) {
            return;
        }
        for (Path level : levels) {
            check(level, true);
        }
        Path place = path();
        for (Path step : steps.get()) {
            place = place.resolve(step);
            check(place, true);
        }
    }

    /// From this folder to a file below it, however the file is named; nothing if it is elsewhere.
    private Optional<Path> stepsTo(Path file) throws IOException {
        Path named = file.toAbsolutePath().normalize();
        if (named.startsWith(path())) {
            return Optional.of(path().relativize(named));
        }
        if (!Files.isDirectory(path())) {
            return Optional.empty();
        }
        Path here = path().toRealPath();
        Path real = file.toRealPath();
        return real.startsWith(here) ? Optional.of(here.relativize(real)) : Optional.empty();
    }

    /// Makes it if it is not there.
    ///
    /// @throws NotPrivateException if what is there may not be used
    public void create() throws NotPrivateException, IOException {
        if (home.isPresent() && Files.notExists(levels.getFirst())) {
            checkHome(home.get());
            if (Files.notExists(home.get())) {
                throw new NotPrivateException(
                        "the home %s does not exist; COEX_HOME can name a directory"
                                .formatted(home.get()));
            }
        }
        for (Path level : levels) {
            try {
                if (level.equals(levels.getFirst()) && level.getParent() != null) {
                    Files.createDirectories(level.getParent());
                }
                Files.createDirectory(level, onlyFor(level, "rwx------"));
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(level)) {
                    throw e;
                }
            }
            check(level, false);
        }
    }

    /// What cannot be written there anyway is not worth a word.
    private static void checkHome(Path home) throws NotPrivateException, IOException {
        if (isPosix(home)
                && Files.exists(home)
                && Files.isWritable(home)
                && !CurrentUser.owns(home)) {
            throw new NotPrivateException(
                    "%s belongs to another user, %s; COEX_HOME can name a directory"
                            .formatted(home, Files.getOwner(home).getName()));
        }
    }

    /// An empty file in it, with a name that nothing else has. Call [#create] first.
    public Path newFile(String prefix, String suffix) throws IOException {
        return Files.createTempFile(path(), prefix, suffix, onlyFor(path(), "rw-------"));
    }

    /// Gives a file made by [#newFile] its name, in one step. It is the user's alone, whatever has
    /// written it.
    public Path publish(Path file, String name) throws IOException {
        if (isPosix(file)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        return Files.move(file, path().resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    private static FileAttribute<?>[] onlyFor(Path path, String permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /// Looks at what a path leads to.
    private static void check(Path path, boolean mayBeOfRoot)
            throws NotPrivateException, IOException {
        if (!isPosix(path)) {
            if (Files.notExists(path)) {
                throw new NoSuchFileException(path.toString());
            }
            return;
        }
        PosixFileAttributes found = Files.readAttributes(path, PosixFileAttributes.class);
        if (!CurrentUser.owns(path) && !(mayBeOfRoot && CurrentUser.isRootOwnerOf(path))) {
            throw new NotPrivateException(
                    "%s belongs to another user, %s; COEX_HOME can name a directory of your own"
                            .formatted(path, found.owner().getName()));
        }
        if (found.permissions().stream().anyMatch(WRITABLE_BY_OTHERS::contains)) {
            throw new NotPrivateException(
                    "%s can be changed by others; `chmod go-w %s` ends that".formatted(path, path));
        }
    }
}
