package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Terminator;
import coex.codegen.ir.Terminator.Comparison;
import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.checked.Local;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Lowers the tasks that a routine starts.
///
/// A task is started with a closure that captures its arguments, and has a future: a handle in a
/// register. A variable that a task's result is stored to has two registers, for the value and for
/// the future, which is 0 when the value is there; whoever reads the variable waits first.
///
/// A function and each of its loops know how many tasks there were when they began, and wait for
/// later ones when they end. Code for that is added where tasks turn out to be started.
final class TaskLowering {

    /// A function or a loop.
    private static final class Scope {

        private final RoutineBuilder.Place start;

        /// How many tasks there were, if anybody wants to know.
        private Optional<Register> count = Optional.empty();

        Scope(RoutineBuilder.Place start) {
            this.start = start;
        }
    }

    private final RoutineLowering routine;
    private final RoutineBuilder builder;
    private final CheckedFunction function;
    private final Scope whole;
    private final Deque<Scope> loops = new ArrayDeque<>();

    /// Variables that may hold futures, and the registers for those.
    private final Map<Local, Register> futures = new HashMap<>();

    TaskLowering(RoutineLowering routine, CheckedFunction function) {
        this.routine = routine;
        this.builder = routine.builder();
        this.function = function;
        this.whole = new Scope(builder.here());
    }

    /// Finds the variables that results of tasks are stored to. At the start of the routine none
    /// has a future.
    void declareFutures() {
        Set<Local> stored = TaskVariables.of(function.body());
        for (Local local : stored) {
            Register future = builder.register(Kind.HANDLE, local.name() + "?");
            futures.put(local, future);
            builder.copy(future, builder.load(new Constant.Empty()));
            if (!function.parameters().contains(local)) {
                // The JVM wants a value on every path, if only to see that it is not used.
                builder.copy(routine.register(local), anything(Kind.of(local.type())));
            }
        }
    }

    private Register anything(Kind kind) {
        return builder.load(
                switch (kind) {
                    case BOOL -> new Constant.Bool(false);
                    case INT32 -> new Constant.Int32(0);
                    case INT64 -> new Constant.Int64(0);
                    case FLOAT64 -> new Constant.Float64(0);
                    case HANDLE -> new Constant.Empty();
                });
    }

    // Loops and functions

    void enterLoop() {
        loops.push(new Scope(builder.here()));
    }

    /// After a loop, however it ended.
    void leaveLoop() {
        Scope loop = loops.pop();
        loop.count.ifPresent(
                count -> {
                    count(loop, count);
                    builder.call(
                            RuntimeMethods.safepoint("TaskCalls", "joinLoop"),
                            List.of(ExpressionLowering.in(count)));
                });
    }

    private void count(Scope scope, Register count) {
        builder.insert(
                scope.start,
                new Instruction.CallRuntime(
                        Optional.of(count), RuntimeMethods.quiet("TaskCalls", "count"), List.of()));
    }

    /// When the routine is complete: waits for its tasks wherever it returns.
    void finish() {
        whole.count.ifPresent(
                count -> {
                    var join =
                            new Instruction.CallRuntime(
                                    Optional.empty(),
                                    RuntimeMethods.safepoint("TaskCalls", "joinFunction"),
                                    List.of(ExpressionLowering.in(count)));
                    for (BasicBlock block : builder.blocks()) {
                        if (block.terminator() instanceof Terminator.Return) {
                            block.steps().add(new BasicBlock.Step(join, block.lastLine()));
                        }
                    }
                    count(whole, count);
                });
    }

    private Register countOf(Scope scope) {
        if (scope.count.isEmpty()) {
            scope.count = Optional.of(builder.register(Kind.INT64));
        }
        return scope.count.get();
    }

    // Starting

    /// Starts a task; the register has its future.
    Register start(CheckedExpr.StartTask task) {
        List<Register> arguments = routine.expressions().all(task.arguments());
        builder.at(task.span());
        return start(
                routine.program().taskClosure(builder, task.function(), arguments),
                task.function().symbol().toString(),
                task.type(),
                task.arguments().stream().anyMatch(each -> ChannelTypes.isIn(each.type())));
    }

    private Register start(Register closure, String name, Type result, boolean outlivesLoop) {
        countOf(whole);
        Scope innermost = loops.isEmpty() ? whole : loops.peek();
        return builder.call(
                RuntimeMethods.safepoint("TaskCalls", "start"),
                Kind.HANDLE,
                List.of(
                        ExpressionLowering.in(closure),
                        ExpressionLowering.in(countOf(innermost)),
                        new Argument.JavaText(name),
                        new Argument.JavaText(place()),
                        new Argument.JavaText(letter(result)),
                        new Argument.Number(outlivesLoop ? 1 : 0)));
    }

    /// Where the code is that is being lowered, for reports.
    String place() {
        String file = function.span().file().name();
        return "%s (%s:%d)"
                .formatted(
                        function.name(), file.substring(file.lastIndexOf('/') + 1), builder.line());
    }

    static Optional<Kind> resultKind(Type type) {
        return Types.settled(type) == Basic.NOTHING ? Optional.empty() : Optional.of(Kind.of(type));
    }

    private static String letter(Type result) {
        return String.valueOf(resultKind(result).map(Kind::letter).orElse('v'));
    }

    /// The value that a future stands for.
    Register await(Register future, Type type) {
        boolean isHandle = Kind.of(type) == Kind.HANDLE;
        Register bits =
                builder.call(
                        RuntimeMethods.safepoint(
                                "TaskCalls", isHandle ? "awaitReference" : "await"),
                        isHandle ? Kind.HANDLE : Kind.INT64,
                        List.of(ExpressionLowering.in(future)));
        return routine.expressions().operations().fromBits(bits, type);
    }

    // Variables

    /// Stores the result of a task to a variable, if that can wait: false otherwise, and nothing is
    /// done.
    boolean store(Local local, CheckedExpr value) {
        Register future = futures.get(local);
        if (future == null) {
            return false;
        }
        if (value instanceof CheckedExpr.StartTask task) {
            builder.copy(future, start(task));
            return true;
        }
        store(local, routine.expressions().lower(value));
        return true;
    }

    /// Stores a value to a variable.
    void store(Local local, Register value) {
        builder.copy(routine.register(local), value);
        future(local).ifPresent(future -> builder.copy(future, builder.load(new Constant.Empty())));
    }

    /// Waits for the value of a variable, if need be.
    void settle(Local local) {
        Register future = futures.get(local);
        if (future == null) {
            return;
        }
        BasicBlock waiting = builder.newBlock();
        BasicBlock there = builder.newBlock();
        Register none = builder.load(new Constant.Empty());
        builder.branch(Comparison.EQUAL, future, none, there, waiting);
        builder.begin(waiting);
        builder.copy(routine.register(local), await(future, local.type()));
        builder.copy(future, builder.load(new Constant.Empty()));
        builder.begin(there);
    }

    /// The register of a variable's future, if it may have one.
    Optional<Register> future(Local local) {
        return Optional.ofNullable(futures.get(local));
    }
}
