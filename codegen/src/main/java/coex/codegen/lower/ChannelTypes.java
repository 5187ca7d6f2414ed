package coex.codegen.lower;

import coex.codegen.ir.Layout;
import coex.language.type.Type;
import coex.language.type.Types;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Which types have channels in them.
final class ChannelTypes {

    private ChannelTypes() {}

    static boolean isIn(Type type) {
        return isIn(type, new HashSet<>());
    }

    /// @param seen types that are being looked at: types may contain themselves
    private static boolean isIn(Type given, Set<Type> seen) {
        Type type = Types.settled(given);
        if (!seen.add(type)) {
            return false;
        }
        return switch (type) {
            case Type.Channel _ -> true;
            case Type.ListOf(Type element) -> isIn(element, seen);
            case Type.ArrayOf(Type element) -> isIn(element, seen);
            case Type.SetOf(Type element) -> isIn(element, seen);
            case Type.MapOf(Type key, Type value) -> isIn(key, seen) || isIn(value, seen);
            case Type.Optionally(Type value) -> isIn(value, seen);
            case Type.Result result -> isIn(result.value(), seen) || isIn(result.error(), seen);
            case Type.AtomicRef(Type value) -> isIn(value, seen);
            case Type.Tuple tuple ->
                    tuple.elements().stream().anyMatch(element -> isIn(element, seen));
            case Type.User user -> isInUser(user, seen);
            default -> false;
        };
    }

    private static boolean isInUser(Type.User user, Set<Type> seen) {
        if (user.symbol().variants().isEmpty()) {
            return isInAny(Layouts.struct(user).fields(), seen);
        }
        for (int i = 0; i < user.symbol().variants().size(); i++) {
            if (isInAny(Layouts.variant(user, i).fields(), seen)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isInAny(List<Layout.Field> fields, Set<Type> seen) {
        return fields.stream().anyMatch(field -> isIn(field.type(), seen));
    }
}
