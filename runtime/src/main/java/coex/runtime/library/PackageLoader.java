package coex.runtime.library;

import coex.language.source.SourceFile;
import coex.runtime.ForeignLibrary;
import coex.runtime.PrivateFolder;
import coex.runtime.csource.BuildFailure;
import coex.runtime.csource.CCompiler;
import coex.runtime.csource.CSources;
import coex.runtime.csource.ForeignCache;
import coex.runtime.csource.ForeignParts;
import coex.runtime.io.FileObserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds packages, loads each once, and builds the foreign parts of those that are to run. One
/// thread at a time.
public final class PackageLoader {

    static final String SUFFIX = ".cxz";

    /// What classes, too, can be called after.
    private static final String NAME = "[\\p{L}\\p{N}\\p{M}_. +-]+";

    private final ForeignParts foreign;
    private final FileObserver observer;
    private final Map<Path, LoadedPackage> loaded = new HashMap<>();
    private final Map<Path, BuiltPackage> built = new HashMap<>();

    public PackageLoader(ForeignParts foreign) {
        this(foreign, FileObserver.NONE);
    }

    private PackageLoader(ForeignParts foreign, FileObserver observer) {
        this.foreign = foreign;
        this.observer = observer;
    }

    /// A loader that builds with the host's compiler and keeps what it built for the user.
    public static PackageLoader ofHost() {
        return ofHost(FileObserver.NONE);
    }

    static PackageLoader ofHost(FileObserver observer) {
        return new PackageLoader(
                new ForeignParts(CCompiler.ofHost(), ForeignCache.ofUser()), observer);
    }

    /// Where packages are looked for when no program is being compiled.
    public static List<Path> standardDirectories() {
        var directories = new ArrayList<>(List.of(Path.of("."), Path.of("lib")));
        UserPackages.folderOfUser().map(PrivateFolder::path).ifPresent(directories::add);
        directories.add(Path.of("/usr/local/lib/coex"));
        return directories;
    }

    /// What programs call a package by: its file's name without directory and suffix.
    public static String nameOf(String target) {
        String file = target.substring(target.lastIndexOf('/') + 1);
        return file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : file;
    }

    /// The file of a package.
    ///
    /// @param target a name, or a path if it contains a slash
    /// @param directories where to look for a name, in order; a path is tried in the first and then
    ///     as it is
    public Optional<Path> find(String target, List<Path> directories) {
        if (target.contains("/")) {
            Path path = Path.of(target);
            Path beside =
                    directories.isEmpty() ? path : directories.getFirst().resolve(path).normalize();
            return isThere(beside) ? Optional.of(beside) : Optional.of(path).filter(this::isThere);
        }
        String name = nameOf(target);
        for (Path directory : directories) {
            for (Path file :
                    List.of(
                            directory.resolve(name + SUFFIX).normalize(),
                            directory.resolve(name).resolve(name + SUFFIX).normalize())) {
                if (isThere(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }

    /// Whether there is a file, which is read next if there is.
    boolean isThere(Path file) {
        observer.beforeReading(file);
        return Files.isRegularFile(file);
    }

    /// The package of a name or path; it must be there.
    public LoadedPackage load(String target, List<Path> directories) throws PackageException {
        Optional<Path> file = find(target, directories);
        if (file.isEmpty()) {
            throw new PackageException(
                    "Library '%s' not found. Hint: `coex pkg install %s.cxz` puts a package where all programs find it."
                            .formatted(nameOf(target), nameOf(target)));
        }
        return load(file.get());
    }

    LoadedPackage load(Path file) throws PackageException {
        Path identity = file.toAbsolutePath().normalize();
        LoadedPackage known = loaded.get(identity);
        if (known == null) {
            known = read(file);
            loaded.put(identity, known);
        }
        return known;
    }

    private LoadedPackage read(Path file) throws PackageException {
        String name = nameOf(file.toString().replace('\\', '/'));
        if (!name.matches(NAME)) {
            throw new PackageException(
                    "%s is refused for its name: names of packages consist of letters, digits, blanks, '_', '.', '+' and '-'"
                            .formatted(file));
        }
        PackageArchive archive = PackageArchive.read(file);
        Optional<String> described = archive.text(Manifest.FILE);
        if (described.isEmpty()) {
            throw new PackageException("%s has no %s".formatted(file, Manifest.FILE));
        }
        Manifest manifest;
        try {
            manifest = Manifest.read(described.get());
        } catch (PackageException e) {
            throw new PackageException("%s: %s".formatted(file, e.getMessage()));
        }
        var sources = new LinkedHashMap<String, SourceFile>();
        for (String source : manifest.sources()) {
            Optional<String> text = archive.text("src/" + source);
            text.ifPresent(
                    found -> sources.put(source, new SourceFile(file + "/src/" + source, found)));
        }
        return new LoadedPackage(
                name, file, manifest, sources, foreign(file, manifest, archive.below("ffi/src")));
    }

    private static Map<String, CSources> foreign(
            Path file, Manifest manifest, Map<String, byte[]> files) throws PackageException {
        var parts = new LinkedHashMap<String, CSources>();
        for (Manifest.ForeignPart part : manifest.parts().values()) {
            var described =
                    new CSources.Described(
                            manifest.name() + "/" + part.name(),
                            manifest.version(),
                            part.sources(),
                            part.headers(),
                            part.systemHeaders(),
                            part.systemLibraries());
            try {
                parts.put(part.name(), new CSources(described, files));
            } catch (BuildFailure e) {
                throw new PackageException("%s: %s".formatted(file, e.getMessage()));
            }
        }
        return parts;
    }

    /// A package with its foreign parts built. This alone runs a C compiler.
    public BuiltPackage build(LoadedPackage wanted) throws PackageException {
        BuiltPackage known = built.get(wanted.path());
        if (known == null) {
            known = new BuiltPackage(wanted, libraries(wanted));
            built.put(wanted.path(), known);
        }
        return known;
    }

    private Map<String, ForeignLibrary> libraries(LoadedPackage wanted) throws PackageException {
        var libraries = new LinkedHashMap<String, ForeignLibrary>();
        for (Map.Entry<String, CSources> part : wanted.foreign().entrySet()) {
            try {
                libraries.put(part.getKey(), foreign.build(part.getValue()));
            } catch (BuildFailure e) {
                throw new PackageException("%s: %s".formatted(wanted.path(), e.getMessage()));
            } catch (IOException e) {
                throw new PackageException(
                        "%s: foreign part '%s' cannot be built: %s"
                                .formatted(wanted.path(), part.getKey(), e.getMessage()));
            }
        }
        return libraries;
    }
}
