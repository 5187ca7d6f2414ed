package coex.runtime.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a program does with folders and with the names in them, as far as its [FileAccess] allows
/// that: to look into a folder needs reading, to change a name writing. Any thread may call.
///
/// Like a file, a folder is reached step by step from an allowed one down where Java has such steps
/// ([Folder]). To make a folder it has none anywhere: somebody else who puts a link on the way in
/// that moment gets an empty folder made where the link leads.
public final class FolderAccess {

    private final FileAccess access;

    public FolderAccess(FileAccess access) {
        this.access = access;
    }

    /// The names in a folder, in the order of their bytes.
    public List<String> list(String name) throws IOException {
        Path real = real(name);
        Folder folder = readableFolder(name, real);
        return named(
                name,
                null,
                () -> {
                    try (DirectoryStream<Path> entries =
                            folder == null ? Files.newDirectoryStream(real) : folder.enter(real)) {
                        var names = new ArrayList<String>();
                        for (Path entry : entries) {
                            names.add(entry.getFileName().toString());
                        }
                        names.sort((a, b) -> Arrays.compareUnsigned(utf8(a), utf8(b)));
                        return names;
                    }
                });
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public boolean isFolder(String name) throws IOException {
        Path real = real(name);
        readableFolder(name, real);
        return Files.isDirectory(real);
    }

    /// Makes a folder and those it is in, unless they are there.
    public void makeFolder(String name) throws IOException {
        Path real = real(name);
        if (access.writable().isPresent()
                && access.writable().get().stream().noneMatch(each -> each.holdsFolder(real))) {
            throw FileAccess.refusedToWrite(name);
        }
        named(name, null, () -> Files.createDirectories(real));
    }

    /// Removes a file, a link or an empty folder.
    public void remove(String name) throws IOException {
        Path own = own(name);
        Folder folder = writableFolder(name, own);
        named(
                name,
                null,
                () -> {
                    if (folder == null) {
                        Files.delete(own);
                        return null;
                    }
                    try (DirectoryStream<Path> parent = folder.enter(own.getParent())) {
                        remove(parent, own);
                    }
                    return null;
                });
    }

    private static void remove(DirectoryStream<Path> parent, Path own) throws IOException {
        if (!(parent instanceof SecureDirectoryStream<Path> here)) {
            Files.delete(own);
            return;
        }
        Path last = own.getFileName();
        var view =
                here.getFileAttributeView(
                        last, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view.readAttributes().isDirectory()) {
            here.deleteDirectory(last);
        } else {
            here.deleteFile(last);
        }
    }

    /// Gives a file, a link or a folder another name, in place of a file that has that name.
    ///
    /// What a program may not read does not get to where it may: else renaming would be reading.
    /// Where a program may write everywhere it renames only what it may read, since it could change
    /// where a folder leads to.
    public void rename(String name, String newName) throws IOException {
        Path from = own(name);
        Path to = own(newName);
        Folder source = writableFolder(name, from);
        Folder target = writableFolder(newName, to);
        if (access.readable().isPresent()) {
            List<Folder> readable = access.readable().get();
            Optional<Folder> known = FileAccess.find(readable, from);
            if (known.isEmpty()
                    && (source == null || readable.stream().anyMatch(each -> each.holds(to)))) {
                throw FileAccess.refusedToRead(name);
            }
            source = source == null ? known.get() : source;
        }
        Folder start = source;
        named(
                name,
                newName,
                () -> {
                    if (start == null) {
                        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
                        return null;
                    }
                    try (DirectoryStream<Path> here = start.enter(from.getParent());
                            DirectoryStream<Path> there = open(target, to.getParent())) {
                        if (here instanceof SecureDirectoryStream<Path> old
                                && there instanceof SecureDirectoryStream<Path> next) {
                            old.move(from.getFileName(), next, to.getFileName());
                        } else {
                            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
                        }
                    }
                    return null;
                });
    }

    private static DirectoryStream<Path> open(Folder folder, Path real) throws IOException {
        return folder == null ? Files.newDirectoryStream(real) : folder.enter(real);
    }

    /// Whether a file to be read and one to be written are one and the same.
    public boolean isSame(String source, String target) throws IOException {
        Path from = real(source);
        Path to = real(target);
        if (access.readable().isPresent()
                && FileAccess.find(access.readable().get(), from).isEmpty()) {
            throw FileAccess.refusedToRead(source);
        }
        if (access.writable().isPresent()
                && FileAccess.find(access.writable().get(), to).isEmpty()) {
            throw FileAccess.refusedToWrite(target);
        }
        try {
            return Files.isSameFile(from, to);
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    // What is allowed

    /// Where a path leads to.
    private Path real(String name) throws IOException {
        FileAccess.requireLength(name);
        return notOfTheSystem(name, FileAccess.realPath(Path.of(name).toAbsolutePath()));
    }

    /// Where the name is that a path ends with, which may be that of a link.
    private Path own(String name) throws IOException {
        FileAccess.requireLength(name);
        Path absolute = Path.of(name).toAbsolutePath();
        Path last = absolute.getFileName();
        if (last == null || last.toString().equals(".") || last.toString().equals("..")) {
            return real(name);
        }
        Path own = FileAccess.realPath(absolute.getParent()).resolve(last);
        return notOfTheSystem(name, own);
    }

    private Path notOfTheSystem(String name, Path real) {
        access.refuseSystem(name, real);
        return real;
    }

    /// The folder below which a folder is read; null for everywhere.
    private Folder readableFolder(String name, Path real) {
        if (access.readable().isEmpty()) {
            return null;
        }
        return access.readable().get().stream()
                .filter(each -> each.holdsFolder(real))
                .findFirst()
                .orElseThrow(() -> FileAccess.refusedToRead(name));
    }

    /// The folder below which a name is changed; null for everywhere. Allowed folders, and those
    /// they are in, keep their names: what is allowed is said by names.
    private Folder writableFolder(String name, Path own) {
        boolean leadsToAllowed =
                Stream.of(access.readable(), access.writable())
                        .flatMap(Optional::stream)
                        .flatMap(List::stream)
                        .anyMatch(folder -> folder.path().startsWith(own));
        if (leadsToAllowed) {
            throw FileAccess.refusedToWrite(name);
        }
        return access.writable().isEmpty()
                ? null
                : FileAccess.find(access.writable().get(), own)
                        .orElseThrow(() -> FileAccess.refusedToWrite(name));
    }

    // What is said

    /// Something that is done to a path.
    private interface Action<T> {
        T perform() throws IOException;
    }

    /// Problems name the path as the program has it.
    private static <T> T named(String name, String other, Action<T> action) throws IOException {
        try {
            return action.perform();
        } catch (FileSystemException e) {
            throw switch (e) {
                case NoSuchFileException _ -> new NoSuchFileException(name, other, null);
                case AccessDeniedException _ -> new AccessDeniedException(name, other, null);
                case FileAlreadyExistsException _ ->
                        new FileAlreadyExistsException(name, other, null);
                case NotDirectoryException _ -> new NotDirectoryException(name);
                case DirectoryNotEmptyException _ ->
                        new DirectoryNotEmptyException(other == null ? name : other);
                default -> new FileSystemException(name, other, e.getReason());
            };
        }
    }
}
