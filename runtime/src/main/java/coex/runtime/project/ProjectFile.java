package coex.runtime.project;

import coex.language.syntax.TokenKind;
import coex.runtime.error.VisibleText;
import coex.runtime.io.FileObserver;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// `coex.toml`: what a project is called, where it begins, and what it needs.
///
/// @param file where it is
/// @param entry the file that is run, or imported by others; below the folder of the project
/// @param dependencies by the names they are imported by
record ProjectFile(Path file, String name, Path entry, Map<String, Dependency> dependencies) {

    static final String NAME = "coex.toml";

    private static final String NAME_FORM = "(?!_$)[a-zA-Z_][a-zA-Z0-9_]*";

    /// A folder with another project, or a package.
    ///
    /// @param path from the current folder
    /// @param written as it is in the file
    record Dependency(Path path, String written, int line, int column) {}

    /// Why a text cannot be the name of a project, which is imported by it; empty if it can.
    static Optional<String> whyNoName(String text) {
        if (!text.matches(NAME_FORM)) {
            return Optional.of("letters, digits and `_`, no digit first and not `_` alone");
        }
        return TokenKind.reservedWords().contains(text)
                ? Optional.of("it is a reserved word of the language")
                : Optional.empty();
    }

    static ProjectFile read(Path file, FileObserver observer) throws ProjectProblem {
        observer.beforeReading(file);
        String text = TomlText.textOf(file);
        String name = null;
        Path entry = null;
        var seen = new LinkedHashMap<String, TomlText.Entry>();
        var dependencies = new LinkedHashMap<String, Dependency>();
        for (TomlText.Entry each : TomlText.read(file.toString(), text)) {
            if (seen.put(each.table() + "." + each.key(), each) != null) {
                throw wrong(file, each, "`%s` is there twice".formatted(each.key()));
            }
            switch (each.table()) {
                case "" -> {
                    switch (each.key()) {
                        case "name" -> name = name(file, each);
                        case "entry" -> entry = below(file, each);
                        case "version" -> {}
                        default ->
                                throw wrong(
                                        file,
                                        each,
                                        "there is no key `%s`; there are `name`, `version`, `entry` and the table `dependencies`"
                                                .formatted(VisibleText.line(each.key())));
                    }
                }
                case "dependencies" ->
                        dependencies.put(each.key(), dependency(file, each, observer));
                default ->
                        throw wrong(
                                file,
                                each,
                                "there is no table `%s`; there is `dependencies`"
                                        .formatted(VisibleText.line(each.table())));
            }
        }
        require(file, "name", name);
        require(file, "entry", entry);
        return new ProjectFile(file, name, entry, dependencies);
    }

    private static void require(Path file, String key, Object value) throws ProjectProblem {
        if (value == null) {
            throw TomlText.problem(file.toString(), 1, 1, "the key `%s` is missing".formatted(key));
        }
    }

    private static String name(Path file, TomlText.Entry each) throws ProjectProblem {
        Optional<String> why = whyNoName(each.value());
        if (why.isPresent()) {
            throw wrong(
                    file,
                    each,
                    "'%s' is no name: %s".formatted(VisibleText.line(each.value()), why.get()));
        }
        return each.value();
    }

    /// A project runs what is its own.
    private static Path below(Path file, TomlText.Entry each) throws ProjectProblem {
        Path path = path(file, each);
        Path folder = folderOf(file);
        Path target = folder.resolve(path).normalize();
        boolean isInside =
                !path.isAbsolute()
                        && !path.normalize().startsWith("..")
                        && each.value().endsWith(".coex");
        if (!isInside) {
            throw wrong(
                    file,
                    each,
                    "'%s' is no `.coex` file below the folder of the project"
                            .formatted(VisibleText.line(each.value())));
        }
        return target;
    }

    private static Dependency dependency(Path file, TomlText.Entry each, FileObserver observer)
            throws ProjectProblem {
        Optional<String> why = whyNoName(each.key());
        if (why.isPresent()) {
            throw wrong(
                    file,
                    each,
                    "'%s' cannot be imported, it is no name: %s"
                            .formatted(VisibleText.line(each.key()), why.get()));
        }
        Path path = folderOf(file).resolve(path(file, each)).normalize();
        boolean isPackage = each.value().endsWith(".cxz");
        observer.beforeReading(path);
        if (isPackage ? !Files.isRegularFile(path) : !Files.isDirectory(path)) {
            throw wrong(
                    file,
                    each,
                    "there is no %s %s"
                            .formatted(
                                    isPackage ? "package" : "folder",
                                    VisibleText.line(path.toString())));
        }
        return new Dependency(path, each.value(), each.line(), each.column());
    }

    private static Path path(Path file, TomlText.Entry each) throws ProjectProblem {
        if (each.value().chars().anyMatch(Character::isISOControl)) {
            throw wrong(
                    file,
                    each,
                    "'%s' has a control character, which names of a project's files may not have"
                            .formatted(VisibleText.line(each.value())));
        }
        try {
            if (!each.value().isEmpty()) {
                return Path.of(each.value());
            }
        } catch (InvalidPathException _) {
            // answered below
        }
        throw wrong(file, each, "'%s' is no path".formatted(VisibleText.line(each.value())));
    }

    Path folder() {
        return folderOf(file);
    }

    private static Path folderOf(Path file) {
        Path folder = file.getParent();
        return folder == null ? Path.of("") : folder;
    }

    private static ProjectProblem wrong(Path file, TomlText.Entry at, String what) {
        return TomlText.problem(file.toString(), at.line(), at.column(), what);
    }
}
