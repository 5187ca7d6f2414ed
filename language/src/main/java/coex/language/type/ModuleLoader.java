package coex.language.type;

import coex.language.problem.Problems;
import coex.language.problem.Similar;
import coex.language.source.SourceFile;
import coex.language.syntax.Parser;
import coex.language.syntax.SourceTree;
import coex.language.type.ModuleSymbol.Origin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Loads a program: the file it begins with and all that it imports, each once.
public final class ModuleLoader {

    private final ModuleFinder finder;
    private final Problems problems;
    private final NameListener listener;
    private final Map<String, ModuleSymbol> loaded = new LinkedHashMap<>();

    private ModuleLoader(ModuleFinder finder, Problems problems, NameListener listener) {
        this.finder = finder;
        this.problems = problems;
        this.listener = listener;
    }

    /// The modules of the program that begins with `root`, which is the first of them, with all
    /// names and the types of all declarations known.
    public static List<ModuleSymbol> load(SourceFile root, ModuleFinder finder, Problems problems) {
        return load(root, finder, problems, NameListener.NOBODY);
    }

    /// The same, telling a listener what the names in declarations stand for.
    public static List<ModuleSymbol> load(
            SourceFile root, ModuleFinder finder, Problems problems, NameListener listener) {
        var loader = new ModuleLoader(finder, problems, listener);
        loader.loadFiles("", root.name(), List.of(root), Origin.ROOT);
        return loader.declare();
    }

    /// The same for a program whose first module consists of trees that are parsed already.
    public static List<ModuleSymbol> load(
            List<SourceTree> trees, ModuleFinder finder, Problems problems) {
        var loader = new ModuleLoader(finder, problems, NameListener.NOBODY);
        loader.loadTrees("", "", trees, Origin.ROOT);
        return loader.declare();
    }

    private List<ModuleSymbol> declare() {
        List<Declarations> declarations = new ArrayList<>();
        for (ModuleSymbol module : loaded.values()) {
            declarations.add(new Declarations(module, problems, listener));
        }
        declarations.forEach(Declarations::declareNames);
        declarations.forEach(Declarations::resolveTypes);
        EndlessTypes.report(loaded.values(), problems);
        return List.copyOf(loaded.values());
    }

    private ModuleSymbol loadFiles(String name, String key, List<SourceFile> files, Origin origin) {
        ModuleSymbol known = loaded.get(key);
        if (known != null) {
            return known;
        }
        List<SourceTree> trees = files.stream().map(file -> Parser.parse(file, problems)).toList();
        return loadTrees(name, key, trees, origin);
    }

    private ModuleSymbol loadTrees(String name, String key, List<SourceTree> trees, Origin origin) {
        var module = new ModuleSymbol(name, trees, origin);
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
                    into.imports().put(wanted.target(), load(wanted, file, Origin.FILE));
            case ModuleFinder.Found.Standard(SourceFile file) ->
                    into.imports().put(wanted.target(), load(wanted, file, Origin.STANDARD));
            case ModuleFinder.Found.LibraryPackage(String name, SourceFile file) ->
                    loadPackage(name, List.of(file), Origin.LIBRARY_PACKAGE, into);
            case ModuleFinder.Found.Package(String name, List<SourceFile> files) ->
                    loadPackage(name, files, Origin.PACKAGE, into);
            case ModuleFinder.Found.Nothing(String searched, Optional<String> hint) ->
                    problems.add(
                            new NameProblem.ModuleNotFound(
                                    wanted.span(),
                                    wanted.target(),
                                    searched,
                                    Similar.hint(wanted.target(), finder.known()).or(() -> hint)));
            case ModuleFinder.Found.Unusable(String why) ->
                    problems.add(new NameProblem.ModuleUnusable(wanted.span(), why));
        }
    }

    private ModuleSymbol load(SourceTree.Import wanted, SourceFile file, Origin origin) {
        return loadFiles(wanted.target(), file.name(), List.of(file), origin);
    }

    private void loadPackage(
            String name, List<SourceFile> files, Origin origin, ModuleSymbol into) {
        into.imports().put(name, loadFiles(name, keyOf(name, files), files, origin));
    }

    /// Packages at different places are different, whatever their names.
    private static String keyOf(String name, List<SourceFile> files) {
        return "package %s %s".formatted(name, files.isEmpty() ? "" : files.getFirst().name());
    }
}
