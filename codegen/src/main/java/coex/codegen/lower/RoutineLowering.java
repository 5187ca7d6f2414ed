package coex.codegen.lower;

import coex.codegen.UnsupportedException;
import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Instruction.BinaryCode;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.RoutineName;
import coex.codegen.ir.RuntimeMethod;
import coex.codegen.ir.Terminator;
import coex.codegen.ir.Terminator.Comparison;
import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lowers a function: statements to blocks, variables to registers.
final class RoutineLowering {

    /// Where `continue` and `break` go, and how many deadlines there are around the loop.
    private record Loop(BasicBlock next, BasicBlock after, int deadlines) {}

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

    private final Deque<Loop> loops = new ArrayDeque<>();

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
        builder.add(new Instruction.Poll());
        tasks.declareFutures();
        lower(function.body());
        endWithZero();
        tasks.finish();
        if (hasWatermark) {
            builder.blocks().forEach(RoutineLowering::watchReturns);
        }
        return new Routine(
                name,
                function.name(),
                parameters,
                resultKind(),
                builder.registerCount(),
                builder.blocks(),
                function.span().file().name(),
                function.span().line());
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

    /// Whether a variable has been given a value before the current statement.
    boolean isKnown(Local local) {
        return registers.containsKey(local);
    }

    /// The register to read a variable from.
    Register read(Local local) {
        tasks.settle(local);
        return local.role() == Local.Role.CYCLE ? previous(local) : register(local);
    }

    private Register previous(Local local) {
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
            case CheckedStmt.If branch -> lowerIf(branch);
            case CheckedStmt.ForRange loop -> lowerRange(loop);
            case CheckedStmt.ForEach loop -> lowerEach(loop);
            case CheckedStmt.While loop -> lowerWhile(loop);
            case CheckedStmt.Cycle cycle -> lowerCycle(cycle);
            case CheckedStmt.Gather gather -> new GatherLowering(this).lower(gather);
            case CheckedStmt.Select select -> concurrency.lower(select);
            case CheckedStmt.Within within -> concurrency.lower(within);
            case CheckedStmt.Return(Optional<CheckedExpr> value, _) ->
                    leave(value.map(expressions::lower));
            case CheckedStmt.Break _ -> jump(loops.peek(), loops.peek().after());
            case CheckedStmt.Continue _ -> jump(loops.peek(), loops.peek().next());
        }
    }

    /// Returns from the function.
    void leave(Optional<Register> value) {
        concurrency.leaveTo(0);
        builder.end(new Terminator.Return(value));
    }

    private void jump(Loop loop, BasicBlock to) {
        concurrency.leaveTo(loop.deadlines());
        builder.jump(to);
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

    // Loops

    /// The body of a loop: `continue` goes to `next`.
    private void body(List<CheckedStmt> statements, BasicBlock next, BasicBlock after) {
        loops.push(new Loop(next, after, concurrency.depth()));
        lower(statements);
        loops.pop();
    }

    private void lowerWhile(CheckedStmt.While loop) {
        BasicBlock test = builder.newBlock();
        BasicBlock body = builder.newBlock();
        BasicBlock next = builder.newBlock();
        BasicBlock after = builder.newBlock();
        tasks.enterLoop();
        builder.begin(test);
        expressions.branch(loop.condition(), body, after);
        builder.begin(body);
        body(loop.body(), next, after);
        builder.begin(next);
        again(test);
        builder.begin(after);
        tasks.leaveLoop();
    }

    private void again(BasicBlock test) {
        builder.add(new Instruction.Poll());
        builder.jump(test);
    }

    private void lowerRange(CheckedStmt.ForRange loop) {
        Register index = builder.register(Kind.INT64);
        builder.copy(index, expressions.lower(loop.from()));
        Register to = held(expressions.lower(loop.to()));
        Register step = held(expressions.lower(loop.step()));
        boolean isUp =
                loop.step() instanceof CheckedExpr.IntConstant(long value, _, _) && value > 0;
        BasicBlock test = builder.newBlock();
        BasicBlock body = builder.newBlock();
        BasicBlock next = builder.newBlock();
        BasicBlock after = builder.newBlock();
        tasks.enterLoop();
        builder.begin(test);
        if (isUp) {
            builder.branch(Comparison.LESS, index, to, body, after);
        } else {
            Register isInside =
                    builder.call(
                            RuntimeMethods.quiet("NumberCalls", "isInRange"),
                            Kind.BOOL,
                            List.of(
                                    ExpressionLowering.in(index),
                                    ExpressionLowering.in(to),
                                    ExpressionLowering.in(step)));
            builder.branch(isInside, body, after);
        }
        builder.begin(body);
        builder.copy(register(loop.variable()), index);
        body(loop.body(), next, after);
        builder.begin(next);
        builder.copy(index, builder.binary(BinaryCode.ADD_INT64, Kind.INT64, index, step));
        again(test);
        builder.begin(after);
        tasks.leaveLoop();
    }

    /// A copy, so that assignments to the variable a value came from do not change it.
    private Register held(Register value) {
        Register copy = builder.register(value.kind());
        builder.copy(copy, value);
        return copy;
    }

    private void lowerEach(CheckedStmt.ForEach loop) {
        Register given = expressions.lower(loop.iterable());
        Type type = Types.settled(loop.iterable().type());
        switch (type) {
            case Type.ListOf _ -> indexed(loop, held(given), type, "ListCalls");
            case Type.ArrayOf _ -> indexed(loop, held(given), type, "ArrayCalls");
            case Type.SetOf(Type element) ->
                    indexed(
                            loop,
                            asList("SetCalls", "toList", given, type),
                            new Type.ListOf(element),
                            "ListCalls");
            case Type.MapOf(Type key, _) ->
                    indexed(
                            loop,
                            asList("MapCalls", "keys", given, type),
                            new Type.ListOf(key),
                            "ListCalls");
            case Basic.STRING -> characters(loop, held(given));
            case Type.Channel(Type element) -> received(loop, held(given), type, element);
            default -> throw new UnsupportedException("`for` over " + type.spelling(), loop.span());
        }
    }

    private Register asList(String owner, String method, Register given, Type type) {
        return builder.call(
                RuntimeMethods.safepoint(owner, method),
                Kind.HANDLE,
                List.of(new Argument.CollectionObject(type), ExpressionLowering.in(given)));
    }

    private void indexed(CheckedStmt.ForEach loop, Register collection, Type type, String owner) {
        Register length =
                builder.call(
                        RuntimeMethods.quiet(owner, "length"),
                        Kind.INT64,
                        List.of(
                                new Argument.CollectionObject(type),
                                ExpressionLowering.in(collection)));
        Register index = builder.register(Kind.INT64);
        builder.copy(index, builder.number(0));
        BasicBlock test = builder.newBlock();
        BasicBlock body = builder.newBlock();
        BasicBlock next = builder.newBlock();
        BasicBlock after = builder.newBlock();
        tasks.enterLoop();
        builder.begin(test);
        builder.branch(Comparison.LESS, index, length, body, after);
        builder.begin(body);
        Type element = loop.variable().type();
        Register bits =
                builder.call(
                        RuntimeMethods.quiet(owner, "get"),
                        Kind.of(element) == Kind.HANDLE ? Kind.HANDLE : Kind.INT64,
                        List.of(
                                new Argument.CollectionObject(type),
                                ExpressionLowering.in(collection),
                                ExpressionLowering.in(index)));
        builder.copy(register(loop.variable()), expressions.operations().fromBits(bits, element));
        body(loop.body(), next, after);
        builder.begin(next);
        builder.copy(
                index, builder.binary(BinaryCode.ADD_INT64, Kind.INT64, index, builder.number(1)));
        again(test);
        builder.begin(after);
        tasks.leaveLoop();
    }

    /// What a channel gives, until it is closed.
    private void received(CheckedStmt.ForEach loop, Register channel, Type type, Type element) {
        Type optional = Types.optional(element);
        BasicBlock next = builder.newBlock();
        BasicBlock body = builder.newBlock();
        BasicBlock after = builder.newBlock();
        tasks.enterLoop();
        builder.begin(next);
        Register value =
                builder.call(
                        RuntimeMethods.safepoint("ChannelCalls", "receive"),
                        Kind.HANDLE,
                        List.of(new Argument.TypeObject(type), ExpressionLowering.in(channel)));
        Register nil = builder.load(Nils.nil(optional));
        builder.branch(Comparison.EQUAL, value, nil, after, body);
        builder.begin(body);
        builder.copy(
                register(loop.variable()),
                element instanceof Type.Optionally
                        ? value
                        : expressions.conversions().unwrap(value, element));
        body(loop.body(), next, after);
        again(next);
        builder.begin(after);
        tasks.leaveLoop();
    }

    /// The characters of a string, as strings: slices from one position to the next.
    private void characters(CheckedStmt.ForEach loop, Register text) {
        RuntimeMethod end = RuntimeMethods.quiet("StringCalls", "endOfCharacter");
        Register length =
                builder.call(
                        RuntimeMethods.quiet("StringCalls", "byteLength"),
                        Kind.INT64,
                        List.of(ExpressionLowering.in(text)));
        Register position = builder.register(Kind.INT64);
        Register following = builder.register(Kind.INT64);
        builder.copy(position, builder.number(0));
        BasicBlock test = builder.newBlock();
        BasicBlock body = builder.newBlock();
        BasicBlock next = builder.newBlock();
        BasicBlock after = builder.newBlock();
        tasks.enterLoop();
        builder.begin(test);
        builder.branch(Comparison.LESS, position, length, body, after);
        builder.begin(body);
        builder.copy(
                following,
                builder.call(
                        end,
                        Kind.INT64,
                        List.of(ExpressionLowering.in(text), ExpressionLowering.in(position))));
        builder.copy(
                register(loop.variable()),
                builder.call(
                        RuntimeMethods.safepoint("StringCalls", "slice"),
                        Kind.HANDLE,
                        List.of(
                                ExpressionLowering.in(text),
                                ExpressionLowering.in(position),
                                ExpressionLowering.in(following))));
        body(loop.body(), next, after);
        builder.begin(next);
        builder.copy(position, following);
        again(test);
        builder.begin(after);
        tasks.leaveLoop();
    }

    /// Both buffers of each variable start at zero; after the body, and on `continue`, the new generation
    /// becomes the previous one.
    private void lowerCycle(CheckedStmt.Cycle cycle) {
        for (Local variable : cycle.variables()) {
            builder.copy(register(variable), expressions.zero(variable.type()));
            builder.copy(previous(variable), register(variable));
        }
        BasicBlock test = builder.newBlock();
        BasicBlock body = builder.newBlock();
        BasicBlock next = builder.newBlock();
        BasicBlock after = builder.newBlock();
        tasks.enterLoop();
        builder.begin(test);
        expressions.branch(cycle.condition(), body, after);
        builder.begin(body);
        body(cycle.body(), next, after);
        builder.begin(next);
        for (Local variable : cycle.variables()) {
            builder.copy(previous(variable), register(variable));
        }
        again(test);
        builder.begin(after);
        tasks.leaveLoop();
    }
}
