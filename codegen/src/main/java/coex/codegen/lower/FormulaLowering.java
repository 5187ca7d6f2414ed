package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Instruction.BinaryCode;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Terminator.Comparison;
import coex.language.checked.CheckedExpr;
import coex.language.type.Type;

import java.util.ArrayList;
import java.util.List;

/// Lowers the application of a formula to a matrix: the new value of every cell goes to a second grid, which
/// then takes the place of the first.
final class FormulaLowering {

    private final RoutineLowering routine;
    private final RoutineBuilder builder;
    private final ExpressionLowering expressions;

    FormulaLowering(RoutineLowering routine, ExpressionLowering expressions) {
        this.routine = routine;
        this.builder = routine.builder();
        this.expressions = expressions;
    }

    void lower(CheckedExpr.ApplyFormula apply) {
        List<Register> operands = expressions.all(apply.arguments());
        Register matrix = operands.getFirst();
        builder.at(apply.span());
        builder.add(new Instruction.RefuseNil(matrix, "method"));
        Type type = apply.arguments().getFirst().type();
        Register next =
                builder.call(
                        RuntimeMethods.safepoint("MatrixCalls", "nextGeneration"),
                        Kind.HANDLE,
                        List.of(new Argument.TypeObject(type), ExpressionLowering.in(matrix)));
        loop(
                size("height", type, matrix),
                y -> loop(size("width", type, matrix), x -> cell(apply, operands, next, x, y)));
        builder.call(
                RuntimeMethods.quiet("MatrixCalls", "replace"),
                List.of(
                        new Argument.CollectionObject(type),
                        ExpressionLowering.in(matrix),
                        ExpressionLowering.in(next)));
    }

    private Register size(String direction, Type type, Register matrix) {
        return builder.call(
                RuntimeMethods.quiet("MatrixCalls", direction),
                Kind.INT64,
                List.of(new Argument.CollectionObject(type), ExpressionLowering.in(matrix)));
    }

    private void cell(
            CheckedExpr.ApplyFormula apply,
            List<Register> operands,
            Register next,
            Register x,
            Register y) {
        var arguments = new ArrayList<Register>();
        arguments.add(operands.getFirst());
        arguments.add(x);
        arguments.add(y);
        arguments.addAll(operands.subList(1, operands.size()));
        Type result = apply.formula().symbol().result();
        Register value =
                routine.program().call(builder, apply.formula(), arguments, result).orElseThrow();
        builder.call(
                RuntimeMethods.quiet("MatrixCalls", "setNext"),
                List.of(
                        new Argument.CollectionObject(apply.arguments().getFirst().type()),
                        ExpressionLowering.in(next),
                        ExpressionLowering.in(operands.getFirst()),
                        ExpressionLowering.in(x),
                        ExpressionLowering.in(y),
                        ExpressionLowering.bits(value)));
    }

    private interface Each {
        void lower(Register index);
    }

    private void loop(Register count, Each each) {
        Register index = builder.register(Kind.INT64);
        builder.copy(index, builder.number(0));
        BasicBlock test = builder.newBlock();
        BasicBlock body = builder.newBlock();
        BasicBlock after = builder.newBlock();
        builder.begin(test);
        builder.branch(Comparison.LESS, index, count, body, after);
        builder.begin(body);
        each.lower(index);
        builder.copy(
                index, builder.binary(BinaryCode.ADD_INT64, Kind.INT64, index, builder.number(1)));
        builder.add(new Instruction.Poll());
        builder.jump(test);
        builder.begin(after);
    }
}
