package coex.lsp.analysis;

import coex.language.source.SourceFile;
import coex.language.syntax.SourceTree;
import coex.language.type.ModuleFinder;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/// Finds modules where programs find them, but prefers what is open in the editor to what is on
/// disk.
///
/// @param texts what is open, by the absolute names of files
/// @param disk looks for the rest; it reads packages and builds nothing
/// @param project what `disk` asks for names that the project explains
record OpenFiles(Map<String, SourceFile> texts, ModuleFinder disk, FileProject project)
        implements ModuleFinder {

    @Override
    public Found find(SourceTree.Import wanted, SourceFile importer) {
        SourceFile beside = wanted.isPath() ? null : besideImporter(wanted, importer);
        if (beside != null) {
            return new Found.Module(beside);
        }
        Found found = disk.find(wanted, importer);
        if (found instanceof Found.Nothing && project.problem().isPresent()) {
            return new Found.Unusable(project.problem().get() + ".");
        }
        return found instanceof Found.Module(SourceFile file) && texts.containsKey(key(file.name()))
                ? new Found.Module(texts.get(key(file.name())))
                : found;
    }

    private SourceFile besideImporter(SourceTree.Import wanted, SourceFile importer) {
        try {
            return texts.get(
                    key(
                            Path.of(importer.name())
                                    .resolveSibling(wanted.target() + ".coex")
                                    .toString()));
        } catch (InvalidPathException _) {
            return null;
        }
    }

    private static String key(String name) {
        return Path.of(name).toAbsolutePath().normalize().toString();
    }
}
