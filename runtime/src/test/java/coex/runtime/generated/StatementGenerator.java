package coex.runtime.generated;

import coex.runtime.generated.Kinds.Base;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;

/// Makes statements. Loops are short, and every variable says its type.
final class StatementGenerator {

    private static final int DEPTH = 3;

    private final Random random;
    private final Names names;
    private final ExpressionGenerator expressions;
    private final IntFunction<Kinds> types;
    private final StringBuilder text;
    private Kinds result = Base.INT;
    private MatrixGenerator matrices;

    StatementGenerator(
            Random random,
            Names names,
            ExpressionGenerator expressions,
            IntFunction<Kinds> types,
            StringBuilder text) {
        this.random = random;
        this.names = names;
        this.expressions = expressions;
        this.types = types;
        this.text = text;
    }

    /// What is done with matrices.
    void using(MatrixGenerator generator) {
        matrices = generator;
    }

    /// What the function returns that statements are made for.
    void returning(Kinds type) {
        result = type;
    }

    void line(int indent, String line) {
        text.append("    ".repeat(indent)).append(line).append('\n');
    }

    void block(int indent, int count, int loops) {
        for (int i = 0; i < count; i++) {
            statement(indent, loops);
        }
    }

    private void inner(int indent, int loops) {
        names.open();
        block(indent + 1, 1 + random.nextInt(3), loops);
        names.close();
    }

    /// Prints what can be printed of the variables of the innermost block.
    void printAll(int indent) {
        for (int i = 0; i < 6; i++) {
            names.ofInnermost(one -> one.type().isPrintable())
                    .ifPresent(one -> print(indent, one.name()));
        }
        for (int i = 0; i < 2; i++) {
            names.ofInnermost(one -> one.type() instanceof Kinds.Matrix)
                    .ifPresent(
                            one -> matrices.print(indent, one.name(), (Kinds.Matrix) one.type()));
        }
    }

    private void statement(int indent, int loops) {
        int choice = random.nextInt(indent > 3 ? 14 : 30);
        switch (choice) {
            case 0, 1, 2, 3 -> declare(indent);
            case 4, 5 -> assign(indent);
            case 6 -> compound(indent);
            case 7, 8 -> print(indent);
            case 9 -> place(indent);
            case 10 -> destructure(indent);
            case 11 -> move(indent, loops);
            case 12, 13 -> matrices.use(indent, loops);
            case 14, 15, 16 -> branch(indent, loops);
            case 17, 18 -> range(indent, loops);
            case 19, 20 -> each(indent, loops);
            case 21 -> repeat(indent, loops);
            case 22, 23 -> match(indent, loops);
            case 24 -> cycle(indent);
            case 25 -> leave(indent, loops);
            case 26 -> collect(indent);
            case 27, 28 -> tasks(indent, loops);
            default -> unordered(indent);
        }
    }

    private void collect(int indent) {
        if (!names.isInFormula()) {
            line(indent, expressions.chance(50) ? "gc()" : "gc_async()");
        }
    }

    /// Formulas print nothing.
    private void print(int indent, String value) {
        if (!names.isInFormula()) {
            line(indent, "print(" + value + ")");
        }
    }

    /// Calls a task whose result nobody uses, waits for one at once, or starts several.
    private void tasks(int indent, int loops) {
        if (loops > 1) {
            return;
        }
        Optional<Names.Routine> task = names.routine(Names.Routine::isTask);
        if (task.isEmpty()) {
            return;
        }
        Names.Routine one = task.get();
        int number = one.parameters().indexOf(Base.INT);
        if (number >= 0 && expressions.chance(60)) {
            gather(indent, one, number);
            return;
        }
        String call = one.name() + "(" + expressions.all(one.parameters(), 2) + ")";
        line(indent, expressions.chance(50) ? call : "await " + call);
    }

    /// @param number which parameter gets the variable of the loop
    private void gather(int indent, Names.Routine task, int number) {
        String each = names.fresh("i");
        var given = new java.util.ArrayList<String>();
        for (int i = 0; i < task.parameters().size(); i++) {
            given.add(i == number ? each : expressions.leaf(task.parameters().get(i)));
        }
        String results = names.fresh("r");
        line(indent, "%s = for %s in 0..%d".formatted(results, each, random.nextInt(4)));
        line(indent + 1, task.name() + "(" + String.join(", ", given) + ")");
        line(indent, "~");
        names.declare(results, new Kinds.ListOf(task.result()), false);
    }

    private void declare(int indent) {
        Kinds type = types.apply(2);
        String value = expressions.of(type, DEPTH);
        String name = names.fresh("v");
        boolean isFixed = expressions.chance(20);
        line(indent, (isFixed ? "const " : "") + name + ": " + type.spelling() + " = " + value);
        names.declare(name, type, isFixed);
    }

    private void assign(int indent) {
        names.variable(one -> !one.isFixed())
                .ifPresent(
                        one -> {
                            boolean grows =
                                    one.type() instanceof Kinds.ListOf && expressions.chance(70);
                            line(
                                    indent,
                                    one.name()
                                            + " = "
                                            + (grows
                                                    ? grown(one.name(), (Kinds.ListOf) one.type())
                                                    : expressions.of(one.type(), DEPTH)));
                        });
    }

    /// The statement that may lengthen a list in place.
    private String grown(String list, Kinds.ListOf type) {
        return list + ".append(" + expressions.of(type.element(), DEPTH) + ")";
    }

    private void compound(int indent) {
        names.variable(
                        one ->
                                !one.isFixed()
                                        && (one.type() == Base.INT || one.type() == Base.STRING))
                .ifPresent(
                        one -> line(indent, one.name() + " += " + expressions.of(one.type(), 2)));
    }

    private void print(int indent) {
        Kinds type = types.apply(2);
        if (type.isPrintable() && !type.needsContext()) {
            print(indent, expressions.of(type, DEPTH));
        } else {
            names.variable(one -> one.type().isPrintable())
                    .ifPresent(one -> print(indent, one.name()));
        }
    }

    /// Assigns to a part of a variable.
    private void place(int indent) {
        names.variable(
                        one ->
                                !one.isFixed()
                                        && (one.type() instanceof Kinds.Struct
                                                || one.type() instanceof Kinds.MapOf
                                                || one.type() instanceof Kinds.ListOf))
                .ifPresent(one -> place(indent, one));
    }

    private void place(int indent, Names.Variable one) {
        switch (one.type()) {
            case Kinds.Struct struct -> {
                int field = random.nextInt(struct.fields().size());
                line(
                        indent,
                        "%s.f%d = %s"
                                .formatted(
                                        one.name(),
                                        field,
                                        expressions.of(struct.fields().get(field), 2)));
            }
            case Kinds.MapOf map ->
                    line(
                            indent,
                            "%s[%s] = %s"
                                    .formatted(
                                            one.name(),
                                            expressions.of(map.key(), 1),
                                            expressions.of(map.value(), 2)));
            case Kinds.ListOf(Kinds element) -> {
                if (expressions.chance(50)) {
                    line(
                            indent,
                            one.name()
                                    + expressions.slice(2)
                                    + " = "
                                    + expressions.of(one.type(), 2));
                } else {
                    line(
                            indent,
                            "if %s.len() > 2: %s[within_range(%s, %s.len())] = %s ~"
                                    .formatted(
                                            one.name(),
                                            one.name(),
                                            expressions.of(Base.INT, 1),
                                            one.name(),
                                            expressions.of(element, 2)));
                }
            }
            default -> throw new IllegalStateException(one.toString());
        }
    }

    private void destructure(int indent) {
        names.variable(one -> one.type() instanceof Kinds.Tuple)
                .ifPresent(
                        one -> {
                            List<Kinds> elements = ((Kinds.Tuple) one.type()).elements();
                            String first = names.fresh("t");
                            String second = names.fresh("t");
                            line(indent, "(%s, %s) = %s".formatted(first, second, one.name()));
                            names.declare(first, elements.get(0), false);
                            names.declare(second, elements.get(1), false);
                        });
    }

    /// The moved variable is not used again.
    private void move(int indent, int loops) {
        if (loops > 0) {
            return;
        }
        names.ofInnermost(one -> !one.isFixed())
                .ifPresent(
                        one -> {
                            String name = names.fresh("m");
                            line(indent, name + " := " + one.name());
                            names.forget(one);
                            names.declare(name, one.type(), false);
                        });
    }

    private void branch(int indent, int loops) {
        line(indent, "if " + expressions.of(Base.BOOL, DEPTH));
        inner(indent, loops);
        if (expressions.chance(30)) {
            line(indent, "else if " + expressions.of(Base.BOOL, 2));
            inner(indent, loops);
        }
        if (expressions.chance(60)) {
            line(indent, "else");
            inner(indent, loops);
        }
        line(indent, "~");
    }

    private void body(int indent, int loops) {
        expressions.enterLoop();
        block(indent + 1, 1 + random.nextInt(3), loops + 1);
        if (expressions.chance(30)) {
            line(
                    indent + 1,
                    "if %s %s ~"
                            .formatted(
                                    expressions.of(Base.BOOL, 2),
                                    expressions.chance(50) ? "break" : "continue"));
        }
        block(indent + 1, 1, loops + 1);
        expressions.leaveLoop();
        names.close();
        line(indent, "~");
    }

    private void range(int indent, int loops) {
        String name = names.fresh("i");
        String over =
                switch (random.nextInt(3)) {
                    case 0 ->
                            "range(%d, %d, %d)"
                                    .formatted(
                                            random.nextInt(5),
                                            random.nextInt(9),
                                            random.nextInt(5) - 2);
                    default -> random.nextInt(3) + ".." + random.nextInt(6);
                };
        line(indent, "for " + name + " in " + over);
        names.open();
        names.declare(name, Base.INT, false);
        body(indent, loops);
    }

    private void each(int indent, int loops) {
        Optional<Names.Variable> over =
                names.variable(
                        one ->
                                one.type() instanceof Kinds.ListOf
                                        || one.type() instanceof Kinds.ArrayOf
                                        || one.type() == Base.STRING);
        if (over.isEmpty()) {
            return;
        }
        Kinds element =
                switch (over.get().type()) {
                    case Kinds.ListOf(Kinds inner) -> inner;
                    case Kinds.ArrayOf(Kinds inner) -> inner;
                    default -> Base.STRING;
                };
        String name = names.fresh("e");
        line(indent, "for " + name + " in " + over.get().name());
        names.open();
        names.declare(name, element, false);
        body(indent, loops);
    }

    private void repeat(int indent, int loops) {
        String name = names.fresh("w");
        line(indent, name + " = 0");
        line(indent, "while " + name + " < " + random.nextInt(5));
        line(indent + 1, name + " += 1");
        names.open();
        body(indent, loops);
    }

    private void match(int indent, int loops) {
        Optional<Names.Variable> subject =
                names.variable(
                        one ->
                                one.type() instanceof Kinds.Enum
                                        || one.type() instanceof Kinds.Result
                                        || one.type() == Base.INT);
        if (subject.isEmpty()) {
            return;
        }
        line(indent, "match " + subject.get().name());
        switch (subject.get().type()) {
            case Kinds.Enum sum -> variants(indent, loops, sum);
            case Kinds.Result(Kinds value) -> {
                matched(indent, loops, "Ok", List.of(value));
                matched(indent, loops, "Err", List.of(Base.STRING));
            }
            default -> {
                matched(indent, loops, Integer.toString(random.nextInt(6)), List.of());
                matched(indent, loops, Integer.toString(random.nextInt(6)), List.of());
                String name = names.fresh("n");
                line(indent + 1, "case " + name + ":");
                print(indent + 2, name);
                line(indent + 1, "~");
            }
        }
        line(indent, "~");
    }

    private void variants(int indent, int loops, Kinds.Enum sum) {
        for (int i = 0; i < sum.variants().size(); i++) {
            if (expressions.chance(80)) {
                matched(indent, loops, sum.spelling() + "V" + i, sum.variants().get(i));
            }
        }
    }

    private void matched(int indent, int loops, String pattern, List<Kinds> fields) {
        names.open();
        var bound = new java.util.ArrayList<String>();
        for (Kinds field : fields) {
            String name = names.fresh("b");
            bound.add(name);
            names.declare(name, field, false);
        }
        line(
                indent + 1,
                "case "
                        + pattern
                        + (bound.isEmpty() ? "" : "(" + String.join(", ", bound) + ")")
                        + ":");
        block(indent + 2, 1 + random.nextInt(2), loops);
        names.close();
        line(indent + 1, "~");
    }

    /// Variables of a cycle have two buffers; they are of simple types here.
    private void cycle(int indent) {
        String counter = names.fresh("g");
        line(indent, counter + " = 0");
        line(indent, "while " + counter + " < " + (1 + random.nextInt(4)) + " cycle");
        line(indent + 1, counter + " += 1");
        names.open();
        expressions.enterLoop();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            Kinds type = expressions.chance(50) ? Base.INT : new Kinds.ListOf(Base.INT);
            String name = names.fresh("y");
            line(indent + 1, name + ": " + type.spelling() + " = " + expressions.of(type, 2));
            names.declare(name, type, false);
            if (expressions.chance(60)) {
                line(indent + 1, name + " = " + expressions.of(type, 2));
            }
            print(indent + 1, name);
        }
        expressions.leaveLoop();
        names.close();
        line(indent, "~");
    }

    /// Leaves the function, sometimes.
    private void leave(int indent, int loops) {
        if (expressions.chance(40)) {
            line(
                    indent,
                    "%s = %s ? %s ! %s"
                            .formatted(
                                    declaredInt(),
                                    expressions.of(Base.BOOL, 2),
                                    expressions.of(Base.INT, 2),
                                    expressions.of(result, 2)));
        } else if (loops > 0 || expressions.chance(30)) {
            line(
                    indent,
                    "if %s return %s ~"
                            .formatted(expressions.of(Base.BOOL, 2), expressions.of(result, 2)));
        }
    }

    private String declaredInt() {
        return names.fresh("x");
    }

    /// Goes through what has no order, so that the order does not matter.
    private void unordered(int indent) {
        names.variable(
                        one ->
                                one.type() instanceof Kinds.SetOf
                                        || one.type() instanceof Kinds.MapOf)
                .ifPresent(
                        one -> {
                            String sum = names.fresh("u");
                            String name = names.fresh("k");
                            Kinds element =
                                    one.type() instanceof Kinds.MapOf map
                                            ? map.key()
                                            : ((Kinds.SetOf) one.type()).element();
                            line(indent, sum + " = 0");
                            line(indent, "for " + name + " in " + one.name());
                            String weight =
                                    element == Base.INT
                                            ? name + " % 1000"
                                            : element == Base.STRING
                                                    ? name + ".len()"
                                                    : name + ".0 % 1000 + " + name + ".1.len()";
                            line(indent + 1, sum + " += " + weight);
                            line(indent, "~");
                            print(indent, sum);
                        });
    }
}
