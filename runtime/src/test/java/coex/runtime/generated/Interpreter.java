package coex.runtime.generated;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.checked.CheckedProgram;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;
import coex.language.type.Type;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Walks the checked trees of a program and does what they say, as simply as can be. What compiled
/// programs print is compared with what this prints.
final class Interpreter {

    private static final long FUEL = 2_000_000;

    /// How a statement ends.
    private enum Flow {
        ON,
        BREAK,
        CONTINUE,
        RETURN
    }

    /// A call: its variables, and what it returns.
    static final class Activation {
        private final Map<Local, Object> values = new HashMap<>();
        private final Map<Local, Object> previous = new HashMap<>();
        private Object result;

        Object read(Local local) {
            return local.role() == Local.Role.CYCLE ? previous.get(local) : values.get(local);
        }

        void write(Local local, Object value) {
            values.put(local, value);
        }
    }

    /// `c ? a ! b` leaves the function from within an expression.
    static final class Exit extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Object value;

        Exit(Object value) {
            super(null, null, false, false);
            this.value = value;
        }
    }

    private final CheckedProgram program;
    private final Evaluation evaluation;
    private final StringBuilder out = new StringBuilder();
    private long fuel = FUEL;

    private Interpreter(CheckedProgram program) {
        this.program = program;
        this.evaluation = new Evaluation(this);
    }

    /// What a program prints, and the message of the runtime error that ends it, or an empty one.
    record Outcome(String out, String error) {}

    static Outcome run(CheckedProgram program) {
        var interpreter = new Interpreter(program);
        try {
            interpreter.call(program.functions().get(program.main()), List.of());
            return new Outcome(interpreter.out.toString(), "");
        } catch (Value.Failure failure) {
            return new Outcome(interpreter.out.toString(), failure.getMessage());
        }
    }

    void print(String text) {
        out.append(text).append('\n');
    }

    void burn() {
        burn(1);
    }

    /// @param steps what is done at once
    void burn(long steps) {
        fuel -= steps;
        if (fuel < 0) {
            throw new Value.OutOfFuel();
        }
    }

    CheckedProgram program() {
        return program;
    }

    Object call(CheckedFunction function, List<Object> arguments) {
        var activation = new Activation();
        for (int i = 0; i < arguments.size(); i++) {
            activation.write(function.parameters().get(i), arguments.get(i));
        }
        try {
            if (run(function.body(), activation) == Flow.RETURN) {
                return activation.result;
            }
        } catch (Exit exit) {
            return exit.value;
        }
        return function.result() == Type.Basic.NOTHING ? null : Zeros.of(function.result());
    }

    private Flow run(List<CheckedStmt> statements, Activation activation) {
        for (CheckedStmt statement : statements) {
            Flow flow = run(statement, activation);
            if (flow != Flow.ON) {
                return flow;
            }
        }
        return Flow.ON;
    }

    /// Runs statements that nothing leaves early.
    void runAll(List<CheckedStmt> statements, Activation activation) {
        if (run(statements, activation) != Flow.ON) {
            throw new IllegalStateException("a comprehension was left");
        }
    }

    private Flow run(CheckedStmt statement, Activation activation) {
        burn();
        switch (statement) {
            case CheckedStmt.Store(Local local, CheckedExpr value, _) ->
                    activation.write(local, evaluation.of(value, activation));
            case CheckedStmt.Evaluate(CheckedExpr value, _) -> evaluation.of(value, activation);
            case CheckedStmt.If branch -> {
                return run(
                        (Boolean) evaluation.of(branch.condition(), activation)
                                ? branch.then()
                                : branch.otherwise(),
                        activation);
            }
            case CheckedStmt.While loop -> {
                while ((Boolean) evaluation.of(loop.condition(), activation)) {
                    Flow flow = run(loop.body(), activation);
                    if (flow == Flow.BREAK) {
                        break;
                    }
                    if (flow == Flow.RETURN) {
                        return flow;
                    }
                    burn();
                }
            }
            case CheckedStmt.ForRange loop -> {
                return each(range(loop, activation), loop.variable(), loop.body(), activation);
            }
            case CheckedStmt.ForEach loop -> {
                Object collection = evaluation.of(loop.iterable(), activation);
                return each(
                        elements(collection, Types.settled(loop.iterable().type())),
                        loop.variable(),
                        loop.body(),
                        activation);
            }
            case CheckedStmt.Cycle cycle -> {
                return cycle(cycle, activation);
            }
            case CheckedStmt.Return(var value, _) -> {
                activation.result = value.map(expr -> evaluation.of(expr, activation)).orElse(null);
                return Flow.RETURN;
            }
            case CheckedStmt.Break _ -> {
                return Flow.BREAK;
            }
            case CheckedStmt.Continue _ -> {
                return Flow.CONTINUE;
            }
            case CheckedStmt.Gather gather -> gather(gather, activation);
            case CheckedStmt.Select _, CheckedStmt.Within _ ->
                    throw new UnsupportedOperationException(statement.toString());
        }
        return Flow.ON;
    }

    /// Tasks run when they are called.
    private void gather(CheckedStmt.Gather gather, Activation activation) {
        var results = new ArrayList<Object>();
        switch (gather.loop()) {
            case CheckedStmt.ForRange loop -> {
                for (Object value : range(loop, activation)) {
                    activation.write(loop.variable(), value);
                    runAll(loop.body(), activation);
                    results.add(evaluation.of(gather.element(), activation));
                }
            }
            default -> throw new UnsupportedOperationException(gather.toString());
        }
        activation.write(gather.result(), results);
    }

    private Flow each(
            List<Object> values, Local variable, List<CheckedStmt> body, Activation activation) {
        for (Object value : values) {
            burn();
            activation.write(variable, value);
            Flow flow = run(body, activation);
            if (flow == Flow.BREAK) {
                break;
            }
            if (flow == Flow.RETURN) {
                return flow;
            }
        }
        return Flow.ON;
    }

    private List<Object> range(CheckedStmt.ForRange loop, Activation activation) {
        long from = (Long) evaluation.of(loop.from(), activation);
        long to = (Long) evaluation.of(loop.to(), activation);
        long step = (Long) evaluation.of(loop.step(), activation);
        var values = new ArrayList<Object>();
        for (long i = from; step > 0 ? i < to : step < 0 && i > to; i += step) {
            burn();
            values.add(i);
        }
        return values;
    }

    private static List<Object> elements(Object collection, Type type) {
        return switch (type) {
            case Type.MapOf _ -> new ArrayList<>(((Map<?, ?>) collection).keySet());
            case Type.Basic.STRING -> Strings.characters((String) collection);
            default -> new ArrayList<>((java.util.Collection<?>) collection);
        };
    }

    private Flow cycle(CheckedStmt.Cycle cycle, Activation activation) {
        for (Local variable : cycle.variables()) {
            activation.values.put(variable, Zeros.of(variable.type()));
            activation.previous.put(variable, activation.values.get(variable));
        }
        while ((Boolean) evaluation.of(cycle.condition(), activation)) {
            Flow flow = run(cycle.body(), activation);
            if (flow == Flow.BREAK) {
                break;
            }
            if (flow == Flow.RETURN) {
                return flow;
            }
            for (Local variable : cycle.variables()) {
                activation.previous.put(variable, activation.values.get(variable));
            }
            burn();
        }
        return Flow.ON;
    }
}
