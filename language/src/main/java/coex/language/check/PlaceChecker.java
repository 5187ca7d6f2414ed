package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;
import coex.language.checked.Operation;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.type.FunctionSymbol;
import coex.language.type.NameProblem;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Finds the places that expressions on the left of an assignment stand for.
///
/// Values never change, so an assignment to a part makes a changed copy of the whole and binds the
/// variable at its root to it: `a.b[i] = v` is `a = a with b = (a.b with [i] = v)`.
final class PlaceChecker {

    private final Body body;
    private final AssignmentChecker assignments;

    PlaceChecker(Body body, AssignmentChecker assignments) {
        this.body = body;
        this.assignments = assignments;
    }

    /// The place an expression stands for. Its indexes are evaluated once, by `before`.
    Optional<Place> of(Expr target, List<CheckedStmt> before) {
        return switch (target) {
            case Expr.Name name -> variable(name);
            case Expr.Member member -> field(member, before);
            case Expr.Index index -> element(index, before);
            case Expr.Slice slice -> slice(slice, before);
            case Expr.Self self -> {
                body.problems().add(new BindingProblem.SelfAssigned(self.span()));
                yield Optional.empty();
            }
            case Expr.Missing _ -> Optional.empty();
            default -> {
                body.problems()
                        .add(
                                new BindingProblem.NotAssignable(
                                        target.span(),
                                        "This is a value and not a place that can hold one."));
                yield Optional.empty();
            }
        };
    }

    private Optional<Place> variable(Expr.Name name) {
        Optional<Variable> found = body.scope().find(name.text());
        if (found.isEmpty()) {
            body.problems()
                    .add(
                            new NameProblem.Undeclared(
                                    name.span(),
                                    name.text(),
                                    body.expressions().hintFor(name.text())));
            return Optional.empty();
        }
        var identifier = new Identifier(name.text(), name.span());
        assignments.refuseInFormula(identifier);
        CheckedExpr read = body.expressions().read(found.get(), name.text(), name.span());
        return Optional.of(
                new Place(
                        read,
                        found.get().local().type(),
                        value -> assignments.rebind(found.get(), identifier, value, name.span())));
    }

    private Optional<Place> field(Expr.Member member, List<CheckedStmt> before) {
        return of(member.receiver(), before).flatMap(outer -> field(member, outer));
    }

    private Optional<Place> field(Expr.Member member, Place outer) {
        CheckedExpr receiver = body.conversions().present(outer.read());
        Type type = body.resolved(receiver);
        if (type == Basic.JSON) {
            var key = new CheckedExpr.StringConstant(member.name().text(), member.name().span());
            return Optional.of(jsonField(receiver, key, outer, member.span()));
        }
        if (Types.isUnknown(type)) {
            return Optional.empty();
        }
        int index =
                type instanceof Type.User user
                        ? user.symbol().fieldIndex(member.name().text())
                        : -1;
        if (index < 0) {
            body.problems()
                    .add(
                            new TypeProblem.UnknownField(
                                    member.name().span(),
                                    member.name().text(),
                                    BuiltIns.receiverName(type),
                                    Optional.empty()));
            return Optional.empty();
        }
        CheckedExpr read = body.members().field(receiver, index, member.span());
        if (BuiltIns.method(read.type(), "store", Optional.empty()).isPresent()) {
            return Optional.of(cell(read, member.span()));
        }
        return Optional.of(
                new Place(
                        read,
                        read.type(),
                        value ->
                                outer.store()
                                        .apply(
                                                new CheckedExpr.WithField(
                                                        receiver, index, value, member.span()))));
    }

    /// An atomic in a field: the cell stays, and its content changes.
    private Place cell(CheckedExpr cell, Span span) {
        var store =
                (BuiltIns.BuiltIn.Operates)
                        BuiltIns.method(cell.type(), "store", Optional.empty()).orElseThrow();
        var load =
                (BuiltIns.BuiltIn.Operates)
                        BuiltIns.method(cell.type(), "load", Optional.empty()).orElseThrow();
        body.calls().checkPure(store.operation(), span);
        return new Place(
                MemberChecker.operate(load.operation(), List.of(cell), load.result(), span),
                load.result(),
                value ->
                        new CheckedStmt.Evaluate(
                                MemberChecker.operate(
                                        store.operation(),
                                        List.of(cell, value),
                                        Basic.NOTHING,
                                        span),
                                span));
    }

    private static Place jsonField(CheckedExpr receiver, CheckedExpr key, Place outer, Span span) {
        return new Place(
                MemberChecker.operate(
                        Operation.JSON_GET_FIELD, List.of(receiver, key), Basic.JSON, span),
                Basic.JSON,
                value ->
                        outer.store()
                                .apply(
                                        MemberChecker.operate(
                                                Operation.JSON_SET_FIELD,
                                                List.of(receiver, key, value),
                                                Basic.JSON,
                                                span)));
    }

    // Elements

    private Optional<Place> element(Expr.Index index, List<CheckedStmt> before) {
        Optional<Place> matrix = matrixCell(index, before);
        if (matrix.isPresent()) {
            return matrix;
        }
        Optional<Place> outer = of(index.receiver(), before);
        if (outer.isEmpty()) {
            return Optional.empty();
        }
        CheckedExpr receiver = body.conversions().present(outer.get().read());
        Type type = body.resolved(receiver);
        if (type instanceof Type.User user) {
            return userElement(user, index, receiver, outer.get(), before);
        }
        Optional<ElementAccess> access = access(type, index);
        if (access.isEmpty()) {
            reportNoElements(type, index.span());
            return Optional.empty();
        }
        CheckedExpr key =
                held(
                        body.expressions().value(index.indexes().getFirst(), access.get().key()),
                        before);
        return Optional.of(elementPlace(access.get(), receiver, key, outer.get(), index.span()));
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
                                    span, "set", BuiltIns.receiverName(type), Optional.empty()));
        }
    }

    /// `x[i] = v` on a user's type calls its `set`, and binds `x` to what it returns, if that is of the
    /// same type.
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
            Local local = keep(body.expressions().value(expr), before);
            held.add(argument(local, expr.span()));
        }
        Type valueType =
                Types.substituted(
                        set.parameters().getLast().type(),
                        user.symbol().bindings(user.arguments()));
        CheckedExpr read =
                user.symbol().methods().containsKey("get")
                        ? body.calls()
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
        arguments.add(argument(keep(value, before), value.span()));
        CheckedExpr changed =
                body.calls()
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

    private Local keep(CheckedExpr value, List<CheckedStmt> before) {
        Local local = body.temporary(value.type(), value.span());
        before.add(new CheckedStmt.Store(local, value, value.span()));
        return local;
    }

    /// A value that is evaluated once, before.
    private CheckedExpr held(CheckedExpr value, List<CheckedStmt> before) {
        return value instanceof CheckedExpr.IntConstant
                        || value instanceof CheckedExpr.StringConstant
                ? value
                : new CheckedExpr.Read(keep(value, before), value.span());
    }

    /// `m[x, y]` on a matrix, which changes in place.
    private Optional<Place> matrixCell(Expr.Index index, List<CheckedStmt> before) {
        if (index.indexes().size() != 2 || !isMatrix(index.receiver())) {
            return Optional.empty();
        }
        CheckedExpr matrix = body.expressions().value(index.receiver());
        Type element = ((Type.Matrix) body.resolved(matrix)).symbol().element();
        body.calls().checkPure(Operation.MATRIX_SET, index.span());
        CheckedExpr x = held(body.expressions().value(index.indexes().get(0), Basic.INT), before);
        CheckedExpr y = held(body.expressions().value(index.indexes().get(1), Basic.INT), before);
        return Optional.of(
                new Place(
                        MemberChecker.operate(
                                Operation.MATRIX_GET, List.of(matrix, x, y), element, index.span()),
                        element,
                        value ->
                                new CheckedStmt.Evaluate(
                                        MemberChecker.operate(
                                                Operation.MATRIX_SET,
                                                List.of(matrix, x, y, value),
                                                Basic.NOTHING,
                                                index.span()),
                                        index.span())));
    }

    private boolean isMatrix(Expr receiver) {
        return switch (receiver) {
            case Expr.Name name ->
                    body.find(name.text())
                            .filter(
                                    variable ->
                                            Types.resolved(variable.local().type())
                                                    instanceof Type.Matrix)
                            .isPresent();
            case Expr.Member _, Expr.Index _, Expr.Call _, Expr.Self _ ->
                    body.resolved(body.expressions().check(receiver, ExpressionChecker.ANY))
                            instanceof Type.Matrix;
            default -> false;
        };
    }

    // Slices

    private Optional<Place> slice(Expr.Slice slice, List<CheckedStmt> before) {
        return of(slice.receiver(), before).flatMap(outer -> slice(slice, outer, before));
    }

    private Optional<Place> slice(Expr.Slice slice, Place outer, List<CheckedStmt> before) {
        CheckedExpr receiver = body.conversions().present(outer.read());
        Type type = body.resolved(receiver);
        Optional<Operation> set =
                switch (type) {
                    case Basic.STRING -> Optional.of(Operation.STRING_SETRANGE);
                    case Type.ListOf _ -> Optional.of(Operation.LIST_SETRANGE);
                    case Type.ArrayOf _ -> Optional.of(Operation.ARRAY_SETRANGE);
                    default -> Optional.empty();
                };
        if (set.isEmpty()) {
            if (!Types.isUnknown(type)) {
                body.problems().add(new TypeProblem.NotSliceable(slice.span(), type));
            }
            return Optional.empty();
        }
        UnaryOperator<CheckedExpr> keep = bound -> held(bound, before);
        CheckedExpr from = keep.apply(bound(slice.from(), 0, slice.span()));
        CheckedExpr to = keep.apply(bound(slice.to(), Long.MAX_VALUE, slice.span()));
        Operation get =
                type == Basic.STRING
                        ? Operation.STRING_SLICE
                        : type instanceof Type.ListOf
                                ? Operation.LIST_SLICE
                                : Operation.ARRAY_SLICE;
        return Optional.of(
                new Place(
                        MemberChecker.operate(get, List.of(receiver, from, to), type, slice.span()),
                        type,
                        value ->
                                outer.store()
                                        .apply(
                                                MemberChecker.operate(
                                                        set.get(),
                                                        List.of(receiver, from, to, value),
                                                        type,
                                                        slice.span()))));
    }

    private CheckedExpr bound(Optional<Expr> bound, long otherwise, Span span) {
        return bound.map(expr -> body.expressions().value(expr, Basic.INT))
                .orElseGet(() -> new CheckedExpr.IntConstant(otherwise, Basic.INT, span));
    }
}
