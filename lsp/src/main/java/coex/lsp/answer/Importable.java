package coex.lsp.answer;

import coex.language.source.SourceFile;
import coex.lsp.analysis.FileProject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What a file could import: what lies beside it, what its project depends on, and the library.
final class Importable {

    private Importable() {}

    static Set<String> names(SourceFile importer) {
        var names = new TreeSet<>(LibraryModules.names());
        try {
            names.addAll(FileProject.around(importer).names());
            Path own = Path.of(importer.name());
            Path folder = own.toAbsolutePath().getParent();
            for (Path file : filesIn(folder)) {
                String name = file.getFileName().toString();
                boolean isModule = name.matches("[A-Za-z_]\\w*\\.(coex|cxz)");
                if (isModule && !file.getFileName().equals(own.getFileName())) {
                    names.add(name.replaceFirst("\\.\\w+$", ""));
                }
            }
        } catch (InvalidPathException _) {
            return names; // a text that is no file has no files beside it
        }
        return names;
    }

    private static List<Path> filesIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (IOException _) {
            return List.of();
        }
    }
}
