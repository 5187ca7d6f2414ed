package coex.runtime.generated;

import coex.runtime.generated.Kinds.Base;

import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Makes json, and what is read from it. There are no floats in it, so that what looks the same is
/// equal, and only texts that are whole.
final class JsonGenerator {

    private static final List<String> KEYS = List.of("a", "b", "c", "key");
    private static final List<String> TEXTS =
            List.of(
                    "",
                    "x",
                    "two words",
                    "\\\"quoted\\\"",
                    "back\\\\slash",
                    "line\\nline",
                    "\u20ac");

    private final Random random;
    private final Names names;
    private final ExpressionGenerator expressions;

    JsonGenerator(Random random, Names names, ExpressionGenerator expressions) {
        this.random = random;
        this.names = names;
        this.expressions = expressions;
    }

    /// Whether values of a type can be made json that is as the language says without doubt.
    private static boolean isPlain(Kinds type) {
        return switch (type) {
            case Base.INT, Base.BOOL -> true;
            case Kinds.ListOf(Kinds element) -> isPlain(element);
            case Kinds.Struct struct -> struct.fields().stream().allMatch(JsonGenerator::isPlain);
            default -> false;
        };
    }

    private String key() {
        return KEYS.get(random.nextInt(KEYS.size()));
    }

    private String text() {
        return '"' + TEXTS.get(random.nextInt(TEXTS.size())) + '"';
    }

    private Optional<String> variable() {
        return names.variable(Base.JSON).map(Names.Variable::name);
    }

    /// Json, where it is known that json is wanted.
    String made(int depth) {
        Optional<String> known = variable();
        return known.isPresent() && depth > 0 && expressions.chance(60)
                ? changed(known.get(), depth)
                : fresh(depth);
    }

    private String changed(String json, int depth) {
        return switch (random.nextInt(7)) {
            case 0, 1 -> "%s.set(\"%s\", %s)".formatted(json, key(), part(depth - 1));
            case 2 -> "%s.set(%d, %s)".formatted(json, random.nextInt(5), part(depth - 1));
            case 3 -> "%s.append(%s)".formatted(json, part(depth - 1));
            case 4 -> "%s.remove(\"%s\")".formatted(json, key());
            case 5 -> json + "." + key();
            default -> "%s.get(%s)".formatted(json, expressions.of(Base.INT, 0));
        };
    }

    private String fresh(int depth) {
        if (depth <= 0) {
            return part(0);
        }
        if (expressions.chance(70)) {
            return "{a: %s, b: %s%s}"
                    .formatted(
                            part(depth - 1),
                            part(depth - 1),
                            expressions.chance(40) ? ", c: " + part(depth - 1) : "");
        }
        return names.variable(one -> isPlain(one.type()))
                .map(Names.Variable::name)
                .orElseGet(() -> part(0));
    }

    /// A value of some type that can be json.
    private String part(int depth) {
        Optional<String> known = variable();
        if (known.isPresent() && expressions.chance(25)) {
            return known.get();
        }
        return switch (random.nextInt(depth > 0 ? 6 : 4)) {
            case 0, 1 -> expressions.of(Base.INT, depth);
            case 2 -> expressions.of(Base.BOOL, depth);
            case 3 -> text();
            case 4 -> expressions.of(new Kinds.ListOf(Base.INT), depth);
            default -> "{%s: %s}".formatted(key(), part(depth - 1));
        };
    }

    /// An int, bool or string that a json variable tells, if there is one.
    Optional<String> read(Kinds type) {
        return variable().map(json -> read(json, type)).filter(text -> !text.isEmpty());
    }

    private String read(String json, Kinds type) {
        return switch (type) {
            case Base.INT ->
                    switch (random.nextInt(4)) {
                        case 0 -> json + ".len()";
                        case 1 -> "((%s as int?) ?? 5)".formatted(json);
                        case 2 -> json + ".keys().len()";
                        default -> "((%s.%s as int?) ?? 7)".formatted(json, key());
                    };
            case Base.BOOL ->
                    switch (random.nextInt(5)) {
                        case 0 -> "%s.has(\"%s\")".formatted(json, key());
                        case 1 -> json + "." + key() + ".is_null()";
                        case 2 -> json + ".is_" + form() + "()";
                        case 3 -> "((%s as bool?) ?? false)".formatted(json);
                        default -> "(%s == %s)".formatted(json, variable().orElse(json));
                    };
            case Base.STRING ->
                    switch (random.nextInt(4)) {
                        case 0 -> "%s.pretty(%d)".formatted(json, random.nextInt(3));
                        case 1 -> "(%s as string)".formatted(json);
                        case 2 ->
                                "pick(%s.keys(), %d, \"none\")".formatted(json, random.nextInt(4));
                        default -> "String.from(%s.len())".formatted(json);
                    };
            default -> "";
        };
    }

    private String form() {
        return List.of("bool", "int", "float", "string", "array", "object", "null")
                .get(random.nextInt(7));
    }
}
