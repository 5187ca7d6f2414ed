package coex.language.type;

import coex.language.syntax.Decl;

import java.util.List;

/// A declared C function.
public final class ExternSymbol {

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
