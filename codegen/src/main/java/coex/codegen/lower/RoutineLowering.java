package coex.codegen.lower;

import coex.codegen.UnsupportedException;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.RoutineName;
import coex.codegen.ir.Terminator;
import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;
import coex.language.checked.Operation;
import coex.language.syntax.FunctionKind;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lowers a function: statements to blocks, variables to registers.
final class RoutineLowering {

    private final ProgramLowering program;
    private final RoutineName name;
    private final CheckedFunction function;
    private final RoutineBuilder builder = new RoutineBuilder();
    private final ExpressionLowering expressions;
    private final Map<Local, Register> registers = new HashMap<>();

    /// Of double-buffered variables, what the last generation left.
    private final Map<Local, Register> previous = new HashMap<>();

    private final LoopLowering loops;
    private final EachLowering eachLoops;

    private boolean hasWatermark;

    RoutineLowering(ProgramLowering program, RoutineName name, CheckedFunction function) {
        this.program = program;
        this.name = name;
        this.function = function;
        this.expressions = new ExpressionLowering(this);
        this.loops = new LoopLowering(this, expressions);
        this.eachLoops = new EachLowering(this, expressions, loops);
    }

    ProgramLowering program() {
        return program;
    }

    RoutineBuilder builder() {
        return builder;
    }

    RoutineName name() {
        return name;
    }

    Routine lower() {
        builder.at(function.span());
        List<Register> parameters = function.parameters().stream().map(this::register).toList();
        lower(function.body());
        endWithZero();
        if (hasWatermark) {
            builder.blocks().forEach(RoutineLowering::watchReturns);
        }
        List<BasicBlock> blocks = Reachable.of(builder.blocks());
        CopyForwarding.in(blocks, builder.registerCount());
        return new Routine(
                name,
                function.name(),
                parameters,
                resultKind(),
                builder.registerCount(),
                blocks,
                function.span().file().name(),
                function.span().line(),
                function.kind() != FunctionKind.TASK);
    }

    /// Says that calls that return here, and the return from here, may be what a watermark waits for.
    void setWatermark() {
        hasWatermark = true;
    }

    private static void watchReturns(BasicBlock block) {
        var look =
                new Instruction.CallRuntime(
                        Optional.empty(),
                        RuntimeMethods.safepoint("GcCalls", "returned"),
                        List.of());
        List<BasicBlock.Step> steps = block.steps();
        for (int i = steps.size() - 1; i >= 0; i--) {
            Instruction instruction = steps.get(i).instruction();
            if (instruction instanceof Instruction.Call
                    || instruction instanceof Instruction.CallValue) {
                steps.add(i + 1, new BasicBlock.Step(look, steps.get(i).line()));
            }
        }
        if (block.terminator() instanceof Terminator.Return) {
            steps.add(new BasicBlock.Step(look, block.lastLine()));
        }
    }

    private Optional<Kind> resultKind() {
        return Types.settled(function.result()) == Basic.NOTHING
                ? Optional.empty()
                : Optional.of(Kind.of(function.result()));
    }

    /// A function that ends without `return` returns the zero value of its result type.
    private void endWithZero() {
        if (!builder.isEnded()) {
            Optional<Register> zero = resultKind().map(_ -> expressions.zero(function.result()));
            builder.end(new Terminator.Return(zero));
        }
    }

    // Variables

    /// The register that holds a variable; of a double-buffered one, its next generation.
    Register register(Local local) {
        return registers.computeIfAbsent(
                local, _ -> builder.register(Kind.of(local.type()), local.name()));
    }

    /// The register to read a variable from.
    Register read(Local local) {
        return local.role() == Local.Role.CYCLE ? previous(local) : register(local);
    }

    Register previous(Local local) {
        return previous.computeIfAbsent(
                local, _ -> builder.register(Kind.of(local.type()), local.name() + "'"));
    }

    // Statements

    void lower(List<CheckedStmt> statements) {
        statements.forEach(this::lower);
    }

    private void lower(CheckedStmt statement) {
        builder.at(statement.span());
        switch (statement) {
            case CheckedStmt.Store(Local local, CheckedExpr value, _) ->
                    builder.copy(register(local), expressions.lower(value));
            case CheckedStmt.Evaluate(CheckedExpr value, _) -> expressions.lowerAny(value);
            case CheckedStmt.If branch -> lowerIf(branch);
            case CheckedStmt.ForRange loop -> loops.lower(loop);
            case CheckedStmt.ForEach loop -> eachLoops.lower(loop);
            case CheckedStmt.While loop -> loops.lower(loop);
            case CheckedStmt.Cycle cycle -> loops.lower(cycle);
            case CheckedStmt.Gather gather -> lowerGather(gather);
            case CheckedStmt.Select select -> throw notYet("`select`", select);
            case CheckedStmt.Within within -> throw notYet("`within`", within);
            case CheckedStmt.Return(Optional<CheckedExpr> value, _) ->
                    builder.end(new Terminator.Return(value.map(expressions::lower)));
            case CheckedStmt.Break _ -> builder.jump(loops.afterInnermost());
            case CheckedStmt.Continue _ -> builder.jump(loops.nextOfInnermost());
        }
    }

    private static UnsupportedException notYet(String what, CheckedStmt statement) {
        return new UnsupportedException(what, statement.span());
    }

    private void lowerIf(CheckedStmt.If branch) {
        BasicBlock then = builder.newBlock();
        BasicBlock otherwise = builder.newBlock();
        BasicBlock after = builder.newBlock();
        expressions.branch(branch.condition(), then, otherwise);
        builder.begin(then);
        lower(branch.then());
        builder.jump(after);
        builder.begin(otherwise);
        lower(branch.otherwise());
        builder.begin(after);
    }

    /// The results of a loop as a list. The list is a new one until the loop ends: the loop may read the
    /// variable it goes to.
    private void lowerGather(CheckedStmt.Gather gather) {
        Type type = Types.settled(gather.result().type());
        var list = new Local("$list", type, Local.Role.ORDINARY, gather.span());
        builder.copy(register(list), builder.load(new Constant.Empty()));
        var append =
                new CheckedStmt.Store(
                        list,
                        new CheckedExpr.Operate(
                                Operation.LIST_APPEND,
                                List.of(
                                        new CheckedExpr.Read(list, gather.span()),
                                        gather.element()),
                                type,
                                gather.span()),
                        gather.span());
        lower(withBody(gather.loop(), append));
        builder.copy(register(gather.result()), register(list));
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
