package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Instruction.BinaryCode;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Layout;
import coex.codegen.ir.Register;
import coex.codegen.ir.Terminator.Comparison;
import coex.language.checked.CheckedExpr;
import coex.language.type.Type;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Lowers the application of a formula to a matrix: the new value of every cell goes to a second
/// grid, which then takes the place of the first.
///
/// A routine of its own computes cells from one to another ([CellsLowering]). If there are enough
/// of them, and processors with nothing to do, all but the last part are computed by tasks.
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
        compute(apply, operands, next, type);
        builder.call(
                RuntimeMethods.quiet("MatrixCalls", "replace"),
                List.of(
                        new Argument.CollectionObject(type),
                        ExpressionLowering.in(matrix),
                        ExpressionLowering.in(next)));
    }

    /// Starts a task for each part but the last, which is left for this one, and waits for them.
    private void compute(
            CheckedExpr.ApplyFormula apply, List<Register> operands, Register next, Type type) {
        Register count = ofMatrix("count", type, operands.getFirst());
        Register step = ofMatrix("part", type, operands.getFirst());
        Register from = builder.register(Kind.INT64);
        builder.copy(from, builder.number(0));
        Register tasks =
                builder.call(RuntimeMethods.quiet("TaskCalls", "count"), Kind.INT64, List.of());
        BasicBlock test = builder.newBlock();
        BasicBlock split = builder.newBlock();
        BasicBlock rest = builder.newBlock();
        builder.begin(test);
        Register to = builder.binary(BinaryCode.ADD_INT64, Kind.INT64, from, step);
        builder.branch(Comparison.LESS, to, count, split, rest);
        builder.begin(split);
        start(apply, tasks, arguments(operands, next, from, to));
        builder.copy(from, to);
        builder.jump(test);
        builder.begin(rest);
        builder.add(
                new Instruction.Call(
                        Optional.empty(),
                        routine.program().cells(apply),
                        arguments(operands, next, from, count)));
        builder.call(
                RuntimeMethods.safepoint("TaskCalls", "joinFunction"),
                List.of(ExpressionLowering.in(tasks)));
    }

    private Register ofMatrix(String what, Type type, Register matrix) {
        return builder.call(
                RuntimeMethods.quiet("MatrixCalls", what),
                Kind.INT64,
                List.of(new Argument.CollectionObject(type), ExpressionLowering.in(matrix)));
    }

    private static List<Register> arguments(
            List<Register> operands, Register next, Register from, Register to) {
        var all = new ArrayList<Register>();
        all.add(operands.getFirst());
        all.add(next);
        all.add(from);
        all.add(to);
        all.addAll(operands.subList(1, operands.size()));
        return all;
    }

    private void start(CheckedExpr.ApplyFormula apply, Register tasks, List<Register> arguments) {
        Layout layout = routine.program().cellsClosure(apply);
        Register closure = builder.register(Kind.HANDLE);
        builder.add(new Instruction.New(closure, layout, arguments));
        builder.call(
                RuntimeMethods.safepoint("TaskCalls", "start"),
                Kind.HANDLE,
                List.of(
                        ExpressionLowering.in(closure),
                        ExpressionLowering.in(tasks),
                        new Argument.JavaText(apply.formula().symbol().toString()),
                        new Argument.JavaText(routine.tasks().place()),
                        new Argument.JavaText("v"),
                        new Argument.Number(0)));
    }
}
