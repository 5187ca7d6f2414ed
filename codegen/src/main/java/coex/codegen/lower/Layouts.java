package coex.codegen.lower;

import coex.codegen.ir.Layout;
import coex.codegen.ir.RoutineName;
import coex.language.type.Type;
import coex.language.type.TypeSymbol;
import coex.language.type.Types;

import java.util.List;

/// What the objects of a program's types are made of.
final class Layouts {

    static final int OK = 0;
    static final int ERR = 1;

    private Layouts() {}

    static Layout struct(Type type) {
        var user = (Type.User) Types.settled(type);
        return new Layout.Struct(user, fields(user, user.symbol().fields()));
    }

    static Layout variant(Type type, int variant) {
        var user = (Type.User) Types.settled(type);
        return new Layout.Variant(
                user, variant, fields(user, user.symbol().variants().get(variant).fields()));
    }

    private static List<Layout.Field> fields(Type.User user, List<TypeSymbol.Field> declared) {
        return declared.stream()
                .map(
                        field ->
                                new Layout.Field(
                                        Types.settled(
                                                Types.substituted(
                                                        field.type(),
                                                        user.symbol().bindings(user.arguments())))))
                .toList();
    }

    static Layout tuple(Type type) {
        var tuple = (Type.Tuple) Types.settled(type);
        return new Layout.Tuple(tuple, tuple.elements().stream().map(Layout.Field::new).toList());
    }

    /// `Ok` or `Err` of a Result.
    static Layout result(Type type, int variant) {
        var result = (Type.Result) Types.settled(type);
        Type content = variant == OK ? result.value() : result.error();
        return new Layout.Variant(result, variant, List.of(new Layout.Field(content)));
    }

    /// A number that may be nil, where it is not.
    static Layout box(Type number) {
        return new Layout.Box(number, List.of(new Layout.Field(number)));
    }

    /// A function value with what it has captured. Its shape tells which function it is.
    static Layout closure(RoutineName routine, List<String> names, List<Type> captured) {
        return new Layout.Closure(
                routine,
                names,
                captured.stream().map(type -> new Layout.Field(Types.settled(type))).toList());
    }
}
