package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.Operation;
import coex.language.syntax.Expr;
import coex.language.syntax.FunctionKind;
import coex.language.syntax.UnaryOperator;
import coex.language.type.Type;
import coex.language.type.Types;
import coex.language.warning.Advice;

import java.util.Optional;

/// Advises of statements whose value nobody gets, and that do nothing else: `xs.append(1)`. What
/// reaches the system may be left alone, as `file.close()`; a failed `Result` of one's own
/// functions should not.
final class ThrownAway {

    private ThrownAway() {}

    /// @return the value as it is
    static CheckedExpr advise(CheckedExpr value, Expr written, Body body) {
        if (body.advises()) {
            lost(value, written)
                    .ifPresent(
                            why -> body.problems().add(new Advice.ThrownAway(value.span(), why)));
        }
        return value;
    }

    private static Optional<String> lost(CheckedExpr value, Expr written) {
        Type type = Types.resolved(value.type());
        if (type == Type.Basic.NOTHING || Types.isUnknown(type)) {
            return Optional.empty();
        }
        if (written instanceof Expr.Call call) {
            return switch (value) {
                case CheckedExpr.Operate(Operation operation, _, _, _)
                        when operation.effect() == Operation.Effect.NONE ->
                        Optional.of(
                                "'%s' changes nothing: it gives a new value, and nobody gets it."
                                        .formatted(nameOf(call)));
                case CheckedExpr.Call made
                        when made.function().symbol().kind() == FunctionKind.FORMULA ->
                        Optional.of(
                                "'%s' is a formula: it does nothing but give a value, and nobody gets it."
                                        .formatted(nameOf(call)));
                case CheckedExpr.Call _ when type instanceof Type.Result ->
                        Optional.of(
                                "'%s' may fail, and nobody looks whether it did."
                                        .formatted(nameOf(call)));
                default -> Optional.empty();
            };
        }
        return doesNothing(written)
                ? Optional.of("This gives a value, and nobody gets it.")
                : Optional.empty();
    }

    private static String nameOf(Expr.Call call) {
        return switch (call.callee()) {
            case Expr.Name name -> name.text();
            case Expr.Member member -> member.name().text();
            default -> call.callee().span().text();
        };
    }

    /// Whether an expression that is no call has no effect of its own.
    private static boolean doesNothing(Expr expr) {
        return switch (expr) {
            case Expr.Name _,
                    Expr.IntLiteral _,
                    Expr.FloatLiteral _,
                    Expr.StringLiteral _,
                    Expr.BoolLiteral _,
                    Expr.Member _,
                    Expr.Lambda _,
                    Expr.Binary _ ->
                    true;
            case Expr.Unary unary -> unary.operator() != UnaryOperator.AWAIT;
            default -> false;
        };
    }
}
