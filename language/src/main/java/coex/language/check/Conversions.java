package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.Conversion;
import coex.language.checked.Operation;
import coex.language.problem.Problems;
import coex.language.syntax.FunctionKind;
import coex.language.type.Type;
import coex.language.type.TypeProblem;
import coex.language.type.Types;

import java.util.List;
import java.util.Optional;

/// Makes values of one type fit where another is expected, and finds types that two values share.
final class Conversions {

    private final Problems problems;

    Conversions(Problems problems) {
        this.problems = problems;
    }

    // Implicit conversions

    /// `value` as `target`; a report and a stand-in if there is no way.
    CheckedExpr convert(CheckedExpr value, Type target) {
        return convert(value, target, Optional.empty());
    }

    /// @param reason who expects the type, to be named in the report
    CheckedExpr convert(CheckedExpr value, Type target, Optional<TypeProblem.Reason> reason) {
        return tryConvert(value, target)
                .orElseGet(
                        () -> {
                            problems.add(
                                    new TypeProblem.Mismatch(
                                            value.span(),
                                            value.type(),
                                            target,
                                            hint(value.type(), target),
                                            reason));
                            return new CheckedExpr.Zero(target, value.span());
                        });
    }

    /// `value` as `target`, if an implicit conversion leads there.
    Optional<CheckedExpr> tryConvert(CheckedExpr value, Type target) {
        Type from = Types.resolved(value.type());
        Type to = Types.resolved(target);
        if (Types.isUnknown(from) || Types.isUnknown(to) || unify(from, to)) {
            return Optional.of(value);
        }
        if (from == Type.Basic.NIL) {
            return acceptsNil(to)
                    ? Optional.of(new CheckedExpr.Zero(to, value.span()))
                    : Optional.empty();
        }
        if (to instanceof Type.Optionally(Type inner) && !(from instanceof Type.Optionally)) {
            return tryConvert(value, inner)
                    .map(converted -> convert(Conversion.WRAP, converted, to));
        }
        if (to == Type.Basic.JSON) {
            return isJsonable(from)
                    ? Optional.of(convert(Conversion.TO_JSON, value, to))
                    : Optional.empty();
        }
        Optional<Type> cell = cellContent(to);
        if (cell.isPresent() && cellContent(from).isEmpty()) {
            return tryConvert(value, cell.get()).map(content -> newCell(content, to));
        }
        if (Types.isNumeric(from) && Types.isNumeric(to)) {
            return number(value, from, to);
        }
        if (from instanceof Type.Function given && to instanceof Type.Function wanted) {
            return functionFits(given, wanted)
                    ? Optional.of(convert(Conversion.SAME, value, to))
                    : Optional.empty();
        }
        return collection(from, to).map(conversion -> convert(conversion, value, to));
    }

    private static boolean acceptsNil(Type type) {
        return type instanceof Type.Optionally
                || type instanceof Type.AtomicRef
                || type == Type.Basic.JSON;
    }

    /// What an atomic holds.
    private static Optional<Type> cellContent(Type type) {
        return switch (type) {
            case Type.Basic.ATOMIC_INT -> Optional.of(Type.Basic.INT);
            case Type.Basic.ATOMIC_FLOAT -> Optional.of(Type.Basic.FLOAT);
            case Type.Basic.ATOMIC_BOOL -> Optional.of(Type.Basic.BOOL);
            case Type.AtomicRef(Type value) -> Optional.of(Types.optional(value));
            default -> Optional.empty();
        };
    }

    /// A plain value where an atomic is declared makes a new cell.
    static CheckedExpr newCell(CheckedExpr content, Type type) {
        return new CheckedExpr.Operate(
                Operation.ATOMIC_NEW, List.of(content), type, content.span());
    }

    static CheckedExpr convert(Conversion conversion, CheckedExpr value, Type type) {
        return new CheckedExpr.Convert(conversion, value, type, value.span());
    }

    // Numbers

    /// Any number as another one: by way of int, if need be.
    private static Optional<CheckedExpr> number(CheckedExpr value, Type from, Type to) {
        if (to == Type.Basic.BOOL) {
            return Optional.empty();
        }
        if (value instanceof CheckedExpr.IntConstant constant) {
            return Optional.of(constantAs(constant, to));
        }
        CheckedExpr asInt =
                switch ((Type.Basic) from) {
                    case FLOAT -> convert(Conversion.FLOAT_TO_INT, value, Type.Basic.INT);
                    case BOOL -> convert(Conversion.BOOL_TO_INT, value, Type.Basic.INT);
                    case BYTE -> convert(Conversion.BYTE_TO_INT, value, Type.Basic.INT);
                    case CHAR -> convert(Conversion.CHAR_TO_INT, value, Type.Basic.INT);
                    default -> value;
                };
        return Optional.of(
                switch ((Type.Basic) to) {
                    case FLOAT -> convert(Conversion.INT_TO_FLOAT, asInt, to);
                    case BYTE -> convert(Conversion.INT_TO_BYTE, asInt, to);
                    case CHAR -> convert(Conversion.INT_TO_CHAR, asInt, to);
                    default -> asInt;
                });
    }

    private static CheckedExpr constantAs(CheckedExpr.IntConstant constant, Type to) {
        long value = constant.value();
        return switch ((Type.Basic) to) {
            case FLOAT -> new CheckedExpr.FloatConstant(value, constant.span());
            case BYTE -> new CheckedExpr.IntConstant(value & 0xFF, to, constant.span());
            case CHAR -> new CheckedExpr.IntConstant((int) value, to, constant.span());
            default -> new CheckedExpr.IntConstant(value, to, constant.span());
        };
    }

    /// `byte`, `char` and `bool` as int; int and float as they are.
    CheckedExpr widened(CheckedExpr value) {
        Type type = Types.resolved(value.type());
        boolean isWide =
                type == Type.Basic.INT || type == Type.Basic.FLOAT || !Types.isNumeric(type);
        return isWide ? value : convert(value, Type.Basic.INT);
    }

    // Conditions

    /// Any value as a condition takes it.
    CheckedExpr truth(CheckedExpr value) {
        Type type = Types.resolved(value.type());
        if (type == Type.Basic.BOOL || Types.isUnknown(type)) {
            return value;
        }
        if (type == Type.Basic.NOTHING) {
            return convert(value, Type.Basic.BOOL);
        }
        return convert(Conversion.TRUTH, value, Type.Basic.BOOL);
    }

    /// The value of an optional where one is required; nil is a runtime error.
    CheckedExpr present(CheckedExpr value) {
        return Types.resolved(value.type()) instanceof Type.Optionally(Type inner)
                ? convert(Conversion.UNWRAP_CHECKED, value, inner)
                : value;
    }

    // Collections, functions, json

    private static Optional<Conversion> collection(Type from, Type to) {
        if (from instanceof Type.ListOf(Type element)) {
            if (to instanceof Type.ArrayOf(Type wanted) && unify(element, wanted)) {
                return Optional.of(Conversion.LIST_TO_ARRAY);
            }
            if (to instanceof Type.SetOf(Type wanted) && unify(element, wanted)) {
                return Optional.of(Conversion.LIST_TO_SET);
            }
        }
        if (from instanceof Type.ArrayOf(Type element)) {
            if (to instanceof Type.ListOf(Type wanted) && unify(element, wanted)) {
                return Optional.of(Conversion.ARRAY_TO_LIST);
            }
            if (to instanceof Type.SetOf(Type wanted) && unify(element, wanted)) {
                return Optional.of(Conversion.ARRAY_TO_SET);
            }
        }
        if (from instanceof Type.SetOf(Type element)) {
            if (to instanceof Type.ListOf(Type wanted) && unify(element, wanted)) {
                return Optional.of(Conversion.SET_TO_LIST);
            }
            if (to instanceof Type.ArrayOf(Type wanted) && unify(element, wanted)) {
                return Optional.of(Conversion.SET_TO_ARRAY);
            }
        }
        return Optional.empty();
    }

    /// A formula may stand for a function of any kind; otherwise kinds are the same.
    private static boolean functionFits(Type.Function given, Type.Function wanted) {
        boolean kindFits = given.kind() == wanted.kind() || given.kind() == FunctionKind.FORMULA;
        return kindFits
                && unifyAll(given.parameters(), wanted.parameters())
                && unify(given.result(), wanted.result());
    }

    /// Whether a value has a form as json.
    static boolean isJsonable(Type type) {
        return switch (Types.resolved(type)) {
            case Type.Basic basic ->
                    switch (basic) {
                        case INT, FLOAT, BOOL, BYTE, CHAR, STRING, JSON, NIL, UNKNOWN -> true;
                        case POSIX, ATOMIC_INT, ATOMIC_FLOAT, ATOMIC_BOOL, NOTHING, RANGE -> false;
                    };
            case Type.ListOf(Type element) -> isJsonable(element);
            case Type.ArrayOf(Type element) -> isJsonable(element);
            case Type.SetOf(Type element) -> isJsonable(element);
            case Type.MapOf(Type key, Type value) ->
                    Types.resolved(key) == Type.Basic.STRING && isJsonable(value);
            case Type.Tuple tuple -> tuple.elements().stream().allMatch(Conversions::isJsonable);
            case Type.Optionally(Type value) -> isJsonable(value);
            case Type.User _, Type.Open _ -> true;
            case Type.Result _,
                    Type.Function _,
                    Type.Matrix _,
                    Type.AtomicRef _,
                    Type.Channel _,
                    Type.Parameter _ ->
                    false;
        };
    }

    // Types in common

    /// The type that both values have or convert to; empty if there is none.
    Optional<Type> common(Type first, Type second) {
        Type a = Types.resolved(first);
        Type b = Types.resolved(second);
        if (Types.isUnknown(a) || Types.isUnknown(b)) {
            return Optional.of(Types.isUnknown(a) ? b : a);
        }
        if (a == Type.Basic.NOTHING || b == Type.Basic.NOTHING) {
            return Optional.empty();
        }
        if (unify(a, b)) {
            return Optional.of(Types.resolved(a));
        }
        if (a == Type.Basic.NIL || b == Type.Basic.NIL) {
            Type other = a == Type.Basic.NIL ? b : a;
            return Optional.of(other == Type.Basic.JSON ? other : Types.optional(other));
        }
        if (a == Type.Basic.JSON && isJsonable(b) || b == Type.Basic.JSON && isJsonable(a)) {
            return Optional.of(Type.Basic.JSON);
        }
        if (a instanceof Type.Optionally || b instanceof Type.Optionally) {
            return common(withoutOptional(a), withoutOptional(b)).map(Types::optional);
        }
        if (Types.isNumeric(a) && Types.isNumeric(b)) {
            boolean anyFloat = a == Type.Basic.FLOAT || b == Type.Basic.FLOAT;
            return Optional.of(anyFloat ? Type.Basic.FLOAT : Type.Basic.INT);
        }
        return Optional.empty();
    }

    static Type withoutOptional(Type type) {
        return Types.resolved(type) instanceof Type.Optionally(Type value) ? value : type;
    }

    /// Whether two types are the same, with open ones fixed so that they are.
    static boolean unify(Type first, Type second) {
        Type a = Types.resolved(first);
        Type b = Types.resolved(second);
        if (a.equals(b) || Types.isUnknown(a) || Types.isUnknown(b)) {
            return true;
        }
        if (a instanceof Type.Open open) {
            return fix(open, b);
        }
        if (b instanceof Type.Open open) {
            return fix(open, a);
        }
        boolean sameForm =
                a.getClass() == b.getClass()
                        && !(a instanceof Type.Basic)
                        && Types.parts(a).size() == Types.parts(b).size()
                        && (!(a instanceof Type.User user)
                                || user.symbol() == ((Type.User) b).symbol())
                        && (!(a instanceof Type.Function function)
                                || function.kind() == ((Type.Function) b).kind());
        return sameForm && !Types.parts(a).isEmpty() && unifyAll(Types.parts(a), Types.parts(b));
    }

    private static boolean unifyAll(List<Type> first, List<Type> second) {
        if (first.size() != second.size()) {
            return false;
        }
        for (int i = 0; i < first.size(); i++) {
            if (!unify(first.get(i), second.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// An open type is fixed to a type that values can have, and that does not contain itself.
    private static boolean fix(Type.Open open, Type type) {
        if (type == Type.Basic.NIL || type == Type.Basic.NOTHING || contains(type, open)) {
            return false;
        }
        open.fix(type);
        return true;
    }

    private static boolean contains(Type type, Type.Open open) {
        Type known = Types.resolved(type);
        return known == open || Types.parts(known).stream().anyMatch(part -> contains(part, open));
    }

    private static Optional<String> hint(Type from, Type to) {
        Type found = Types.resolved(from);
        Type wanted = Types.resolved(to);
        if (found instanceof Type.Optionally(Type inner) && inner.equals(wanted)) {
            return Optional.of("say what to take instead of nil: `... ?? other`.");
        }
        if (found == Type.Basic.NIL && !Types.isUnknown(wanted)) {
            return Optional.of(
                    "write `%s?` for a value that may be nil.".formatted(wanted.spelling()));
        }
        if (wanted == Type.Basic.STRING && Types.isNumeric(found)) {
            return Optional.of("make it a string with `String.from(...)`.");
        }
        if (found == Type.Basic.STRING && wanted == Type.Basic.INT) {
            return Optional.of("read the number with `.int()`, which is nil if there is none.");
        }
        if (found == Type.Basic.STRING && wanted == Type.Basic.FLOAT) {
            return Optional.of("read the number with `.float()`, which is nil if there is none.");
        }
        if (found == Type.Basic.JSON) {
            return Optional.of("take the value out with `as %s`.".formatted(wanted.spelling()));
        }
        return Optional.empty();
    }
}
