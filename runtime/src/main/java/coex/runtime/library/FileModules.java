package coex.runtime.library;

import coex.language.problem.Problems;
import coex.language.source.NotUtf8Exception;
import coex.language.source.SourceFile;
import coex.language.source.SourceText;
import coex.language.source.Span;
import coex.language.syntax.Decl;
import coex.language.syntax.Parser;
import coex.language.syntax.SourceTree;
import coex.language.type.ModuleFinder;
import coex.language.type.NameProblem;
import coex.runtime.ForeignLibrary;
import coex.runtime.PrivateFolder;
import coex.runtime.error.VisibleText;
import coex.runtime.io.FileObserver;
import coex.runtime.io.LimitedBytes;
import coex.runtime.sandbox.FileAccess;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Finds modules and packages: in the directory of the file that imports them, then in the library
/// that comes with the runtime, then in the user's. A module in any of them is preferred to a
/// package of the same name. What is found nowhere may be a module of the standard library, so that
/// none of these takes the place of what a program has found before. One thread at a time, for one
/// program.
public final class FileModules implements ModuleFinder {

    private static final String LIBRARY = "/coex/lib/";

    private static final String STANDARD_LIBRARY = "/coex/std/";

    /// What of the library is a package: its functions can be called without its name.
    private static final Set<String> PACKAGES = Set.of("regex");

    /// The modules that come with the runtime.
    private static final List<String> MODULES =
            List.of(
                    "math", "regex", "bits", "clock", "csv", "files", "floats", "lists", "maps",
                    "paths", "rand", "sets", "strings", "testing");

    private final PackageLoader loader;

    /// What may be read beside the folder of the program, the library and the user's.
    private final FileAccess access;

    /// The user's packages and modules; nothing if the user has no place for them.
    private final Optional<PrivateFolder> installed;

    private final Dependencies dependencies;

    /// The folder of the program: that of its project, or that of the first file which imports
    /// something; null before.
    private Path programFolder;

    /// The packages found so far, by their files.
    private final Map<Path, Imported> packages = new LinkedHashMap<>();

    /// The directories of sources that are not files of their own: those of packages.
    private final Map<String, Path> directories = new HashMap<>();

    public FileModules() {
        this(FileAccess.ALL);
    }

    public FileModules(FileAccess access) {
        this(PackageLoader.ofHost(), access);
    }

    public FileModules(PackageLoader loader) {
        this(loader, FileAccess.ALL);
    }

    public FileModules(PackageLoader loader, FileAccess access) {
        this(loader, access, UserPackages.folderOfUser());
    }

    /// @param dependencies what the program's project says it needs
    public FileModules(FileAccess access, Dependencies dependencies) {
        this(access, dependencies, FileObserver.NONE);
    }

    /// @param dependencies what the program's project says it needs
    /// @param observer is told of everything that is looked for
    public FileModules(FileAccess access, Dependencies dependencies, FileObserver observer) {
        this(PackageLoader.ofHost(observer), access, UserPackages.folderOfUser(), dependencies);
    }

    FileModules(PackageLoader loader, FileAccess access, Optional<PrivateFolder> installed) {
        this(loader, access, installed, Dependencies.NONE);
    }

    private FileModules(
            PackageLoader loader,
            FileAccess access,
            Optional<PrivateFolder> installed,
            Dependencies dependencies) {
        this.dependencies = dependencies;
        this.programFolder = dependencies.folder().orElse(null);
        this.loader = loader;
        this.access = access;
        this.installed = installed;
    }

    /// A package, and where it was imported first.
    private record Imported(LoadedPackage found, Span place) {}

    /// The shared libraries of the packages found so far, in which a program looks for its foreign
    /// functions. They are built now if they were not before: only a program that is to run needs
    /// them, and finding out what is wrong with one must not start a compiler with what somebody
    /// else has written. A package that cannot be built is a problem of its import, and forgotten.
    public List<ForeignLibrary> libraries(Problems problems) {
        var libraries = new LinkedHashMap<String, ForeignLibrary>();
        for (Imported each : List.copyOf(packages.values())) {
            try {
                loader.build(each.found())
                        .libraries()
                        .values()
                        .forEach(library -> libraries.put(library.key(), library));
            } catch (PackageException e) {
                packages.remove(each.found().path());
                problems.add(new NameProblem.ModuleUnusable(each.place(), e.getMessage()));
            }
        }
        return List.copyOf(libraries.values());
    }

    @Override
    public Found find(SourceTree.Import wanted, SourceFile importer) {
        if (programFolder == null) {
            programFolder = directoryOf(importer);
        }
        List<Path> searched = new ArrayList<>(List.of(directoryOf(importer)));
        installed.map(PrivateFolder::path).ifPresent(searched::add);
        try {
            if (!wanted.isPath()) {
                Optional<Found> dependency = dependency(wanted, importer);
                if (dependency.isPresent()) {
                    return dependency.get();
                }
                Optional<Found> module = module(wanted.target(), searched);
                if (module.isPresent()) {
                    return module.get();
                }
            }
            Optional<Path> file = loader.find(wanted.target(), searched);
            if (file.isPresent()) {
                requireUsable(file.get());
                return found(loader.load(file.get()), wanted.span());
            }
            Optional<Found> standard = wanted.isPath() ? Optional.empty() : standard(wanted);
            if (standard.isPresent()) {
                return standard.get();
            }
            return wanted.isPath() && PACKAGES.contains(PackageLoader.nameOf(wanted.target()))
                    ? module(PackageLoader.nameOf(wanted.target()), List.of()).orElseThrow()
                    : nothing(wanted);
        } catch (PackageException e) {
            return new Found.Unusable(e.getMessage());
        } catch (InvalidPathException e) {
            return new Found.Unusable(
                    "'%s' cannot be the name of a file: %s"
                            .formatted(VisibleText.line(wanted.target()), e.getReason()));
        } catch (AccessDeniedException _) {
            return new Found.Unusable(
                    "%s cannot be read: permission denied.".formatted(wanted.target()));
        } catch (IOException e) {
            return new Found.Unusable(
                    "%s cannot be read: %s".formatted(wanted.target(), e.getMessage()));
        }
    }

    /// The names of the modules that come with the runtime.
    public static List<String> ofTheRuntime() {
        return MODULES;
    }

    @Override
    public List<String> known() {
        return MODULES;
    }

    /// What a project says a name means. A file beside the importing one comes before that.
    private Optional<Found> dependency(SourceTree.Import wanted, SourceFile importer)
            throws IOException, PackageException {
        Path folder = directoryOf(importer);
        if (loader.isThere(folder.resolve(wanted.target() + ".coex"))) {
            return Optional.empty();
        }
        Optional<Path> found = dependencies.find(wanted.target(), folder);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        loader.isThere(found.get()); // if not, reading it says so
        if (!found.get().toString().endsWith(".cxz")) {
            return Optional.of(source(found.get()));
        }
        requireUsable(found.get());
        return Optional.of(found(loader.load(found.get()), wanted.span()));
    }

    private static Optional<Found> standard(SourceTree.Import wanted) throws IOException {
        String file = wanted.target() + ".coex";
        return resource(STANDARD_LIBRARY + file)
                .map(text -> new Found.Standard(new SourceFile("std/" + file, text)));
    }

    private Path directoryOf(SourceFile importer) {
        Path known = directories.get(importer.name());
        Path parent = Path.of(importer.name()).getParent();
        return known != null ? known : parent == null ? Path.of("") : parent;
    }

    /// What is installed must be the user's, and what a program imports must be readable to it.
    private void requireUsable(Path file) throws IOException, PackageException {
        if (installed.isPresent()) {
            UserPackages.requireUnchanged(file, installed.get());
        }
        requireReadable(file);
    }

    /// A program that may not read a file may not import it either, unless it lies below its own
    /// folder or was installed for all programs.
    private void requireReadable(Path file) throws IOException, PackageException {
        if (access.allowsReading(file)) {
            return;
        }
        Path real = file.toRealPath();
        if (!isBelow(programFolder, real)
                && (installed.isEmpty() || !isBelow(installed.get().path(), real))) {
            throw new PackageException(
                    "%s is not below the folder of the program, and reading it is not allowed (--allow-read DIR would allow it)."
                            .formatted(file));
        }
    }

    private static boolean isBelow(Path folder, Path real) throws IOException {
        Path existing = folder.toAbsolutePath();
        return Files.isDirectory(existing) && real.startsWith(existing.toRealPath());
    }

    private Optional<Found> module(String name, List<Path> searched)
            throws IOException, PackageException {
        String file = name + ".coex";
        Path beside = searched.isEmpty() ? Path.of("") : searched.getFirst().resolve(file);
        if (loader.isThere(beside)) {
            return Optional.of(source(beside));
        }
        Optional<String> text = resource(LIBRARY + file);
        if (text.isPresent()) {
            var source = new SourceFile("lib/" + file, text.get());
            return Optional.of(
                    PACKAGES.contains(name)
                            ? new Found.LibraryPackage(name, source)
                            : new Found.Module(source));
        }
        for (Path directory : searched) {
            if (loader.isThere(directory.resolve(file))) {
                return Optional.of(source(directory.resolve(file)));
            }
        }
        return Optional.empty();
    }

    private Found source(Path file) throws IOException, PackageException {
        requireUsable(file);
        try {
            String text = SourceText.decode(LimitedBytes.of(file, LimitedBytes.SOURCE));
            return new Found.Module(new SourceFile(file.toString(), text));
        } catch (NotUtf8Exception e) {
            throw new PackageException(
                    "%s cannot be read: %s; sources are UTF-8.".formatted(file, e.getMessage()));
        }
    }

    private static Optional<String> resource(String name) throws IOException {
        try (InputStream stream = FileModules.class.getResourceAsStream(name)) {
            return stream == null
                    ? Optional.empty()
                    : Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    // Packages

    private Found found(LoadedPackage found, Span place) {
        Path parent = found.path().getParent();
        var sources = new ArrayList<>(found.sources().values());
        undeclared(found).ifPresent(sources::add);
        sources.forEach(
                source -> directories.put(source.name(), parent == null ? Path.of("") : parent));
        packages.putIfAbsent(found.path(), new Imported(found, place));
        return new Found.Package(found.name(), sources);
    }

    /// The symbols of the manifest that no source declares, as a source that does.
    private static Optional<SourceFile> undeclared(LoadedPackage found) {
        var declared = new HashSet<String>();
        for (SourceFile source : found.sources().values()) {
            for (Decl declaration : Parser.parse(source, new Problems()).declarations()) {
                declared.add(declaration.name().text());
            }
        }
        String text =
                found.symbols().values().stream()
                        .filter(symbol -> !declared.contains(symbol.name()))
                        .map(FileModules::extern)
                        .collect(Collectors.joining());
        return text.isEmpty()
                ? Optional.empty()
                : Optional.of(new SourceFile(found.path() + "/" + Manifest.FILE, text));
    }

    private static String extern(Manifest.Symbol symbol) {
        List<String> types = symbol.parameters();
        String parameters =
                IntStream.range(0, types.size())
                        .mapToObj(i -> "p%d: %s".formatted(i, types.get(i)))
                        .collect(Collectors.joining(", "));
        String result = symbol.result().equals("void") ? "" : " -> " + symbol.result();
        return "extern %s(%s)%s ~\n".formatted(symbol.name(), parameters, result);
    }

    private static Found nothing(SourceTree.Import wanted) {
        String name = PackageLoader.nameOf(wanted.target());
        if (wanted.target().contains("/")) {
            return new Found.Nothing(
                    "There is no such file.",
                    Optional.of(
                            "look at the path; or give its file to `coex pkg install %s.cxz`, and import it by its name."
                                    .formatted(name)));
        }
        if (!wanted.isPath()) {
            return new Found.Nothing(
                    "There is no `%s.coex` beside the importing file and none in the library, and no `%s.cxz`."
                            .formatted(name, name));
        }
        return new Found.Nothing(
                "There is no `%s.cxz` beside the importing file, and none in the library."
                        .formatted(name),
                installing(name));
    }

    private static Optional<String> installing(String name) {
        return Optional.of(
                "get its file, and `coex pkg install %s.cxz` puts it where all your programs find it."
                        .formatted(name));
    }
}
