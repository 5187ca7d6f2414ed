package coex.language.type;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.syntax.Parser;
import coex.language.syntax.SourceTree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Loads a program: the file it begins with and all that it imports, each once.
public final class ModuleLoader {

    private final ModuleFinder finder;
    private final Problems problems;
    private final Map<String, ModuleSymbol> loaded = new LinkedHashMap<>();

    private ModuleLoader(ModuleFinder finder, Problems problems) {
        this.finder = finder;
        this.problems = problems;
    }

    /// The modules of the program that begins with `root`, which is the first of them, with all
    /// names and the types of all declarations known.
    public static List<ModuleSymbol> load(SourceFile root, ModuleFinder finder, Problems problems) {
        var loader = new ModuleLoader(finder, problems);
        loader.loadFiles("", root.name(), List.of(root), true, false);
        return loader.declare();
    }

    /// The same for a program whose first module consists of trees that are parsed already.
    public static List<ModuleSymbol> load(
            List<SourceTree> trees, ModuleFinder finder, Problems problems) {
        var loader = new ModuleLoader(finder, problems);
        loader.loadTrees("", "", trees, true, false);
        return loader.declare();
    }

    private List<ModuleSymbol> declare() {
        List<Declarations> declarations = new ArrayList<>();
        for (ModuleSymbol module : loaded.values()) {
            declarations.add(new Declarations(module, problems));
        }
        declarations.forEach(Declarations::declareNames);
        declarations.forEach(Declarations::resolveTypes);
        EndlessTypes.report(loaded.values(), problems);
        return List.copyOf(loaded.values());
    }

    private ModuleSymbol loadFiles(
            String name, String key, List<SourceFile> files, boolean isRoot, boolean isPackage) {
        ModuleSymbol known = loaded.get(key);
        if (known != null) {
            return known;
        }
        List<SourceTree> trees = files.stream().map(file -> Parser.parse(file, problems)).toList();
        return loadTrees(name, key, trees, isRoot, isPackage);
    }

    private ModuleSymbol loadTrees(
            String name, String key, List<SourceTree> trees, boolean isRoot, boolean isPackage) {
        var module = new ModuleSymbol(name, trees, isRoot, isPackage);
        loaded.put(key, module);
        for (SourceTree tree : trees) {
            for (SourceTree.Import wanted : tree.imports()) {
                load(wanted, tree.file(), module);
            }
        }
        return module;
    }

    private void load(SourceTree.Import wanted, SourceFile importer, ModuleSymbol into) {
        switch (finder.find(wanted, importer)) {
            case ModuleFinder.Found.Module(SourceFile file) ->
                    into.imports()
                            .put(
                                    wanted.target(),
                                    loadFiles(
                                            wanted.target(),
                                            file.name(),
                                            List.of(file),
                                            false,
                                            false));
            case ModuleFinder.Found.Package(String name, List<SourceFile> files) ->
                    into.imports()
                            .put(name, loadFiles(name, keyOf(name, files), files, false, true));
            case ModuleFinder.Found.Nothing(String searched, Optional<String> hint) ->
                    problems.add(
                            new NameProblem.ModuleNotFound(
                                    wanted.span(), wanted.target(), searched, hint));
            case ModuleFinder.Found.Unusable(String why) ->
                    problems.add(new NameProblem.ModuleUnusable(wanted.span(), why));
        }
    }

    /// Packages at different places are different, whatever their names.
    private static String keyOf(String name, List<SourceFile> files) {
        return "package %s %s".formatted(name, files.isEmpty() ? "" : files.getFirst().name());
    }
}
