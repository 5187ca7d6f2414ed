package coex.language.type;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Questions about types, and ways to make one from another.
public final class Types {

    private static final int MOST_PARTS = 5000;

    private Types() {}

    /// The type with open types replaced by what they were fixed to; an open one stays open.
    public static Type resolved(Type type) {
        if (type instanceof Type.Open open) {
            return open.fixed().map(Types::resolved).orElse(open);
        }
        return mapParts(type, Types::resolved);
    }

    /// The type with open types fixed to `int` where nothing else fixed them.
    public static Type settled(Type type) {
        if (type instanceof Type.Open open) {
            if (open.fixed().isEmpty()) {
                open.fix(Type.Basic.INT);
            }
            return settled(open.fixed().orElseThrow());
        }
        return mapParts(type, Types::settled);
    }

    /// The type with type parameters replaced by arguments.
    public static Type substituted(Type type, Map<Type.Parameter, Type> arguments) {
        if (arguments.isEmpty()) {
            return type;
        }
        if (type instanceof Type.Parameter parameter) {
            return arguments.getOrDefault(parameter, parameter);
        }
        return mapParts(type, part -> substituted(part, arguments));
    }

    /// `T?`; an optional of an optional is the optional.
    public static Type optional(Type type) {
        Type known = resolved(type);
        return known instanceof Type.Optionally || known == Type.Basic.UNKNOWN
                ? known
                : new Type.Optionally(known);
    }

    public static boolean isUnknown(Type type) {
        return resolved(type) == Type.Basic.UNKNOWN;
    }

    /// Whether a mistake was reported about this type or a part of it.
    public static boolean mentionsUnknown(Type type) {
        return mentions(resolved(type), part -> part == Type.Basic.UNKNOWN);
    }

    public static boolean mentionsOpen(Type type) {
        return mentions(resolved(type), Type.Open.class::isInstance);
    }

    private static boolean mentions(Type resolved, Predicate<Type> wanted) {
        return wanted.test(resolved)
                || parts(resolved).stream().anyMatch(part -> mentions(part, wanted));
    }

    /// Whether the type has more parts than programs need, counting what each part is made of.
    /// Types double with each step of `b = (a, a)`, and soon nothing could go through them.
    public static boolean isTooLarge(Type type) {
        return partsLeft(type, MOST_PARTS) < 0;
    }

    private static int partsLeft(Type type, int allowed) {
        Type known = type instanceof Type.Open open ? open.fixed().orElse(open) : type;
        int left = allowed - 1;
        for (Type part : parts(known)) {
            if (left < 0) {
                break;
            }
            left = partsLeft(part, left);
        }
        return left;
    }

    /// How many types are within each other: 1 for `int`, 2 for `[int]`. Deeper ones than `most`
    /// are not looked into.
    public static int depth(Type type, int most) {
        Type known = type instanceof Type.Open open ? open.fixed().orElse(open) : type;
        int deepest = 0;
        for (Type part : most > 0 ? parts(known) : List.<Type>of()) {
            deepest = Math.max(deepest, depth(part, most - 1));
        }
        return 1 + deepest;
    }

    /// Whether values of the type are numbers, or widen to them.
    public static boolean isNumeric(Type type) {
        return switch (resolved(type)) {
            case Type.Basic basic ->
                    switch (basic) {
                        case INT, FLOAT, BYTE, CHAR, BOOL -> true;
                        default -> false;
                    };
            default -> false;
        };
    }

    /// The types that a type is made of.
    public static List<Type> parts(Type type) {
        return switch (type) {
            case Type.Basic _, Type.Matrix _, Type.Parameter _, Type.Open _ -> List.of();
            case Type.ListOf(Type element) -> List.of(element);
            case Type.ArrayOf(Type element) -> List.of(element);
            case Type.SetOf(Type element) -> List.of(element);
            case Type.MapOf(Type key, Type value) -> List.of(key, value);
            case Type.Tuple tuple -> tuple.elements();
            case Type.Optionally(Type value) -> List.of(value);
            case Type.Result(Type value, Type error) -> List.of(value, error);
            case Type.Function function -> {
                var parts = new ArrayList<>(function.parameters());
                parts.add(function.result());
                yield parts;
            }
            case Type.User user -> user.arguments();
            case Type.AtomicRef(Type value) -> List.of(value);
            case Type.Channel(Type element) -> List.of(element);
        };
    }

    /// The type with its parts replaced; itself if none changes.
    private static Type mapParts(Type type, UnaryOperator<Type> change) {
        return switch (type) {
            case Type.Basic _, Type.Matrix _, Type.Parameter _, Type.Open _ -> type;
            case Type.ListOf(Type element) -> new Type.ListOf(change.apply(element));
            case Type.ArrayOf(Type element) -> new Type.ArrayOf(change.apply(element));
            case Type.SetOf(Type element) -> new Type.SetOf(change.apply(element));
            case Type.MapOf(Type key, Type value) ->
                    new Type.MapOf(change.apply(key), change.apply(value));
            case Type.Tuple tuple ->
                    new Type.Tuple(mapAll(tuple.elements(), change), tuple.names());
            case Type.Optionally(Type value) -> {
                Type changed = change.apply(value);
                yield changed instanceof Type.Optionally ? changed : new Type.Optionally(changed);
            }
            case Type.Result(Type value, Type error) ->
                    new Type.Result(change.apply(value), change.apply(error));
            case Type.Function function ->
                    new Type.Function(
                            function.kind(),
                            mapAll(function.parameters(), change),
                            change.apply(function.result()));
            case Type.User user ->
                    user.arguments().isEmpty()
                            ? user
                            : new Type.User(user.symbol(), mapAll(user.arguments(), change));
            case Type.AtomicRef(Type value) -> new Type.AtomicRef(change.apply(value));
            case Type.Channel(Type element) -> new Type.Channel(change.apply(element));
        };
    }

    private static List<Type> mapAll(List<Type> types, UnaryOperator<Type> change) {
        return types.stream().map(change).toList();
    }
}
