package coex.language.type;

import coex.language.source.Span;
import coex.language.syntax.SourceTree;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A file or package of a program: what it declares, and what it can see of others. Filled by
/// [Declarations].
public final class ModuleSymbol {

    private final String name;
    private final List<SourceTree> trees;
    private final Origin origin;

    private final Map<String, FunctionSymbol> functions = new LinkedHashMap<>();
    private final Map<String, ExternSymbol> externs = new LinkedHashMap<>();
    private final Map<String, TypeSymbol> types = new LinkedHashMap<>();
    private final Map<String, MatrixSymbol> matrices = new LinkedHashMap<>();
    private final Map<String, TraitSymbol> traits = new LinkedHashMap<>();

    /// The modules it imports, by the names it calls them by.
    private final Map<String, ModuleSymbol> imports = new LinkedHashMap<>();

    /// What `replace` gives other names to.
    private final Map<String, Alias> aliases = new LinkedHashMap<>();

    /// Names that `replace` should have given and could not, which is reported.
    private final Set<String> failedAliases = new HashSet<>();

    /// Where each name was declared first.
    private final Map<String, Span> declared = new LinkedHashMap<>();

    /// A function under another name.
    public record Alias(ModuleSymbol module, String function) {}

    /// Where a module comes from.
    enum Origin {
        ROOT,
        FILE,
        PACKAGE,
        LIBRARY_PACKAGE,
        STANDARD
    }

    ModuleSymbol(String name, List<SourceTree> trees, Origin origin) {
        this.name = name;
        this.trees = List.copyOf(trees);
        this.origin = origin;
    }

    public String name() {
        return name;
    }

    public Map<String, FunctionSymbol> functions() {
        return functions;
    }

    public Map<String, ExternSymbol> externs() {
        return externs;
    }

    public Map<String, TypeSymbol> types() {
        return types;
    }

    public Map<String, MatrixSymbol> matrices() {
        return matrices;
    }

    public Map<String, TraitSymbol> traits() {
        return traits;
    }

    public Map<String, ModuleSymbol> imports() {
        return imports;
    }

    /// What this module calls another that it imports. The file that was asked for has no name of
    /// its own.
    public String nameOf(ModuleSymbol imported) {
        for (Map.Entry<String, ModuleSymbol> entry : imports.entrySet()) {
            if (entry.getValue() == imported) {
                return entry.getKey();
            }
        }
        return imported.name;
    }

    /// What to say of names that are missing here if an import found this file itself.
    public Optional<String> selfImportHint() {
        return imports.containsValue(this)
                ? Optional.of(
                        "`import %s` finds this file itself; another name for the file makes room for another module."
                                .formatted(nameOf(this)))
                : Optional.empty();
    }

    public Map<String, Alias> aliases() {
        return aliases;
    }

    public Set<String> failedAliases() {
        return failedAliases;
    }

    Map<String, Span> declared() {
        return declared;
    }

    /// Its text: one file, but for a package, which may have any number.
    public List<SourceTree> trees() {
        return trees;
    }

    /// Whether this is the file that was asked for; only its `main` counts.
    public boolean isRoot() {
        return origin == Origin.ROOT;
    }

    /// Whether its functions may be called without its name.
    public boolean isPackage() {
        return origin == Origin.PACKAGE || origin == Origin.LIBRARY_PACKAGE;
    }

    /// Whether it is of the standard library. Its formulas may have variables, and call functions
    /// of the runtime that compute: who calls them cannot tell.
    public boolean isStandard() {
        return origin == Origin.STANDARD;
    }

    /// Whether it comes with the runtime, so that its foreign functions may be the runtime's own.
    public boolean comesWithRuntime() {
        return origin == Origin.STANDARD || origin == Origin.LIBRARY_PACKAGE;
    }

    public Optional<TypeSymbol> type(String wanted) {
        return find(wanted, module -> module.types);
    }

    public Optional<MatrixSymbol> matrix(String wanted) {
        return find(wanted, module -> module.matrices);
    }

    public Optional<TraitSymbol> trait(String wanted) {
        return find(wanted, module -> module.traits);
    }

    /// A function that may be called by its bare name.
    public Optional<FunctionSymbol> function(String wanted) {
        FunctionSymbol own = functions.get(wanted);
        return own != null ? Optional.of(own) : inPackages(wanted, module -> module.functions);
    }

    public Optional<ExternSymbol> extern(String wanted) {
        ExternSymbol own = externs.get(wanted);
        return own != null ? Optional.of(own) : inPackages(wanted, module -> module.externs);
    }

    /// The imported modules that declare a type or matrix of this name, if it is not this module's
    /// own. With more than one, the bare name says nothing.
    public List<ModuleSymbol> declaring(String type) {
        if (types.containsKey(type) || matrices.containsKey(type)) {
            return List.of(this);
        }
        return imports.values().stream()
                .distinct()
                .filter(
                        module ->
                                module.types.containsKey(type) || module.matrices.containsKey(type))
                .toList();
    }

    private interface Table<S> {
        Map<String, S> of(ModuleSymbol module);
    }

    private <S> Optional<S> find(String wanted, Table<S> table) {
        S own = table.of(this).get(wanted);
        if (own != null) {
            return Optional.of(own);
        }
        for (ModuleSymbol module : imports.values()) {
            S found = table.of(module).get(wanted);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    private <S> Optional<S> inPackages(String wanted, Table<S> table) {
        for (ModuleSymbol module : imports.values()) {
            S found = module.isPackage() ? table.of(module).get(wanted) : null;
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }
}
