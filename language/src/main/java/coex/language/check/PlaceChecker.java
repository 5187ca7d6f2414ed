package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Operation;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.type.NameProblem;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.TypeSymbol;
import coex.language.type.Types;

import java.util.List;
import java.util.Optional;

/// Finds the places that expressions on the left of an assignment stand for.
///
/// Values never change, so an assignment to a part makes a changed copy of the whole and binds the
/// variable at its root to it: `a.b[i] = v` is `a = a with b = (a.b with [i] = v)`.
final class PlaceChecker {

    private final Body body;
    private final AssignmentChecker assignments;
    private final ElementPlaces elements;
    private final MatrixPlaces matrices;
    private final SlicePlaces slices;

    PlaceChecker(Body body, AssignmentChecker assignments) {
        this.body = body;
        this.assignments = assignments;
        this.elements = new ElementPlaces(body);
        this.matrices = new MatrixPlaces(body);
        this.slices = new SlicePlaces(body);
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
                                    BuiltInMethods.receiverName(type),
                                    Optional.empty()));
            return Optional.empty();
        }
        body.meanings().field(((Type.User) type).symbol(), index, member.name().span());
        CheckedExpr read = body.members().field(receiver, index, member.span());
        if (BuiltInMethods.method(read.type(), "store", Optional.empty()).isPresent()) {
            return Optional.of(cell(read, member.span()));
        }
        var place =
                new Place(
                        read,
                        read.type(),
                        value ->
                                outer.store()
                                        .apply(
                                                new CheckedExpr.WithField(
                                                        receiver, index, value, member.span())));
        TypeSymbol struct = ((Type.User) type).symbol();
        return Optional.of(
                place.called(
                        new TypeProblem.Reason(
                                "field '%s' of '%s'".formatted(member.name().text(), struct.name()),
                                Optional.of(struct.placeOfField(index)))));
    }

    /// An atomic in a field: the cell stays, and its content changes.
    private Place cell(CheckedExpr cell, Span span) {
        var store =
                (BuiltIns.BuiltIn.Operates)
                        BuiltInMethods.method(cell.type(), "store", Optional.empty()).orElseThrow();
        var load =
                (BuiltIns.BuiltIn.Operates)
                        BuiltInMethods.method(cell.type(), "load", Optional.empty()).orElseThrow();
        body.kinds().checkPure(store.operation(), span);
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

    private Optional<Place> element(Expr.Index index, List<CheckedStmt> before) {
        return matrices.cell(index, before)
                .or(
                        () ->
                                of(index.receiver(), before)
                                        .flatMap(outer -> elements.element(index, outer, before)));
    }

    private Optional<Place> slice(Expr.Slice slice, List<CheckedStmt> before) {
        return of(slice.receiver(), before).flatMap(outer -> slices.slice(slice, outer, before));
    }
}
