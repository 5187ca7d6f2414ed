package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Operation;
import coex.language.syntax.Expr;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.List;
import java.util.Optional;

/// Finds the places that `m[x, y]` stands for on a matrix, which is changed and not copied.
final class MatrixPlaces {

    private final Body body;

    MatrixPlaces(Body body) {
        this.body = body;
    }

    /// Empty if the receiver is no matrix.
    Optional<Place> cell(Expr.Index index, List<CheckedStmt> before) {
        if (index.indexes().size() != 2 || !isMatrix(index.receiver())) {
            return Optional.empty();
        }
        CheckedExpr matrix = body.expressions().value(index.receiver());
        Type element = ((Type.Matrix) body.resolved(matrix)).symbol().element();
        body.kinds().checkPure(Operation.MATRIX_SET, index.span());
        CheckedExpr x =
                Temporaries.held(
                        body, body.expressions().value(index.indexes().get(0), Basic.INT), before);
        CheckedExpr y =
                Temporaries.held(
                        body, body.expressions().value(index.indexes().get(1), Basic.INT), before);
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
}
