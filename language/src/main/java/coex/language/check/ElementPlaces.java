package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;
import coex.language.checked.Operation;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.type.FunctionSymbol;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the places that `x[i]` stands for: elements of collections, of json and of types with a
/// `set`.
final class ElementPlaces {

    private final Body body;

    ElementPlaces(Body body) {
        this.body = body;
    }

    /// The element of what `outer` holds; its indexes are evaluated once, by `before`.
    Optional<Place> element(Expr.Index index, Place outer, List<CheckedStmt> before) {
        CheckedExpr receiver = body.conversions().present(outer.read());
        Type type = body.resolved(receiver);
        if (type instanceof Type.User user) {
            return userElement(user, index, receiver, outer, before);
        }
        Optional<ElementAccess> access = access(type, index);
        if (access.isEmpty()) {
            reportNoElements(type, index.span());
            return Optional.empty();
        }
        CheckedExpr key =
                Temporaries.held(
                        body,
                        body.expressions().value(index.indexes().getFirst(), access.get().key()),
                        before);
        Place place = elementPlace(access.get(), receiver, key, outer, index.span());
        return Optional.of(place.called(TypeOrigin.reason(what(type), receiver)));
    }

    private static String what(Type type) {
        return switch (type) {
            case Type.MapOf _ -> "a value of this map";
            case Type.ListOf _ -> "an element of this list";
            case Type.ArrayOf _ -> "an element of this array";
            default -> "a part of this json";
        };
    }

    /// How elements of a collection are read and replaced.
    private record ElementAccess(Operation get, Operation set, Type key, Type element) {}

    private Optional<ElementAccess> access(Type type, Expr.Index index) {
        if (index.indexes().size() != 1) {
            return Optional.empty();
        }
        return switch (type) {
            case Type.ListOf(Type element) ->
                    Optional.of(
                            new ElementAccess(
                                    Operation.LIST_GET, Operation.LIST_SET, Basic.INT, element));
            case Type.ArrayOf(Type element) ->
                    Optional.of(
                            new ElementAccess(
                                    Operation.ARRAY_GET, Operation.ARRAY_SET, Basic.INT, element));
            case Type.MapOf(Type key, Type value) ->
                    Optional.of(
                            new ElementAccess(Operation.MAP_GET, Operation.MAP_SET, key, value));
            case Basic.JSON -> {
                boolean byName =
                        index.indexes().getFirst() instanceof Expr.StringLiteral
                                || body.resolved(
                                                body.expressions()
                                                        .value(index.indexes().getFirst()))
                                        == Basic.STRING;
                yield Optional.of(
                        byName
                                ? new ElementAccess(
                                        Operation.JSON_GET_FIELD,
                                        Operation.JSON_SET_FIELD,
                                        Basic.STRING,
                                        Basic.JSON)
                                : new ElementAccess(
                                        Operation.JSON_GET_ELEMENT,
                                        Operation.JSON_SET_ELEMENT,
                                        Basic.INT,
                                        Basic.JSON));
            }
            default -> Optional.empty();
        };
    }

    private static Place elementPlace(
            ElementAccess access, CheckedExpr receiver, CheckedExpr key, Place outer, Span span) {
        return new Place(
                MemberChecker.operate(access.get(), List.of(receiver, key), access.element(), span),
                access.element(),
                value ->
                        outer.store()
                                .apply(
                                        MemberChecker.operate(
                                                access.set(),
                                                List.of(receiver, key, value),
                                                receiver.type(),
                                                span)));
    }

    private void reportNoElements(Type type, Span span) {
        if (!Types.isUnknown(type)) {
            body.problems()
                    .add(
                            new TypeProblem.UndefinedMethod(
                                    span,
                                    "set",
                                    BuiltInMethods.receiverName(type),
                                    Optional.empty()));
        }
    }

    /// `x[i] = v` on a user's type calls its `set`, and binds `x` to what it returns, if that is of
    /// the same type.
    private Optional<Place> userElement(
            Type.User user,
            Expr.Index index,
            CheckedExpr receiver,
            Place outer,
            List<CheckedStmt> before) {
        FunctionSymbol set = user.symbol().methods().get("set");
        if (set == null || set.parameters().size() != index.indexes().size() + 1) {
            reportNoElements(user, index.span());
            return Optional.empty();
        }
        var held = new ArrayList<Expr.Argument>();
        for (Expr expr : index.indexes()) {
            Local local = Temporaries.keep(body, body.expressions().value(expr), before);
            held.add(argument(local, expr.span()));
        }
        Type valueType =
                Types.substituted(
                        set.parameters().getLast().type(),
                        user.symbol().bindings(user.arguments()));
        CheckedExpr read =
                user.symbol().methods().containsKey("get")
                        ? body.calls()
                                .methods()
                                .method(
                                        receiver,
                                        new Identifier("get", index.span()),
                                        held,
                                        index.span(),
                                        ExpressionChecker.ANY)
                        : new CheckedExpr.Zero(valueType, index.span());
        return Optional.of(
                new Place(
                        read,
                        valueType,
                        value -> callSet(receiver, held, value, outer, index.span())));
    }

    private CheckedStmt callSet(
            CheckedExpr receiver,
            List<Expr.Argument> indexes,
            CheckedExpr value,
            Place outer,
            Span span) {
        var before = new ArrayList<CheckedStmt>();
        var arguments = new ArrayList<>(indexes);
        arguments.add(argument(Temporaries.keep(body, value, before), value.span()));
        CheckedExpr changed =
                body.calls()
                        .methods()
                        .method(
                                receiver,
                                new Identifier("set", span),
                                arguments,
                                span,
                                ExpressionChecker.ANY);
        boolean isSame = Types.resolved(changed.type()).equals(Types.resolved(receiver.type()));
        before.add(isSame ? outer.store().apply(changed) : new CheckedStmt.Evaluate(changed, span));
        return new CheckedStmt.If(
                new CheckedExpr.BoolConstant(true, span), before, List.of(), span);
    }

    /// An argument that reads a variable of the checker's own, by a name no program can write.
    private Expr.Argument argument(Local local, Span span) {
        body.scope().declare(local.name(), new Variable(local, true));
        return new Expr.Argument(Optional.empty(), new Expr.Name(local.name(), List.of(), span));
    }
}
