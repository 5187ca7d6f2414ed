package coex.language.type;

import coex.language.syntax.Decl;
import coex.language.syntax.FunctionKind;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A declared function, method, or formula of a matrix. Types are filled in when all names are
/// known.
public final class FunctionSymbol {

    /// What a function belongs to.
    sealed interface Owner {
        record Module() implements Owner {}

        record OfType(TypeSymbol type) implements Owner {}

        record OfMatrix(MatrixSymbol matrix) implements Owner {}
    }

    /// A parameter with its type.
    public record Parameter(String name, Type type) {}

    private final ModuleSymbol module;
    private final Owner owner;
    private final Decl.Function declaration;
    private final List<Type.Parameter> ownParameters;

    List<Parameter> parameters = List.of();
    Type result = Type.Basic.NOTHING;

    FunctionSymbol(ModuleSymbol module, Owner owner, Decl.Function declaration) {
        this.module = module;
        this.owner = owner;
        this.declaration = declaration;
        this.ownParameters =
                declaration.signature().generics().stream()
                        .map(generic -> new Type.Parameter(generic.name().text(), this))
                        .toList();
    }

    /// A function that belongs to a module and to nothing in it.
    public static FunctionSymbol ofModule(ModuleSymbol module, Decl.Function declaration) {
        return new FunctionSymbol(module, new Owner.Module(), declaration);
    }

    public String name() {
        return declaration.name().text();
    }

    public FunctionKind kind() {
        return declaration.signature().kind();
    }

    public ModuleSymbol module() {
        return module;
    }

    public Decl.Function declaration() {
        return declaration;
    }

    Owner owner() {
        return owner;
    }

    /// The struct or enum it is a method of.
    public Optional<TypeSymbol> ownerType() {
        return owner instanceof Owner.OfType(TypeSymbol type)
                ? Optional.of(type)
                : Optional.empty();
    }

    /// The matrix it is a formula of.
    public Optional<MatrixSymbol> ownerMatrix() {
        return owner instanceof Owner.OfMatrix(MatrixSymbol matrix)
                ? Optional.of(matrix)
                : Optional.empty();
    }

    public List<Parameter> parameters() {
        return parameters;
    }

    public Type result() {
        return result;
    }

    /// The type parameters declared with the function itself.
    public List<Type.Parameter> ownParameters() {
        return ownParameters;
    }

    /// All type parameters: those of the type it is a method of, then its own.
    public List<Type.Parameter> allParameters() {
        var all = new ArrayList<Type.Parameter>();
        ownerType().ifPresent(type -> all.addAll(type.parameters()));
        all.addAll(ownParameters);
        return all;
    }

    public boolean isGeneric() {
        return !allParameters().isEmpty();
    }

    public Map<Type.Parameter, Type> bindings(List<Type> arguments) {
        var bindings = new LinkedHashMap<Type.Parameter, Type>();
        List<Type.Parameter> all = allParameters();
        for (int i = 0; i < all.size(); i++) {
            bindings.put(all.get(i), arguments.get(i));
        }
        return bindings;
    }

    /// For reports: `area`, or `Tank.filled` for a method of a type.
    public String described() {
        return ownerType().map(type -> type.name() + ".").orElse("") + name();
    }

    @Override
    public String toString() {
        return described();
    }
}
