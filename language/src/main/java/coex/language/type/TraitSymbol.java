package coex.language.type;

import coex.language.syntax.Decl;

import java.util.Optional;

/// A declared trait: what a type must have to satisfy a bound of its name.
public record TraitSymbol(ModuleSymbol module, Decl.Trait declaration) {

    public String name() {
        return declaration.name().text();
    }

    /// The first method that a type lacks or has in another form.
    public Optional<Decl.Signature> missingIn(TypeSymbol type) {
        return declaration.methods().stream().filter(method -> !has(type, method)).findFirst();
    }

    /// Implementation is structural: the name, the number of parameters, and whether there is a
    /// result.
    private static boolean has(TypeSymbol type, Decl.Signature wanted) {
        FunctionSymbol method = type.methods().get(wanted.name().text());
        return method != null
                && method.declaration().signature().parameters().size()
                        == wanted.parameters().size()
                && method.declaration().signature().result().isPresent()
                        == wanted.result().isPresent();
    }
}
