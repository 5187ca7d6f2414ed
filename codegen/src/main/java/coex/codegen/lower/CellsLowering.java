package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Instruction.BinaryCode;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.RoutineName;
import coex.codegen.ir.Terminator;
import coex.codegen.ir.Terminator.Comparison;
import coex.language.checked.CheckedExpr;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes the routine that computes some of the cells of a matrix: it takes the matrix, the grid
/// that the new values go to, the first cell and the one after the last, counted row by row, and
/// the formula's own arguments. Tasks run it too, and nobody keeps the arguments of a task: it does
/// not borrow its own.
final class CellsLowering {

    /// Routines of this class are left out of stack traces.
    private static final String CLASS = "Cells";

    private final ProgramLowering program;
    private final CheckedExpr.ApplyFormula apply;
    private final RoutineBuilder builder = new RoutineBuilder();
    private final Type matrixType;

    private final Register matrix = builder.register(Kind.HANDLE, "matrix");
    private final Register next = builder.register(Kind.HANDLE, "next");
    private final Register from = builder.register(Kind.INT64, "from");
    private final Register to = builder.register(Kind.INT64, "to");

    CellsLowering(ProgramLowering program, CheckedExpr.ApplyFormula apply) {
        this.program = program;
        this.apply = apply;
        this.matrixType = Types.settled(apply.arguments().getFirst().type());
    }

    static RoutineName name(CheckedExpr.ApplyFormula apply, int number) {
        return new RoutineName(
                CLASS,
                ProgramLowering.methodName(apply.formula().symbol().toString()) + "$" + number);
    }

    /// The types of the parameters.
    static List<Type> types(CheckedExpr.ApplyFormula apply) {
        var types = new ArrayList<Type>();
        Type matrix = apply.arguments().getFirst().type();
        types.add(matrix);
        types.add(matrix); // a grid is a reference too
        types.add(Basic.INT);
        types.add(Basic.INT);
        apply.arguments().stream().skip(1).forEach(each -> types.add(each.type()));
        return types;
    }

    /// What to call the parameters.
    static List<String> names(CheckedExpr.ApplyFormula apply) {
        var names = new ArrayList<>(List.of("matrix", "next", "from", "to"));
        for (int i = 1; i < apply.arguments().size(); i++) {
            names.add("argument" + i);
        }
        return names;
    }

    Routine lower(RoutineName name) {
        builder.at(apply.span());
        var parameters = new ArrayList<>(List.of(matrix, next, from, to));
        var own = new ArrayList<Register>();
        apply.arguments().stream()
                .skip(1)
                .forEach(
                        each ->
                                own.add(
                                        builder.register(
                                                Kind.of(each.type()), "argument" + own.size())));
        parameters.addAll(own);
        loop(own);
        builder.end(new Terminator.Return(Optional.empty()));
        return new Routine(
                name,
                name.method(),
                parameters,
                Optional.empty(),
                builder.registerCount(),
                builder.blocks(),
                apply.span().file().name(),
                apply.span().line(),
                false,
                List.of());
    }

    private void loop(List<Register> own) {
        Register width =
                builder.call(
                        RuntimeMethods.quiet("MatrixCalls", "width"),
                        Kind.INT64,
                        List.of(
                                new Argument.CollectionObject(matrixType),
                                ExpressionLowering.in(matrix)));
        Register index = builder.register(Kind.INT64);
        Register x = builder.register(Kind.INT64);
        Register y = builder.register(Kind.INT64);
        BasicBlock first = builder.newBlock();
        BasicBlock test = builder.newBlock();
        BasicBlock body = builder.newBlock();
        BasicBlock nextRow = builder.newBlock();
        BasicBlock again = builder.newBlock();
        BasicBlock after = builder.newBlock();
        builder.branch(Comparison.LESS, from, to, first, after);
        builder.begin(first);
        builder.copy(index, from);
        builder.copy(x, builder.binary(BinaryCode.REMAINDER_INT64, Kind.INT64, from, width));
        builder.copy(y, builder.binary(BinaryCode.DIVIDE_INT64, Kind.INT64, from, width));
        builder.begin(test);
        builder.branch(Comparison.LESS, index, to, body, after);
        builder.begin(body);
        cell(own, x, y);
        increase(index);
        increase(x);
        builder.branch(Comparison.LESS, x, width, again, nextRow);
        builder.begin(nextRow);
        builder.copy(x, builder.number(0));
        increase(y);
        builder.begin(again);
        builder.add(new Instruction.Poll());
        builder.jump(test);
        builder.begin(after);
    }

    private void increase(Register number) {
        builder.copy(
                number,
                builder.binary(BinaryCode.ADD_INT64, Kind.INT64, number, builder.number(1)));
    }

    private void cell(List<Register> own, Register x, Register y) {
        var arguments = new ArrayList<>(List.of(matrix, x, y));
        arguments.addAll(own);
        Type result = apply.formula().symbol().result();
        Register value = program.call(builder, apply.formula(), arguments, result).orElseThrow();
        builder.call(
                RuntimeMethods.quiet("MatrixCalls", "setNext"),
                List.of(
                        new Argument.CollectionObject(matrixType),
                        ExpressionLowering.in(next),
                        ExpressionLowering.in(matrix),
                        ExpressionLowering.in(x),
                        ExpressionLowering.in(y),
                        ExpressionLowering.bits(value)));
    }
}
