package coex.runtime.generated;

import coex.runtime.generated.Kinds.Base;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/// Makes expressions of a wanted type. Everything is in brackets, so that precedence does not
/// matter.
final class ExpressionGenerator {

    private static final List<String> TEXTS =
            List.of(
                    "",
                    "a",
                    "abc",
                    "x,y,z",
                    "Gr\u00fc\u00dfe",
                    "12 apples",
                    "-7",
                    "\u20ac5",
                    "a,b",
                    "no");

    private final Random random;
    private final Names names;
    private final JsonGenerator json;

    /// Whether functions may be called: not where a call would be repeated often.
    private int loops;

    ExpressionGenerator(Random random, Names names) {
        this.random = random;
        this.names = names;
        this.json = new JsonGenerator(random, names, this);
    }

    void enterLoop() {
        loops++;
    }

    void leaveLoop() {
        loops--;
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /// An expression of a type, where the type is known from around it.
    String of(Kinds type, int depth) {
        if (depth <= 0 || chance(15)) {
            return leaf(type);
        }
        if (chance(25)) {
            Optional<String> found = found(type, depth);
            if (found.isPresent()) {
                return found.get();
            }
        }
        if (chance(4)) {
            return "either<%s>(%s)"
                    .formatted(type.spelling(), all(List.of(Base.BOOL, type, type), depth - 1));
        }
        if (chance(8) && type != Base.JSON) {
            return "(%s ? %s : %s)"
                    .formatted(of(Base.BOOL, depth - 1), of(type, depth - 1), of(type, depth - 1));
        }
        return made(type, depth - 1);
    }

    String leaf(Kinds type) {
        Optional<Names.Variable> variable = names.variable(type);
        return variable.isPresent() && chance(75) ? variable.get().name() : made(type, 0);
    }

    /// A part of something, or the result of a call.
    private Optional<String> found(Kinds type, int depth) {
        return switch (random.nextInt(10)) {
            case 8 -> json.read(type);
            case 9 ->
                    names.variable(
                                    one ->
                                            one.type() instanceof Kinds.Matrix matrix
                                                    && matrix.element().equals(type))
                            .map(this::cell);
            case 0, 1 ->
                    (loops > 1
                                    ? Optional.<Names.Routine>empty()
                                    : names.routine(one -> one.result().equals(type)))
                            .map(one -> one.name() + "(" + all(one.parameters(), depth - 1) + ")");
            case 2 ->
                    names.variable(
                                    one ->
                                            one.type() instanceof Kinds.Struct struct
                                                    && struct.fields().contains(type))
                            .map(one -> field(one, type, depth));
            case 3 ->
                    names.variable(
                                    one ->
                                            one.type() instanceof Kinds.Tuple tuple
                                                    && tuple.elements().contains(type))
                            .map(
                                    one ->
                                            one.name()
                                                    + "."
                                                    + ((Kinds.Tuple) one.type())
                                                            .elements()
                                                            .indexOf(type));
            case 4 ->
                    names.variable(new Kinds.ListOf(type))
                            .filter(_ -> !type.needsContext())
                            .map(
                                    one ->
                                            chance(4)
                                                    ? one.name() + ".get(" + of(Base.INT, 0) + ")"
                                                    : "pick(%s, %s, %s)"
                                                            .formatted(
                                                                    one.name(),
                                                                    of(Base.INT, depth - 1),
                                                                    of(type, depth - 1)));
            case 5 ->
                    names.variable(
                                    one ->
                                            one.type() instanceof Kinds.MapOf map
                                                    && map.value().equals(type)
                                                    && type instanceof Base)
                            .map(
                                    one ->
                                            one.name()
                                                    + ".get("
                                                    + of(
                                                            ((Kinds.MapOf) one.type()).key(),
                                                            depth - 1)
                                                    + ")");
            case 6 ->
                    names.variable(new Kinds.Optional(type))
                            .map(one -> "(" + one.name() + " ?? " + of(type, depth - 1) + ")");
            default ->
                    names.variable(
                                    one ->
                                            one.type() instanceof Kinds.Result(Kinds value)
                                                            && value.equals(type)
                                                    || one.type() instanceof Kinds.Function function
                                                            && function.result().equals(type))
                            .map(one -> used(one, type, depth));
        };
    }

    private String field(Names.Variable one, Kinds type, int depth) {
        var struct = (Kinds.Struct) one.type();
        int index = struct.fields().indexOf(type);
        return index == 0 && struct.isInstance() && chance(50)
                ? "%s.got(%s)".formatted(one.name(), all(List.of(type, Base.BOOL), depth - 1))
                : one.name() + ".f" + index;
    }

    private String cell(Names.Variable one) {
        String place = place((Kinds.Matrix) one.type());
        return one.name() + (chance(50) ? "[" + place + "]" : ".get(" + place + ")");
    }

    /// The place of a cell, seldom one outside.
    String place(Kinds.Matrix matrix) {
        return coordinate(matrix.width()) + ", " + coordinate(matrix.height());
    }

    private String coordinate(int length) {
        if (chance(1)) {
            return of(Base.INT, 1);
        }
        return chance(25)
                ? "within_range(" + of(Base.INT, 1) + ", " + length + ")"
                : Integer.toString(random.nextInt(length));
    }

    private String used(Names.Variable one, Kinds type, int depth) {
        if (one.type() instanceof Kinds.Function function) {
            return one.name() + "(" + all(function.parameters(), depth - 1) + ")";
        }
        return chance(5)
                ? one.name() + ".unwrap()"
                : one.name() + ".unwrap_or(" + of(type, depth - 1) + ")";
    }

    String all(List<Kinds> types, int depth) {
        return types.stream().map(type -> of(type, depth)).collect(Collectors.joining(", "));
    }

    private String made(Kinds type, int depth) {
        return switch (type) {
            case Base.INT -> whole(depth);
            case Base.FLOAT -> real(depth);
            case Base.BOOL -> truth(depth);
            case Base.STRING -> text(depth);
            case Base.BYTE -> "(" + of(Base.INT, depth) + " as byte)";
            case Base.JSON -> json.made(depth);
            case Base.CHAR -> "(" + random.nextInt(1000) + " as char)";
            case Kinds.ListOf(Kinds element) -> list(element, depth);
            case Kinds.ArrayOf(Kinds element) -> array(element, depth);
            case Kinds.SetOf(Kinds element) -> set(element, depth);
            case Kinds.MapOf map -> map(map, depth);
            case Kinds.Tuple(List<Kinds> elements) ->
                    depth > 0 && chance(20)
                            ? "swapped(%s)"
                                    .formatted(of(new Kinds.Tuple(elements.reversed()), depth))
                            : "(" + all(elements, depth) + ")";
            case Kinds.Struct struct -> struct(struct, depth);
            case Kinds.Enum sum -> variant(sum, depth);
            case Kinds.Optional(Kinds value) -> chance(30) ? "nil" : of(value, depth);
            case Kinds.Result(Kinds value) ->
                    chance(60)
                            ? "Result.ok(" + of(value, depth) + ")"
                            : "Result.err(" + of(Base.STRING, depth) + ")";
            case Kinds.Function function -> lambda(function, depth);
            case Kinds.Matrix matrix -> matrix.spelling() + ".new()";
        };
    }

    // Numbers, truth, text

    private String whole(int depth) {
        if (depth <= 0) {
            return switch (random.nextInt(8)) {
                case 0 -> "(-" + random.nextInt(20) + ")";
                case 1 -> "9223372036854775807";
                case 2 -> Integer.toString(random.nextInt(100_000));
                default -> Integer.toString(random.nextInt(12));
            };
        }
        return switch (random.nextInt(11)) {
            case 0, 1 -> "(%s + %s)".formatted(of(Base.INT, depth), of(Base.INT, depth));
            case 2 -> "(%s - %s)".formatted(of(Base.INT, depth), of(Base.INT, depth));
            case 3 -> "(%s * %s)".formatted(of(Base.INT, depth), of(Base.INT, depth));
            case 4 -> "(%s / %s)".formatted(of(Base.INT, depth), divisor(depth));
            case 5 -> "(%s %% %s)".formatted(of(Base.INT, depth), divisor(depth));
            case 6 -> "(-" + of(Base.INT, depth) + ")";
            case 7 -> of(Base.STRING, depth) + ".len()";
            case 8 -> of(Base.STRING, depth) + ".get(" + of(Base.INT, depth) + ")";
            case 9 -> "(" + of(chance(50) ? Base.FLOAT : Base.BYTE, depth) + " as int)";
            default -> chance(20) ? sizedMatrix() : sized();
        };
    }

    private String divisor(int depth) {
        return chance(4) ? of(Base.INT, depth) : Integer.toString(1 + random.nextInt(9));
    }

    private String sizedMatrix() {
        return names.variable(one -> one.type() instanceof Kinds.Matrix)
                .map(one -> one.name() + (chance(50) ? ".width()" : ".height()"))
                .orElseGet(() -> whole(0));
    }

    private String sized() {
        return names.variable(
                        one ->
                                one.type() instanceof Kinds.ListOf
                                        || one.type() instanceof Kinds.ArrayOf
                                        || one.type() instanceof Kinds.SetOf
                                        || one.type() instanceof Kinds.MapOf)
                .map(one -> one.name() + ".len()")
                .orElseGet(() -> whole(0));
    }

    private String real(int depth) {
        if (depth <= 0) {
            return random.nextInt(50) + "." + random.nextInt(100);
        }
        return switch (random.nextInt(6)) {
            case 0 -> "(%s + %s)".formatted(of(Base.FLOAT, depth), of(Base.INT, depth));
            case 1 -> "(%s - %s)".formatted(of(Base.FLOAT, depth), of(Base.FLOAT, depth));
            case 2 -> "(%s * %s)".formatted(of(Base.FLOAT, depth), of(Base.FLOAT, depth));
            case 3 -> "(%s / %s)".formatted(of(Base.FLOAT, depth), of(Base.FLOAT, depth));
            case 4 -> "sqrt(" + of(Base.FLOAT, depth) + ")";
            default -> "(" + of(Base.INT, depth) + " as float)";
        };
    }

    private String truth(int depth) {
        if (depth <= 0) {
            return chance(50) ? "true" : "false";
        }
        return switch (random.nextInt(8)) {
            case 0 -> "(%s and %s)".formatted(of(Base.BOOL, depth), of(Base.BOOL, depth));
            case 1 -> "(%s or %s)".formatted(of(Base.BOOL, depth), of(Base.BOOL, depth));
            case 2 -> "(not " + of(Base.BOOL, depth) + ")";
            case 3 -> of(Base.STRING, depth) + ".contains(" + of(Base.STRING, depth) + ")";
            case 4 -> compared(Base.STRING, depth);
            case 5 -> compared(Base.FLOAT, depth);
            case 6 -> equal(depth);
            default -> compared(Base.INT, depth);
        };
    }

    private String compared(Kinds type, int depth) {
        String operator = List.of("<", ">", "<=", ">=", "==", "!=").get(random.nextInt(6));
        return "(%s %s %s)".formatted(of(type, depth), operator, of(type, depth));
    }

    private String equal(int depth) {
        return names.variable(one -> one.type().isExact() && !one.type().needsContext())
                .map(
                        one ->
                                "(%s %s %s)"
                                        .formatted(
                                                one.name(),
                                                chance(50) ? "==" : "!=",
                                                of(one.type(), depth)))
                .orElse("true");
    }

    private String text(int depth) {
        if (depth <= 0) {
            return '"' + TEXTS.get(random.nextInt(TEXTS.size())) + '"';
        }
        return switch (random.nextInt(6)) {
            case 0, 1 -> "(%s + %s)".formatted(of(Base.STRING, depth), of(Base.STRING, depth));
            case 2 -> "String.from(" + of(chance(60) ? Base.INT : Base.FLOAT, depth) + ")";
            case 3 -> of(Base.STRING, depth) + slice(depth);
            case 4 ->
                    "pick(%s.split(\",\"), %s, \"none\")"
                            .formatted(of(Base.STRING, depth), of(Base.INT, depth));
            default ->
                    "%s.setrange(%s, %s, %s)"
                            .formatted(
                                    of(Base.STRING, depth),
                                    of(Base.INT, 0),
                                    of(Base.INT, 0),
                                    of(Base.STRING, depth));
        };
    }

    String slice(int depth) {
        String from = chance(70) ? of(Base.INT, depth - 1) : "";
        String to = chance(70) ? of(Base.INT, depth - 1) : "";
        return "[" + from + ":" + to + "]";
    }

    // Collections

    private String several(Kinds element, int depth, int most) {
        var elements = new ArrayList<String>();
        int count = 1 + random.nextInt(most);
        for (int i = 0; i < count; i++) {
            elements.add(of(element, depth - 1));
        }
        return String.join(", ", elements);
    }

    private String list(Kinds element, int depth) {
        var type = new Kinds.ListOf(element);
        if (depth <= 0 || element.needsContext()) {
            return "[" + several(element, depth, 4) + "]";
        }
        return switch (random.nextInt(7)) {
            case 6 -> "repeated(" + all(List.of(element, Base.INT), depth) + ")";
            case 0 -> of(type, depth) + ".append(" + of(element, depth) + ")";
            case 1 -> of(type, depth) + slice(depth);
            case 2 ->
                    "replaced(%s, %s, %s)"
                            .formatted(of(type, depth), of(Base.INT, depth), of(element, depth));
            case 3 -> "[" + comprehension(element, depth) + "]";
            case 4 -> of(new Kinds.ArrayOf(element), depth) + ".toList()";
            default -> "[" + several(element, depth, 4) + "]";
        };
    }

    /// An element for each number or each element of something.
    private String comprehension(Kinds element, int depth) {
        String name = names.fresh("c");
        names.open();
        loops++;
        Optional<Names.Variable> source = names.variable(one -> one.type() instanceof Kinds.ListOf);
        String over;
        if (source.isPresent() && chance(60)) {
            over = source.get().name();
            names.declare(name, ((Kinds.ListOf) source.get().type()).element(), true);
        } else {
            over = "0.." + random.nextInt(5);
            names.declare(name, Base.INT, true);
        }
        String filter = chance(40) ? " if " + of(Base.BOOL, depth - 1) : "";
        String result = of(element, depth - 1) + " for " + name + " in " + over + filter;
        loops--;
        names.close();
        return result;
    }

    private String array(Kinds element, int depth) {
        var type = new Kinds.ArrayOf(element);
        if (depth <= 0) {
            return "[" + several(element, depth, 3) + "].toArray()";
        }
        return switch (random.nextInt(4)) {
            case 0 -> of(type, depth) + ".append(" + of(element, depth) + ")";
            case 1 -> of(type, depth) + slice(depth);
            case 2 -> "Array(" + random.nextInt(5) + ", " + of(element, depth) + ")";
            default -> of(new Kinds.ListOf(element), depth) + ".toArray()";
        };
    }

    private String set(Kinds element, int depth) {
        var type = new Kinds.SetOf(element);
        if (depth <= 0) {
            return "{" + several(element, depth, 4) + "}";
        }
        return switch (random.nextInt(5)) {
            case 0 -> of(type, depth) + ".add(" + of(element, depth) + ")";
            case 1 -> of(type, depth) + ".remove(" + of(element, depth) + ")";
            case 2 -> of(new Kinds.ListOf(element), depth) + ".to_set()";
            case 3 -> "{" + comprehension(element, depth) + "}";
            default -> "{" + several(element, depth, 4) + "}";
        };
    }

    private String map(Kinds.MapOf map, int depth) {
        if (depth > 0 && chance(50)) {
            String key = of(map.key(), depth);
            return of(map, depth)
                    + (chance(70)
                            ? ".set(" + key + ", " + of(map.value(), depth) + ")"
                            : ".remove(" + key + ")");
        }
        var entries = new ArrayList<String>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            entries.add("(" + of(map.key(), depth - 1) + "): " + of(map.value(), depth - 1));
        }
        return "{" + String.join(", ", entries) + "}";
    }

    // User types and functions

    private String struct(Kinds.Struct struct, int depth) {
        if (chance(50)) {
            return struct.spelling() + "(" + all(struct.fields(), depth) + ")";
        }
        var fields = new ArrayList<String>();
        for (int i = 0; i < struct.fields().size(); i++) {
            fields.add("f" + i + ": " + of(struct.fields().get(i), depth));
        }
        return struct.spelling() + "(" + String.join(", ", fields) + ")";
    }

    private String variant(Kinds.Enum sum, int depth) {
        int number = random.nextInt(sum.variants().size());
        List<Kinds> fields = sum.variants().get(number);
        String name = sum.spelling() + "." + sum.spelling() + "V" + number;
        return fields.isEmpty() ? name : name + "(" + all(fields, depth) + ")";
    }

    private String lambda(Kinds.Function function, int depth) {
        names.open();
        loops += 2;
        var parameters = new ArrayList<String>();
        for (Kinds type : function.parameters()) {
            String name = names.fresh("p");
            names.declare(name, type, true);
            parameters.add(name + ": " + type.spelling());
        }
        String body = of(function.result(), Math.min(2, depth));
        loops -= 2;
        names.close();
        String kind = names.isInFormula() ? "formula" : "func";
        return "(" + kind + "(" + String.join(", ", parameters) + ") => " + body + ")";
    }
}
