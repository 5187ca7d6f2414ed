package coex.runtime.library;

import coex.language.source.SourceFile;
import coex.language.syntax.SourceTree;
import coex.language.type.ModuleFinder;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds modules in the directory of the file that imports them, then in the library that comes with the
/// runtime.
public final class FileModules implements ModuleFinder {

    private static final String LIBRARY = "/coex/lib/";

    /// What of the library is a package: its functions can be called without its name.
    private static final Set<String> PACKAGES = Set.of("regex");

    public FileModules() {}

    @Override
    public Found find(SourceTree.Import wanted, SourceFile importer) {
        String file = wanted.target() + ".coex";
        Path beside = Path.of(importer.name()).resolveSibling(file);
        try {
            if (Files.isRegularFile(beside)) {
                return new Found.Module(
                        new SourceFile(beside.toString(), Files.readString(beside)));
            }
            Optional<String> text = inLibrary(file);
            if (text.isPresent()) {
                var source = new SourceFile("lib/" + file, text.get());
                return PACKAGES.contains(wanted.target())
                        ? new Found.Package(wanted.target(), List.of(source))
                        : new Found.Module(source);
            }
        } catch (IOException e) {
            return new Found.Unusable("%s cannot be read: %s".formatted(file, e.getMessage()));
        }
        return new Found.Nothing(
                "There is no `%s` beside the importing file, and none in the library."
                        .formatted(file));
    }

    private static Optional<String> inLibrary(String file) throws IOException {
        try (InputStream stream = FileModules.class.getResourceAsStream(LIBRARY + file)) {
            return stream == null
                    ? Optional.empty()
                    : Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
