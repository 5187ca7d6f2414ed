package coex.runtime.generated;

import coex.runtime.generated.Kinds.Base;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Makes a program that is right, by the types of what it needs where it needs it. The same seed
/// makes the same program.
final class ProgramGenerator {

    private static final String PRELUDE =
            """
            formula within_range(i: int, n: int) -> int
                return ((i % n) + n) % n
            ~
            formula pick<T>(xs: [T], i: int, otherwise: T) -> T
                if xs.len() == 0 return otherwise ~
                return xs.get(within_range(i, xs.len()))
            ~
            formula replaced<T>(xs: [T], i: int, x: T) -> [T]
                if xs.len() == 0 return xs ~
                return xs.set(within_range(i, xs.len()), x)
            ~
            formula either<T>(c: bool, a: T, b: T) -> T
                if c return a ~
                return b
            ~
            formula repeated<T>(x: T, n: int) -> [T]
                return [x for i in 0..within_range(n, 5)]
            ~
            formula swapped<A, B>(p: (A, B)) -> (B, A)
                return (p.1, p.0)
            ~
            """;

    private final Random random;
    private final Names names;
    private final ExpressionGenerator expressions;
    private final StringBuilder text = new StringBuilder(PRELUDE);
    private final List<Kinds.Struct> structs = new ArrayList<>();
    private final List<Kinds.Enum> enums = new ArrayList<>();
    private final List<String> generics = new ArrayList<>();
    private final List<Kinds.Matrix> matrices = new ArrayList<>();
    private final StatementGenerator statements;
    private final MatrixGenerator matrixGenerator;

    private ProgramGenerator(long seed) {
        this.random = new Random(seed);
        this.names = new Names(random);
        this.expressions = new ExpressionGenerator(random, names);
        this.statements = new StatementGenerator(random, names, expressions, this::anyType, text);
        this.matrixGenerator =
                new MatrixGenerator(random, names, expressions, statements, this::anyType, text);
        statements.using(matrixGenerator);
    }

    static String program(long seed) {
        var generator = new ProgramGenerator(seed);
        generator.generate();
        return generator.text.toString();
    }

    private void generate() {
        for (int i = random.nextInt(3); i > 0; i--) {
            generic();
        }
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            struct();
        }
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            enumeration();
        }
        // Tasks that share a matrix would see each other's changes at any time: none of them here.
        boolean hasMatrices = random.nextInt(2) == 0;
        for (int i = hasMatrices ? 1 + random.nextInt(2) : 0; i > 0; i--) {
            matrices.add(matrixGenerator.declare());
            struct();
        }
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            function(!hasMatrices && random.nextInt(3) == 0);
        }
        names.open();
        text.append("func main() -> int\n");
        matrices.forEach(one -> matrixGenerator.begin(1, one));
        statements.block(1, 12 + random.nextInt(15), 0);
        statements.printAll(1);
        text.append("    return 0\n~\n");
        names.close();
    }

    /// A type with a parameter. All have the same fields.
    private void generic() {
        String name = names.fresh("G");
        text.append(
                """
                type %s<T>:
                    f0: T
                    f1: [T]
                    f2: int
                    formula got(other: T, c: bool) -> T
                        return c ? self.f0 : other
                    ~
                ~
                """
                        .formatted(name));
        generics.add(name);
    }

    private Kinds instance(int depth) {
        if (generics.isEmpty()) {
            return Base.BOOL;
        }
        Kinds argument = plainType(depth - 1);
        String name = generics.get(random.nextInt(generics.size()));
        return new Kinds.Struct(
                name + "<" + argument.spelling() + ">",
                List.of(argument, new Kinds.ListOf(argument), Base.INT));
    }

    private void struct() {
        String name = names.fresh("S");
        var fields = new ArrayList<Kinds>();
        text.append("type ").append(name).append(":\n");
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            Kinds type = anyType(2);
            text.append("    f" + fields.size() + ": " + type.spelling() + "\n");
            fields.add(type);
        }
        text.append("~\n");
        structs.add(new Kinds.Struct(name, fields));
    }

    private void enumeration() {
        String name = names.fresh("E");
        var variants = new ArrayList<List<Kinds>>();
        text.append("type ").append(name).append(":\n");
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            var fields = new ArrayList<Kinds>();
            var spelled = new ArrayList<String>();
            for (int k = random.nextInt(3); k > 0; k--) {
                Kinds type = printableType();
                spelled.add("g" + fields.size() + ": " + type.spelling());
                fields.add(type);
            }
            text.append("    case " + name + "V" + variants.size());
            text.append(fields.isEmpty() ? "\n" : "(" + String.join(", ", spelled) + ")\n");
            variants.add(fields);
        }
        text.append("~\n");
        // Equality of enums is used freely, so none has floats.
        enums.add(new Kinds.Enum(name, variants));
    }

    private Kinds printableType() {
        Kinds type = anyType(1);
        while (!type.isPrintable() || !type.isExact()) {
            type = anyType(1);
        }
        return type;
    }

    private void function(boolean isTask) {
        String name = names.fresh("fn");
        names.inTask(isTask);
        var parameters = new ArrayList<Kinds>();
        var spelled = new ArrayList<String>();
        Kinds result = anyType(2);
        names.open();
        for (int i = random.nextInt(4); i > 0; i--) {
            Kinds type = anyType(2);
            String parameter = names.fresh("a");
            names.declare(parameter, type, false);
            spelled.add(parameter + ": " + type.spelling());
            parameters.add(type);
        }
        text.append(
                "%s %s(%s) -> %s\n"
                        .formatted(
                                isTask ? "task" : "func",
                                name,
                                String.join(", ", spelled),
                                result.spelling()));
        statements.returning(result);
        statements.block(1, 3 + random.nextInt(5), 0);
        text.append("    return " + expressions.of(result, 3) + "\n~\n");
        statements.returning(Base.INT);
        names.close();
        names.inTask(false);
        names.add(new Names.Routine(name, parameters, result, isTask));
    }

    private Kinds key() {
        return switch (random.nextInt(5)) {
            case 0, 1 -> Base.INT;
            case 2, 3 -> Base.STRING;
            default -> new Kinds.Tuple(List.of(Base.INT, Base.STRING));
        };
    }

    private Kinds plainType(int depth) {
        Kinds type = anyType(depth);
        while (type.needsContext()) {
            type = anyType(depth);
        }
        return type;
    }

    private Kinds anyType(int depth) {
        int choice = random.nextInt(depth <= 0 ? 10 : matrices.isEmpty() ? 28 : 33);
        return switch (choice) {
            case 0, 1, 2 -> Base.INT;
            case 3 -> Base.FLOAT;
            case 4, 5 -> Base.BOOL;
            case 6, 7 -> Base.STRING;
            case 8 -> Base.BYTE;
            case 9 -> Base.CHAR;
            case 10, 11, 12 -> new Kinds.ListOf(plainType(depth - 1));
            case 13 -> new Kinds.ArrayOf(plainType(depth - 1));
            case 14 -> new Kinds.SetOf(key());
            case 15 -> new Kinds.MapOf(key(), plainType(depth - 1));
            case 16 -> new Kinds.Tuple(List.of(plainType(depth - 1), plainType(depth - 1)));
            case 17, 18 ->
                    structs.isEmpty() ? Base.INT : structs.get(random.nextInt(structs.size()));
            case 19, 20 -> enums.isEmpty() ? Base.INT : enums.get(random.nextInt(enums.size()));
            case 21 -> new Kinds.Optional(plainType(depth - 1));
            case 22 -> new Kinds.Result(plainType(depth - 1));
            case 23, 24 -> Base.JSON;
            case 25, 26 -> instance(depth);
            case 28, 29, 30, 31, 32 -> matrices.get(random.nextInt(matrices.size()));
            default ->
                    names.isInTask() || names.isInFormula()
                            ? Base.INT
                            : new Kinds.Function(
                                    List.of(plainType(0), plainType(0)), plainType(depth - 1));
        };
    }
}
