package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Instruction.BinaryCode;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Terminator.Comparison;
import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;
import coex.language.checked.Operation;
import coex.language.type.Type;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;

/// Lowers `results = for …`: the values of a loop as a list. The list is a new one until the loop
/// ends: the loop may read the variable it goes to.
///
/// If the value is a task's result, all tasks are started first, and a list of their futures is
/// made; then their results are taken in the same order.
final class GatherLowering {

    /// A list of references, whatever they are.
    private static final Type FUTURES = new Type.ListOf(Type.Basic.STRING);

    private final RoutineLowering routine;
    private final RoutineBuilder builder;

    GatherLowering(RoutineLowering routine) {
        this.routine = routine;
        this.builder = routine.builder();
    }

    void lower(CheckedStmt.Gather gather) {
        if (task(gather.element()) instanceof CheckedExpr.StartTask task) {
            lowerTasks(gather, task);
            return;
        }
        Local list = newList("$list", gather);
        routine.lower(List.of(withBody(gather.loop(), append(list, gather.element(), gather))));
        routine.tasks().store(gather.result(), routine.register(list));
    }

    /// What is converted, if anything is.
    private static CheckedExpr task(CheckedExpr element) {
        return element instanceof CheckedExpr.Convert convert
                ? task(convert.operand())
                : element instanceof CheckedExpr.Await(CheckedExpr value, _)
                        ? value instanceof CheckedExpr.StartTask ? element : task(value)
                        : element;
    }

    private Local newList(String name, CheckedStmt.Gather gather) {
        var list =
                new Local(
                        name,
                        Types.settled(gather.result().type()),
                        Local.Role.ORDINARY,
                        gather.span());
        builder.copy(routine.register(list), builder.load(new Constant.Empty()));
        return list;
    }

    private static CheckedStmt append(Local list, CheckedExpr element, CheckedStmt.Gather gather) {
        return new CheckedStmt.Store(
                list,
                new CheckedExpr.Operate(
                        Operation.LIST_APPEND,
                        List.of(new CheckedExpr.Read(list, gather.span()), element),
                        list.type(),
                        gather.span()),
                gather.span());
    }

    private void lowerTasks(CheckedStmt.Gather gather, CheckedExpr.StartTask task) {
        Register futures = builder.register(Kind.HANDLE);
        builder.copy(futures, builder.load(new Constant.Empty()));
        var start = new CheckedStmt.Evaluate(task, task.span());
        routine.replace(start, () -> builder.copy(futures, appended(futures, task)));
        routine.lower(List.of(withBody(gather.loop(), start)));
        Local list = newList("$results", gather);
        each(futures, future -> routine.lower(List.of(result(gather, task, list, future))));
        routine.tasks().store(gather.result(), routine.register(list));
    }

    private Register appended(Register futures, CheckedExpr.StartTask task) {
        return builder.call(
                RuntimeMethods.safepoint("ListCalls", "append"),
                Kind.HANDLE,
                List.of(
                        new Argument.CollectionObject(FUTURES),
                        ExpressionLowering.in(futures),
                        new Argument.AsBits(routine.tasks().start(task))));
    }

    /// Appends what a future stands for.
    private CheckedStmt result(
            CheckedStmt.Gather gather, CheckedExpr.StartTask task, Local list, Register future) {
        var value = new Local("$value", task.type(), Local.Role.ORDINARY, gather.span());
        builder.copy(routine.register(value), routine.tasks().await(future, task.type()));
        return append(list, replaced(gather.element(), value), gather);
    }

    private static CheckedExpr replaced(CheckedExpr element, Local value) {
        return switch (element) {
            case CheckedExpr.Convert(var conversion, CheckedExpr operand, Type type, var span) ->
                    new CheckedExpr.Convert(conversion, replaced(operand, value), type, span);
            default -> new CheckedExpr.Read(value, element.span());
        };
    }

    private interface Each {
        void lower(Register element);
    }

    private void each(Register list, Each each) {
        Register length =
                builder.call(
                        RuntimeMethods.quiet("ListCalls", "length"),
                        Kind.INT64,
                        List.of(
                                new Argument.CollectionObject(FUTURES),
                                ExpressionLowering.in(list)));
        Register index = builder.register(Kind.INT64);
        builder.copy(index, builder.number(0));
        BasicBlock test = builder.newBlock();
        BasicBlock body = builder.newBlock();
        BasicBlock after = builder.newBlock();
        builder.begin(test);
        builder.branch(Comparison.LESS, index, length, body, after);
        builder.begin(body);
        each.lower(
                builder.call(
                        RuntimeMethods.quiet("ListCalls", "get"),
                        Kind.HANDLE,
                        List.of(
                                new Argument.CollectionObject(FUTURES),
                                ExpressionLowering.in(list),
                                ExpressionLowering.in(index))));
        builder.copy(
                index, builder.binary(BinaryCode.ADD_INT64, Kind.INT64, index, builder.number(1)));
        builder.add(new Instruction.Poll());
        builder.jump(test);
        builder.begin(after);
    }

    private static CheckedStmt withBody(CheckedStmt loop, CheckedStmt last) {
        return switch (loop) {
            case CheckedStmt.ForRange range ->
                    new CheckedStmt.ForRange(
                            range.variable(),
                            range.from(),
                            range.to(),
                            range.step(),
                            followed(range.body(), last),
                            range.span());
            case CheckedStmt.ForEach each ->
                    new CheckedStmt.ForEach(
                            each.variable(),
                            each.iterable(),
                            followed(each.body(), last),
                            each.span());
            default -> throw new IllegalStateException("not a loop over values: " + loop);
        };
    }

    private static List<CheckedStmt> followed(List<CheckedStmt> body, CheckedStmt last) {
        var all = new ArrayList<>(body);
        all.add(last);
        return all;
    }
}
