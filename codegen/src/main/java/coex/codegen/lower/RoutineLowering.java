package coex.codegen.lower;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.RoutineName;
import coex.codegen.ir.Terminator;
import coex.codegen.ir.Variable;
import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;
import coex.language.syntax.FunctionKind;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.HashMap;
import java.util.IdentityHashMap;
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
    private final TaskLowering tasks;
    private final ConcurrencyLowering concurrency;
    private final Map<Local, Register> registers = new HashMap<>();

    /// Of double-buffered variables, what the last generation left.
    private final Map<Local, Register> previous = new HashMap<>();

    private final LoopLowering loops;
    private final EachLowering eachLoops;

    /// Statements that are lowered in a way of their own.
    private final Map<CheckedStmt, Runnable> replaced = new IdentityHashMap<>();

    private boolean hasWatermark;

    RoutineLowering(ProgramLowering program, RoutineName name, CheckedFunction function) {
        this.program = program;
        this.name = name;
        this.function = function;
        this.expressions = new ExpressionLowering(this);
        this.tasks = new TaskLowering(this, function);
        this.concurrency = new ConcurrencyLowering(this, expressions);
        this.loops = new LoopLowering(this, expressions, concurrency);
        this.eachLoops = new EachLowering(this, expressions, loops);
    }

    ExpressionLowering expressions() {
        return expressions;
    }

    TaskLowering tasks() {
        return tasks;
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
        tasks.declareFutures();
        lower(function.body());
        endWithZero();
        tasks.finish();
        if (hasWatermark) {
            builder.blocks().forEach(RoutineLowering::watchReturns);
        }
        List<BasicBlock> blocks = Reachable.of(builder.blocks());
        List<Variable> variables =
                program.isForDebugger() ? VariablesForDebuggers.of(registers, previous) : List.of();
        VariablesForDebuggers.keepAlive(blocks, parameters, variables);
        CopyForwarding.in(blocks, builder.registerCount());
        OwnLists.in(blocks);
        return new Routine(
                name,
                function.name(),
                parameters,
                resultKind(),
                builder.registerCount(),
                blocks,
                function.span().file().name(),
                function.span().line(),
                function.kind() != FunctionKind.TASK,
                variables);
    }

    /// Says that calls that return here, and the return from here, may be what a watermark waits
    /// for.
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
            builder.at(function.span()); // not the last line, which may not have been run
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

    /// Whether a variable has been given a value before the current statement.
    boolean isKnown(Local local) {
        return registers.containsKey(local);
    }

    /// The register to read a variable from.
    Register read(Local local) {
        tasks.settle(local);
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

    /// Lowers a statement in a way of its own.
    void replace(CheckedStmt statement, Runnable lowering) {
        replaced.put(statement, lowering);
    }

    private void lower(CheckedStmt statement) {
        builder.at(statement.span());
        if (replaced.containsKey(statement)) {
            replaced.get(statement).run();
            return;
        }
        switch (statement) {
            case CheckedStmt.Store(Local local, CheckedExpr value, _) -> {
                if (!tasks.store(local, value)) {
                    builder.copy(register(local), expressions.lower(value));
                }
            }
            case CheckedStmt.Evaluate(CheckedExpr.StartTask task, _) -> tasks.start(task);
            case CheckedStmt.Evaluate(CheckedExpr value, _) -> expressions.lowerAny(value);
            case CheckedStmt.If branch -> {
                lowerIf(branch);
                builder.at(branch.span()); // what follows may come from any of its branches
            }
            case CheckedStmt.ForRange loop -> loops.lower(loop);
            case CheckedStmt.ForEach loop -> eachLoops.lower(loop);
            case CheckedStmt.While loop -> loops.lower(loop);
            case CheckedStmt.Cycle cycle -> loops.lower(cycle);
            case CheckedStmt.Gather gather -> new GatherLowering(this).lower(gather);
            case CheckedStmt.Select select -> concurrency.lower(select);
            case CheckedStmt.Within within -> concurrency.lower(within);
            case CheckedStmt.Return(Optional<CheckedExpr> value, _) ->
                    leave(value.map(expressions::lower));
            case CheckedStmt.Break _ -> loops.leaveInnermost();
            case CheckedStmt.Continue _ -> loops.continueInnermost();
        }
    }

    /// Returns from the function.
    void leave(Optional<Register> value) {
        concurrency.leaveTo(0);
        builder.end(new Terminator.Return(value));
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
}
