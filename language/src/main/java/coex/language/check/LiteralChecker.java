package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Conversion;
import coex.language.checked.Local;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Checks collection, json and tuple literals, which become what is expected of them.
final class LiteralChecker {

    private final Body body;

    LiteralChecker(Body body) {
        this.body = body;
    }

    // Lists and sets

    CheckedExpr list(Expr.ListLiteral literal, Type expected) {
        Type wanted = Conversions.withoutOptional(expected);
        if (Types.resolved(wanted) == Basic.JSON) {
            CheckedExpr elements =
                    elements(literal.elements(), Basic.JSON, Type.ListOf::new, literal.span());
            return Conversions.convert(Conversion.TO_JSON, elements, Basic.JSON);
        }
        return elements(literal.elements(), elementOf(wanted), Type.ListOf::new, literal.span());
    }

    CheckedExpr set(Expr.SetLiteral literal, Type expected) {
        Type wanted = Conversions.withoutOptional(expected);
        return elements(literal.elements(), elementOf(wanted), Type.SetOf::new, literal.span());
    }

    /// What a collection of this type has for elements; open if it is none.
    static Type elementOf(Type type) {
        return switch (Types.resolved(type)) {
            case Type.ListOf(Type element) -> element;
            case Type.ArrayOf(Type element) -> element;
            case Type.SetOf(Type element) -> element;
            default -> new Type.Open();
        };
    }

    private CheckedExpr elements(
            List<Expr> written, Type element, Function<Type, Type> collection, Span span) {
        List<CheckedExpr> elements = values(written, element);
        Type type = elements.isEmpty() ? element : common(elements, element);
        return new CheckedExpr.Elements(collection.apply(type), converted(elements, type), span);
    }

    /// Values checked with a wish for their type.
    private List<CheckedExpr> values(List<Expr> written, Type wish) {
        var values = new ArrayList<CheckedExpr>();
        for (Expr expr : written) {
            Type known = Types.resolved(wish);
            Type expected = known instanceof Type.Open ? ExpressionChecker.ANY : known;
            values.add(body.expressions().value(body.expressions().check(expr, expected)));
        }
        return values;
    }

    /// The type of all values: the expected one, if there is one, or what they have in common.
    private Type common(List<CheckedExpr> values, Type expected) {
        if (!(Types.resolved(expected) instanceof Type.Open)) {
            return expected;
        }
        Type type = values.getFirst().type();
        Span decisive = values.getFirst().span();
        for (CheckedExpr value : values) {
            Optional<Type> both = body.conversions().common(type, value.type());
            if (both.isEmpty()) {
                body.problems()
                        .add(
                                new TypeProblem.Mismatch(
                                        value.span(),
                                        value.type(),
                                        type,
                                        Optional.of("all elements must have one type."),
                                        Optional.of(
                                                new TypeProblem.Reason(
                                                        "what stands before it",
                                                        Optional.of(decisive),
                                                        "the type comes from here"))));
                return Basic.UNKNOWN;
            }
            if (!both.get().equals(type)) {
                decisive = value.span();
            }
            type = both.get();
        }
        return Types.resolved(type) == Basic.NIL ? new Type.Optionally(new Type.Open()) : type;
    }

    private List<CheckedExpr> converted(List<CheckedExpr> values, Type type) {
        return values.stream().map(value -> body.conversions().convert(value, type)).toList();
    }

    // Maps

    CheckedExpr map(Expr.MapLiteral literal, Type expected) {
        Type wanted = Types.resolved(Conversions.withoutOptional(expected));
        if (wanted == Basic.JSON) {
            return jsonFromMap(literal);
        }
        Type key = wanted instanceof Type.MapOf(Type k, _) ? k : new Type.Open();
        Type value = wanted instanceof Type.MapOf(_, Type v) ? v : new Type.Open();
        List<CheckedExpr> keys =
                values(literal.entries().stream().map(Expr.Entry::key).toList(), key);
        List<CheckedExpr> values =
                values(literal.entries().stream().map(Expr.Entry::value).toList(), value);
        Type keyType = common(keys, key);
        Type valueType = common(values, value);
        return new CheckedExpr.Entries(
                new Type.MapOf(keyType, valueType),
                converted(keys, keyType),
                converted(values, valueType),
                literal.span());
    }

    /// A map literal where json is expected. Keys written as strings keep their order.
    private CheckedExpr jsonFromMap(Expr.MapLiteral literal) {
        boolean allWritten =
                literal.entries().stream()
                        .allMatch(entry -> entry.key() instanceof Expr.StringLiteral);
        List<CheckedExpr> values =
                literal.entries().stream()
                        .map(entry -> body.expressions().value(entry.value(), Basic.JSON))
                        .toList();
        if (allWritten) {
            List<String> names =
                    literal.entries().stream()
                            .map(entry -> ((Expr.StringLiteral) entry.key()).value())
                            .toList();
            return new CheckedExpr.JsonObject(names, values, literal.span());
        }
        List<CheckedExpr> keys =
                literal.entries().stream()
                        .map(entry -> body.expressions().value(entry.key(), Basic.STRING))
                        .toList();
        var entries =
                new CheckedExpr.Entries(
                        new Type.MapOf(Basic.STRING, Basic.JSON), keys, values, literal.span());
        return Conversions.convert(Conversion.TO_JSON, entries, Basic.JSON);
    }

    // Json

    CheckedExpr json(Expr.JsonLiteral literal) {
        return new CheckedExpr.JsonObject(
                literal.fields().stream().map(field -> field.name().text()).toList(),
                literal.fields().stream()
                        .map(field -> body.expressions().value(field.value(), Basic.JSON))
                        .toList(),
                literal.span());
    }

    CheckedExpr emptyBraces(Expr.EmptyBraces literal, Type expected) {
        Type wanted = Types.resolved(Conversions.withoutOptional(expected));
        return switch (wanted) {
            case Type.MapOf map ->
                    new CheckedExpr.Entries(map, List.of(), List.of(), literal.span());
            case Type.SetOf set -> new CheckedExpr.Elements(set, List.of(), literal.span());
            default -> new CheckedExpr.JsonObject(List.of(), List.of(), literal.span());
        };
    }

    // Tuples

    CheckedExpr tuple(Expr.TupleLiteral literal, Type expected) {
        List<Type> wishes = wishes(literal, expected);
        var elements = new ArrayList<CheckedExpr>();
        var types = new ArrayList<Type>();
        var names = new ArrayList<Optional<String>>();
        var given = new HashSet<String>();
        for (int i = 0; i < literal.elements().size(); i++) {
            Expr.Argument argument = literal.elements().get(i);
            CheckedExpr element = body.expressions().value(argument.value(), wishes.get(i));
            if (body.resolved(element) == Basic.NIL) {
                element =
                        new CheckedExpr.Zero(new Type.Optionally(new Type.Open()), element.span());
            }
            elements.add(element);
            types.add(element.type());
            names.add(argument.name().map(name -> name.text()));
            argument.name()
                    .filter(name -> !given.add(name.text()))
                    .ifPresent(
                            name ->
                                    body.problems()
                                            .add(
                                                    new TypeProblem.GivenTwice(
                                                            name.span(), name.text())));
        }
        return new CheckedExpr.NewTuple(new Type.Tuple(types, names), elements, literal.span());
    }

    private static List<Type> wishes(Expr.TupleLiteral literal, Type expected) {
        if (Types.resolved(Conversions.withoutOptional(expected)) instanceof Type.Tuple tuple
                && tuple.elements().size() == literal.elements().size()) {
            return tuple.elements();
        }
        return literal.elements().stream().map(_ -> ExpressionChecker.ANY).toList();
    }

    // Values needed more than once

    /// What `use` makes of a variable that holds `value`, which is so evaluated once.
    CheckedExpr withTemporary(CheckedExpr value, Function<CheckedExpr, CheckedExpr> use) {
        Local held = body.temporary(value.type(), value.span());
        CheckedExpr result = use.apply(new CheckedExpr.Read(held, value.span()));
        Local target = body.temporary(result.type(), value.span());
        return new CheckedExpr.Computed(
                target,
                List.of(
                        new CheckedStmt.Store(held, value, value.span()),
                        new CheckedStmt.Store(target, result, result.span())),
                value.span());
    }
}
