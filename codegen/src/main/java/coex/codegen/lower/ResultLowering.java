package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.RuntimeMethod;
import coex.language.checked.CheckedExpr;
import coex.language.type.Type;

import java.util.List;

/// Lowers what is built in for `Result`.
final class ResultLowering {

    private final RoutineBuilder builder;
    private final ExpressionLowering expressions;

    ResultLowering(RoutineBuilder builder, ExpressionLowering expressions) {
        this.builder = builder;
        this.expressions = expressions;
    }

    Register lower(CheckedExpr.Operate operate) {
        return switch (operate.operation()) {
            case RESULT_OK -> newResult(operate, Layouts.OK);
            case RESULT_ERR -> newResult(operate, Layouts.ERR);
            case RESULT_IS_OK -> isVariant(operate, Layouts.OK);
            case RESULT_IS_ERR -> isVariant(operate, Layouts.ERR);
            case RESULT_UNWRAP -> unwrap(operate, Layouts.OK, RuntimeMethods.NOT_OK);
            case RESULT_UNWRAP_ERR -> unwrap(operate, Layouts.ERR, RuntimeMethods.NOT_ERR);
            case RESULT_UNWRAP_OR -> unwrapOr(operate);
            case RESULT_VALUE -> part(operate, Layouts.OK);
            case RESULT_ERROR -> part(operate, Layouts.ERR);
            default ->
                    throw new IllegalArgumentException(
                            "not of results: operation=" + operate.operation());
        };
    }

    private Register newResult(CheckedExpr.Operate operate, int variant) {
        Register content = expressions.lower(operate.arguments().getFirst());
        return expressions.newObject(Layouts.result(operate.type(), variant), List.of(content));
    }

    private Register receiver(CheckedExpr.Operate operate) {
        Register result = expressions.lower(operate.arguments().getFirst());
        builder.at(operate.span());
        builder.add(new Instruction.RefuseNil(result, "method"));
        return result;
    }

    private Register isVariant(CheckedExpr.Operate operate, int variant) {
        return expressions.hasLayout(
                receiver(operate),
                Layouts.result(OperationLowering.receiverType(operate), variant));
    }

    private Register unwrap(CheckedExpr.Operate operate, int variant, RuntimeMethod failure) {
        Register result = receiver(operate);
        var layout = Layouts.result(OperationLowering.receiverType(operate), variant);
        var other = Layouts.result(OperationLowering.receiverType(operate), 1 - variant);
        BasicBlock right = builder.newBlock();
        BasicBlock wrong = builder.newBlock();
        builder.branch(expressions.hasLayout(result, layout), right, wrong);
        builder.begin(wrong);
        builder.call(
                failure,
                List.of(
                        new Argument.TypeObject(other.fields().getFirst().type()),
                        new Argument.AsBits(expressions.load(other, 0, result))));
        builder.begin(right);
        return expressions.load(layout, 0, result);
    }

    private Register unwrapOr(CheckedExpr.Operate operate) {
        Register result = receiver(operate);
        Register otherwise = expressions.lower(operate.arguments().getLast());
        var layout = Layouts.result(OperationLowering.receiverType(operate), Layouts.OK);
        return builder.either(
                expressions.hasLayout(result, layout),
                Kind.of(operate.type()),
                () -> expressions.load(layout, 0, result),
                () -> otherwise);
    }

    /// `r.value` or `r.error`, which may be nil.
    private Register part(CheckedExpr.Operate operate, int variant) {
        Register result = receiver(operate);
        var layout = Layouts.result(OperationLowering.receiverType(operate), variant);
        Type content = layout.fields().getFirst().type();
        return builder.either(
                expressions.hasLayout(result, layout),
                Kind.HANDLE,
                () -> {
                    Register value = expressions.load(layout, 0, result);
                    return Nils.isBoxed(content)
                            ? expressions.newObject(Layouts.box(content), List.of(value))
                            : value;
                },
                () -> builder.load(Nils.nil(operate.type())));
    }
}
