package coex.language.type;

import coex.language.syntax.Decl;

import java.util.LinkedHashMap;
import java.util.Map;

/// A declared matrix.
public final class MatrixSymbol {

    private final ModuleSymbol module;
    private final Decl.Matrix declaration;

    Type element = Type.Basic.INT;
    private final Map<String, FunctionSymbol> formulas = new LinkedHashMap<>();

    MatrixSymbol(ModuleSymbol module, Decl.Matrix declaration) {
        this.module = module;
        this.declaration = declaration;
    }

    public String name() {
        return declaration.name().text();
    }

    public ModuleSymbol module() {
        return module;
    }

    public Decl.Matrix declaration() {
        return declaration;
    }

    public Map<String, FunctionSymbol> formulas() {
        return formulas;
    }

    public Type element() {
        return element;
    }

    @Override
    public String toString() {
        return name();
    }
}
