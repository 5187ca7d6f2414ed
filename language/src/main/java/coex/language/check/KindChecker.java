package coex.language.check;

import coex.language.checked.Operation;
import coex.language.source.Span;
import coex.language.syntax.FunctionKind;
import coex.language.type.ExternSymbol;
import coex.language.type.FunctionSymbol;
import coex.language.type.Type;

/// Checks what functions of a kind may do and call.
final class KindChecker {

    private final Body body;

    KindChecker(Body body) {
        this.body = body;
    }

    /// Reports a call of a function that the calling one may not call.
    void checkKind(FunctionSymbol callee, Span call) {
        FunctionContext caller = body.context();
        boolean isAllowed =
                switch (caller.kind()) {
                    case FORMULA -> callee.kind() == FunctionKind.FORMULA;
                    case TASK -> callee.kind() != FunctionKind.FUNC;
                    case FUNC -> true;
                };
        if (!isAllowed) {
            body.problems()
                    .add(
                            new KindProblem.CallsKind(
                                    call,
                                    caller.kind().word(),
                                    caller.shown(),
                                    callee.kind().word(),
                                    callee.toString(),
                                    caller.isFormula() ? "formulas" : "formulas and tasks",
                                    callee.declaration().name().span()));
        }
    }

    /// Reports an operation that does more than compute, in a formula.
    void checkPure(Operation operation, Span call) {
        if (!body.context().isFormula() || operation.effect() == Operation.Effect.NONE) {
            return;
        }
        String what =
                switch (operation.effect()) {
                    case NONE -> throw new IllegalStateException("a pure operation: " + operation);
                    case PRINTS -> "print";
                    case SHARED -> "use what other tasks see";
                    case WORLD -> "reach the system";
                };
        body.problems().add(new KindProblem.NotPure(call, body.context().shown(), what));
    }

    /// Reports a call of a foreign function from anything but a func.
    void checkExtern(ExternSymbol extern, Span call) {
        FunctionContext context = body.context();
        if (context.kind() != FunctionKind.FUNC && !context.module().isStandard()) {
            body.problems()
                    .add(
                            new KindProblem.CallsExtern(
                                    call,
                                    extern.name(),
                                    context.kind().word(),
                                    context.shown(),
                                    extern.declaration().name().span()));
        }
    }

    /// Reports a call of a function value in a formula, unless the value is a formula, and of a
    /// func in a task: it could do anything, and call foreign code.
    void checkValue(Type.Function function, Span call) {
        if (body.context().kind() == FunctionKind.TASK && function.kind() == FunctionKind.FUNC) {
            body.problems().add(new KindProblem.CallsFuncValue(call, body.context().shown()));
        }
        if (body.context().isFormula() && function.kind() != FunctionKind.FORMULA) {
            body.problems()
                    .add(
                            new KindProblem.NotPure(
                                    call,
                                    body.context().shown(),
                                    "call a %s value".formatted(function.kind().word())));
        }
    }
}
