package coex.language.type;

import coex.language.source.Span;
import coex.language.syntax.Decl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A declared struct or enum. Fields and cases are filled in when all names are known.
public final class TypeSymbol {

    /// A field of a struct or of a variant.
    public record Field(String name, Type type) {}

    /// A variant of an enum.
    public record Variant(String name, int index, List<Field> fields) {}

    private final ModuleSymbol module;
    private final Decl.Type declaration;
    private final List<Type.Parameter> parameters;

    List<Field> fields = List.of();
    List<Variant> variants = List.of();
    private final Map<String, FunctionSymbol> methods = new LinkedHashMap<>();

    TypeSymbol(ModuleSymbol module, Decl.Type declaration) {
        this.module = module;
        this.declaration = declaration;
        this.parameters =
                declaration.generics().stream()
                        .map(generic -> new Type.Parameter(generic.name().text(), this))
                        .toList();
    }

    public String name() {
        return declaration.name().text();
    }

    public ModuleSymbol module() {
        return module;
    }

    public Decl.Type declaration() {
        return declaration;
    }

    public List<Type.Parameter> parameters() {
        return parameters;
    }

    public boolean isEnum() {
        return !declaration.cases().isEmpty();
    }

    public List<Field> fields() {
        return fields;
    }

    public Map<String, FunctionSymbol> methods() {
        return methods;
    }

    public List<Variant> variants() {
        return variants;
    }

    public Optional<Variant> variant(String wanted) {
        return variants.stream().filter(variant -> variant.name().equals(wanted)).findFirst();
    }

    /// The place of a field, or -1.
    public int fieldIndex(String wanted) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(wanted)) {
                return i;
            }
        }
        return -1;
    }

    /// Where a field of a struct is declared.
    public Span placeOfField(int index) {
        return declaration.fields().get(index).name().span();
    }

    /// The arguments of a use of this type, by parameter.
    public Map<Type.Parameter, Type> bindings(List<Type> arguments) {
        var bindings = new LinkedHashMap<Type.Parameter, Type>();
        for (int i = 0; i < parameters.size(); i++) {
            bindings.put(parameters.get(i), arguments.get(i));
        }
        return bindings;
    }

    @Override
    public String toString() {
        return name();
    }
}
