package coex.codegen.emit;

import coex.language.type.Type;
import coex.language.type.TypeSymbol;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;

/// What types are made of.
final class TypeParts {

    private TypeParts() {}

    /// The types a value of this type has to do with.
    static List<Type> of(Type type) {
        var parts = new ArrayList<Type>();
        switch (type) {
            case Type.User user -> {
                fieldsOf(user).forEach(field -> parts.add(field.type()));
                for (TypeSymbol.Variant variant : user.symbol().variants()) {
                    fieldsOf(user, variant).forEach(field -> parts.add(field.type()));
                }
            }
            case Type.Matrix matrix -> parts.add(matrix.symbol().element());
            case Type.Function _ -> {}
            default -> parts.addAll(Types.parts(type));
        }
        return parts.stream().map(Types::settled).toList();
    }

    static List<TypeSymbol.Field> fieldsOf(Type.User user) {
        return settled(user, user.symbol().fields());
    }

    static List<TypeSymbol.Field> fieldsOf(Type.User user, TypeSymbol.Variant variant) {
        return settled(user, variant.fields());
    }

    private static List<TypeSymbol.Field> settled(Type.User user, List<TypeSymbol.Field> fields) {
        return fields.stream()
                .map(
                        field ->
                                new TypeSymbol.Field(
                                        field.name(),
                                        Types.settled(
                                                Types.substituted(
                                                        field.type(),
                                                        user.symbol().bindings(user.arguments())))))
                .toList();
    }
}
