package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Terminator.Comparison;
import coex.language.checked.CheckedExpr;
import coex.language.syntax.BinaryOperator;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.List;

/// Lowers conditions, to branches where they can be.
final class ConditionLowering {

    private final RoutineBuilder builder;
    private final ExpressionLowering expressions;

    ConditionLowering(RoutineBuilder builder, ExpressionLowering expressions) {
        this.builder = builder;
        this.expressions = expressions;
    }

    /// Goes to `then` if a condition holds, and to `otherwise` if not.
    void branch(CheckedExpr condition, BasicBlock then, BasicBlock otherwise) {
        builder.at(condition.span());
        switch (condition) {
            case CheckedExpr.BoolConstant(boolean value, _) ->
                    builder.jump(value ? then : otherwise);
            case CheckedExpr.Not(CheckedExpr operand, _) -> branch(operand, otherwise, then);
            case CheckedExpr.Logical(
                            BinaryOperator operator,
                            CheckedExpr left,
                            CheckedExpr right,
                            _) -> {
                BasicBlock second = builder.newBlock();
                if (operator == BinaryOperator.AND) {
                    branch(left, second, otherwise);
                } else {
                    branch(left, then, second);
                }
                builder.begin(second);
                branch(right, then, otherwise);
            }
            case CheckedExpr.Compare compare -> branchOn(compare, then, otherwise);
            case CheckedExpr.IsNil(CheckedExpr operand, _) -> {
                Register value = expressions.lower(operand);
                Register nil = builder.load(Nils.nil(operand.type()));
                builder.branch(Comparison.EQUAL, value, nil, then, otherwise);
            }
            case CheckedExpr.IsVariant(CheckedExpr subject, int variant, _) -> {
                Register value = expressions.lower(subject);
                builder.add(new Instruction.RefuseNil(value, "match"));
                builder.branch(
                        expressions.hasLayout(value, Layouts.variant(subject.type(), variant)),
                        then,
                        otherwise);
            }
            default -> builder.branch(expressions.lower(condition), then, otherwise);
        }
    }

    private void branchOn(CheckedExpr.Compare compare, BasicBlock then, BasicBlock otherwise) {
        Type type = Types.settled(compare.left().type());
        List<Register> both = expressions.all(List.of(compare.left(), compare.right()));
        Register left = both.getFirst();
        Register right = both.getLast();
        Comparison comparison =
                switch (compare.operator()) {
                    case EQUAL -> Comparison.EQUAL;
                    case NOT_EQUAL -> Comparison.NOT_EQUAL;
                    case LESS -> Comparison.LESS;
                    case LESS_EQUAL -> Comparison.LESS_EQUAL;
                    case GREATER -> Comparison.GREATER;
                    case GREATER_EQUAL -> Comparison.GREATER_EQUAL;
                    default -> throw new IllegalStateException("no comparison: " + compare);
                };
        boolean isEquality = comparison == Comparison.EQUAL || comparison == Comparison.NOT_EQUAL;
        if (left.kind() != Kind.HANDLE) {
            builder.branch(comparison, left, right, then, otherwise);
        } else if (isEquality) {
            Register equal = equal(type, left, right);
            boolean wantsEqual = comparison == Comparison.EQUAL;
            builder.branch(equal, wantsEqual ? then : otherwise, wantsEqual ? otherwise : then);
        } else {
            Register order =
                    builder.call(
                            RuntimeMethods.COMPARE_TEXT,
                            Kind.INT64,
                            List.of(ExpressionLowering.in(left), ExpressionLowering.in(right)));
            builder.branch(comparison, order, builder.number(0), then, otherwise);
        }
    }

    private Register equal(Type type, Register left, Register right) {
        return type == Basic.STRING
                ? builder.call(
                        RuntimeMethods.EQUAL_TEXT,
                        Kind.BOOL,
                        List.of(ExpressionLowering.in(left), ExpressionLowering.in(right)))
                : builder.call(
                        RuntimeMethods.EQUAL,
                        Kind.BOOL,
                        List.of(
                                new Argument.TypeObject(type),
                                ExpressionLowering.bits(left),
                                ExpressionLowering.bits(right)));
    }

    /// A condition as a value.
    Register value(CheckedExpr condition) {
        return builder.truth((yes, no) -> branch(condition, yes, no));
    }
}
