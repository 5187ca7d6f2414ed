package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Operation;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.Types;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Finds the places that `x[a:b]` stands for.
final class SlicePlaces {

    private final Body body;

    SlicePlaces(Body body) {
        this.body = body;
    }

    /// The slice of what `outer` holds; its bounds are evaluated once, by `before`.
    Optional<Place> slice(Expr.Slice slice, Place outer, List<CheckedStmt> before) {
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
        UnaryOperator<CheckedExpr> keep = bound -> Temporaries.held(body, bound, before);
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
