package coex.lsp.analysis;

import coex.language.check.Checker;
import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.syntax.SourceTree;
import coex.language.type.ModuleFinder;
import coex.language.type.ModuleLoader;
import coex.language.type.ModuleSymbol;

import java.util.List;

/// What the front end finds out about a file and all it imports. It depends on nothing but their
/// texts: the same texts have the same analysis, whatever was analysed before. For one thread.
public final class Analysis {

    private final SourceFile file;
    private final List<ModuleSymbol> modules;
    private final Problems problems;
    private final NameTable names;

    private Analysis(
            SourceFile file, List<ModuleSymbol> modules, Problems problems, NameTable names) {
        this.file = file;
        this.modules = modules;
        this.problems = problems;
        this.names = names;
    }

    /// @param problems empty; whether advice is given too
    static Analysis of(SourceFile file, ModuleFinder finder, Problems problems) {
        var names = new NameTable();
        List<ModuleSymbol> modules = ModuleLoader.load(file, finder, problems, names);
        modules.forEach(module -> names.declares(new SymbolWalk(module)));
        Checker.check(modules, problems, names);
        return new Analysis(file, modules, problems, names);
    }

    public SourceFile file() {
        return file;
    }

    /// The module of the file itself.
    public ModuleSymbol module() {
        return modules.getFirst();
    }

    public SourceTree tree() {
        return module().trees().getFirst();
    }

    public List<ModuleSymbol> modules() {
        return modules;
    }

    public NameTable names() {
        return names;
    }

    /// What is wrong, here and in what is imported.
    public List<Problem> mistakes() {
        return problems.inOrder();
    }

    public List<Problem> warnings() {
        return problems.warnings();
    }

    /// Whether a change of another file could change anything here.
    public boolean importsAnything() {
        return !tree().imports().isEmpty();
    }
}
