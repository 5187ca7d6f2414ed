package coex.language.type;

import coex.language.syntax.Decl;

import java.util.List;

/// A declared C function; in modules that come with the runtime, one of the runtime's own.
public final class ExternSymbol {

    /// What the names of the runtime's own functions begin with. Only modules that come with the
    /// runtime may declare them: the types of a declaration are believed, and a number that is
    /// taken for a string would be an address of the author's choice.
    public static final List<String> RUNTIME_PREFIXES = List.of("coex_std_", "coex_regex_");

    private final ModuleSymbol module;
    private final Decl.Extern declaration;

    List<FunctionSymbol.Parameter> parameters = List.of();
    Type result = Type.Basic.NOTHING;

    ExternSymbol(ModuleSymbol module, Decl.Extern declaration) {
        this.module = module;
        this.declaration = declaration;
    }

    public String name() {
        return declaration.name().text();
    }

    public ModuleSymbol module() {
        return module;
    }

    public Decl.Extern declaration() {
        return declaration;
    }

    public List<FunctionSymbol.Parameter> parameters() {
        return parameters;
    }

    public Type result() {
        return result;
    }
}
