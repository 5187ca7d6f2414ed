package coex.runtime.generated;

import coex.runtime.generated.Kinds.Base;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;

/// Makes matrices with their formulas, and what programs do with them.
///
/// Most are small, so that neighbours are often outside. A few have so many cells that tasks
/// compute them.
final class MatrixGenerator {

    /// The size of a matrix that is computed in parts: which cell fails first is not determined.
    static final String LARGE = "[100, 90]";

    private static final int SMALL = 4;

    private final Random random;
    private final Names names;
    private final ExpressionGenerator expressions;
    private final StatementGenerator statements;
    private final IntFunction<Kinds> types;
    private final StringBuilder text;

    MatrixGenerator(
            Random random,
            Names names,
            ExpressionGenerator expressions,
            StatementGenerator statements,
            IntFunction<Kinds> types,
            StringBuilder text) {
        this.random = random;
        this.names = names;
        this.expressions = expressions;
        this.statements = statements;
        this.types = types;
        this.text = text;
    }

    // Declarations

    Kinds.Matrix declare() {
        String name = names.fresh("M");
        Kinds element = element();
        boolean isLarge = expressions.chance(3);
        int width = isLarge ? 100 : 1 + random.nextInt(SMALL);
        int height = isLarge ? 90 : expressions.chance(20) ? 1 : 1 + random.nextInt(SMALL);
        text.append("matrix " + name + (isLarge ? LARGE : size(width, height)) + ":\n");
        if (element != Base.INT || expressions.chance(50)) {
            text.append("    type: " + element.spelling() + "\n");
        }
        names.inFormula(true);
        if (expressions.chance(70) || !hasZero(element)) {
            text.append("    init: " + expressions.of(element, 2) + "\n");
        }
        var formulas = new ArrayList<Kinds.Formula>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            formulas.add(formula(element, width, height));
        }
        names.inFormula(false);
        text.append("~\n");
        return new Kinds.Matrix(name, element, width, height, formulas);
    }

    private Kinds element() {
        if (expressions.chance(50)) {
            return List.of(Base.INT, Base.FLOAT, Base.BOOL, Base.STRING).get(random.nextInt(4));
        }
        Kinds element = types.apply(1);
        while (element.needsContext()) {
            element = types.apply(1);
        }
        return element;
    }

    private String size(int width, int height) {
        if (height == 1 && expressions.chance(50)) {
            return "[" + width + "]";
        }
        return expressions.chance(20)
                ? "[%d, within_range(-1, 9) - %d]".formatted(width, 8 - height)
                : "[%d, %d]".formatted(width, height);
    }

    /// Whether the zero value is not nil, which nothing could be done with.
    private static boolean hasZero(Kinds type) {
        return switch (type) {
            case Kinds.Struct _, Kinds.Enum _, Kinds.Matrix _ -> false;
            case Kinds.Tuple(List<Kinds> elements) ->
                    elements.stream().allMatch(MatrixGenerator::hasZero);
            default -> true;
        };
    }

    private Kinds.Formula formula(Kinds element, int width, int height) {
        String name = names.fresh("step");
        var parameters = new ArrayList<Kinds>();
        var spelled = new ArrayList<String>();
        names.open();
        for (int i = random.nextInt(3); i > 0; i--) {
            Kinds type = types.apply(1);
            String parameter = names.fresh("a");
            names.declare(parameter, type, false);
            spelled.add(parameter + ": " + type.spelling());
            parameters.add(type);
        }
        text.append(
                "    formula %s(%s)%s\n"
                        .formatted(
                                name,
                                String.join(", ", spelled),
                                expressions.chance(50) ? "" : " -> " + element.spelling()));
        see(element, width, height);
        statements.returning(element);
        expressions.enterLoop();
        statements.block(2, random.nextInt(4), 0);
        if (!hasZero(element) || expressions.chance(90)) {
            text.append("        return " + result(element) + "\n");
        }
        expressions.leaveLoop();
        statements.returning(Base.INT);
        text.append("    ~\n");
        names.close();
        return new Kinds.Formula(name, parameters);
    }

    /// Cells that are outside count as zeros where a value is needed.
    private String result(Kinds element) {
        return switch (random.nextInt(5)) {
            case 0 -> hasZero(element) ? neighbour() : "cell";
            case 1 -> "(%s ?? %s)".formatted(neighbour(), expressions.of(element, 2));
            case 2 -> expressions.leaf(element);
            default -> expressions.of(element, 3);
        };
    }

    /// Declares what a formula sees of its matrix, each as if it were a variable.
    private void see(Kinds element, int width, int height) {
        // `cell[a:b]` would be a neighbour.
        String here = names.fresh("here");
        text.append("        " + here + " = cell\n");
        names.declare(here, element, false);
        if (element instanceof Base && element != Base.STRING) {
            names.declare("cell", element, true);
        }
        for (int i = 0; i < 3; i++) {
            names.declare(neighbour(), new Kinds.Optional(element), true);
            names.declare("(" + neighbour() + " != nil)", Base.BOOL, true);
        }
        names.declare(
                "self[%d, %d]".formatted(random.nextInt(width), random.nextInt(height)),
                element,
                true);
        names.declare(expressions.chance(50) ? "self.width" : "self.height()", Base.INT, true);
        seeZeros(element);
    }

    private void seeZeros(Kinds element) {
        switch (element) {
            case Base.INT, Base.FLOAT -> {
                names.declare("(%s + cell)".formatted(neighbour()), element, true);
                names.declare("(%s < %s)".formatted(neighbour(), neighbour()), Base.BOOL, true);
                names.declare("(%s == cell)".formatted(neighbour()), Base.BOOL, true);
            }
            case Base.BOOL -> {
                names.declare("(not %s)".formatted(neighbour()), element, true);
                names.declare("(%s or %s)".formatted(neighbour(), neighbour()), element, true);
            }
            case Base.STRING -> names.declare("(cell + %s)".formatted(neighbour()), element, true);
            default -> {}
        }
    }

    private String neighbour() {
        return "cell[%s, %s]".formatted(offset(), offset());
    }

    private String offset() {
        return expressions.chance(5)
                ? expressions.of(Base.INT, 1)
                : Integer.toString(random.nextInt(4) - 2);
    }

    // Statements

    /// Declares a matrix, changes some of it and applies formulas.
    void begin(int indent, Kinds.Matrix matrix) {
        String name = names.fresh("v");
        statements.line(indent, name + " = " + matrix.spelling() + ".new()");
        names.declare(name, matrix, false);
        for (int i = 0; i < 4; i++) {
            set(indent, name, matrix);
            if (expressions.chance(60)) {
                apply(indent, name, matrix);
            }
        }
        print(indent, name, matrix);
    }

    /// Changes, steps or prints a matrix.
    void use(int indent, int loops) {
        Optional<Names.Variable> one = names.variable(each -> each.type() instanceof Kinds.Matrix);
        if (one.isEmpty() || names.isInFormula()) {
            return;
        }
        var matrix = (Kinds.Matrix) one.get().type();
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                if (loops < 2) {
                    apply(indent, receiver(matrix), matrix);
                }
            }
            case 2 -> set(indent, receiver(matrix), matrix);
            case 3 ->
                    statements.line(
                            indent,
                            "%s[%s] = %s"
                                    .formatted(
                                            one.get().name(),
                                            expressions.place(matrix),
                                            expressions.of(matrix.element(), 2)));
            case 4 -> {
                if (matrix.element() == Base.INT || matrix.element() == Base.STRING) {
                    statements.line(
                            indent,
                            "%s[%s] += %s"
                                    .formatted(
                                            one.get().name(),
                                            expressions.place(matrix),
                                            expressions.of(matrix.element(), 1)));
                }
            }
            default -> print(indent, one.get().name(), matrix);
        }
    }

    private String receiver(Kinds.Matrix matrix) {
        return expressions.chance(70)
                ? expressions.leaf(matrix)
                : "(" + expressions.of(matrix, 2) + ")";
    }

    private void set(int indent, String receiver, Kinds.Matrix matrix) {
        statements.line(
                indent,
                "%s.set(%s, %s)"
                        .formatted(
                                receiver,
                                expressions.place(matrix),
                                expressions.of(matrix.element(), 2)));
    }

    private void apply(int indent, String receiver, Kinds.Matrix matrix) {
        Kinds.Formula formula = matrix.formulas().get(random.nextInt(matrix.formulas().size()));
        statements.line(
                indent,
                "%s.%s(%s)"
                        .formatted(
                                receiver,
                                formula.name(),
                                expressions.all(formula.parameters(), 2)));
    }

    /// Prints all cells of a matrix, or some of a large one.
    void print(int indent, String matrix, Kinds.Matrix type) {
        if (!type.element().isPrintable() || type.element().needsContext()) {
            return;
        }
        String x = names.fresh("x");
        String y = names.fresh("y");
        int step = type.width() > SMALL ? 9 : 1;
        String over = "for %s in range(0, %s.%s(), %d)";
        statements.line(indent, over.formatted(y, matrix, "height", step));
        statements.line(indent + 1, over.formatted(x, matrix, "width", step));
        statements.line(indent + 2, "print(%s[%s, %s])".formatted(matrix, x, y));
        statements.line(indent + 1, "~");
        statements.line(indent, "~");
    }
}
