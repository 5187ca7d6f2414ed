package coex.runtime.generated;

import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeSymbol;
import coex.language.type.Types;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How values are written, by the rules of the language.
final class Texts {

    private Texts() {}

    static String bytesOf(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    static String print(Object value, Type type) {
        return text(value, Types.settled(type), false);
    }

    private static String text(Object value, Type type, boolean isPart) {
        if (value == null) {
            return "nil";
        }
        return switch (type) {
            case Basic.FLOAT -> fixed((Double) value);
            case Basic.STRING -> isPart ? quoted((String) value) : (String) value;
            case Basic.JSON -> JsonValues.compact((Value.Json) value);
            case Basic _ -> value.toString();
            case Type.Optionally(Type inner) -> text(value, Types.settled(inner), isPart);
            case Type.ListOf(Type element) -> all((List<?>) value, element);
            case Type.ArrayOf(Type element) -> all((List<?>) value, element);
            case Type.Tuple tuple -> tuple((Value.Tuple) value, tuple);
            case Type.Result result -> {
                var variant = (Value.Variant) value;
                Type content = variant.number() == 0 ? result.value() : result.error();
                yield (variant.number() == 0 ? "Ok(" : "Err(")
                        + text(variant.fields().getFirst(), Types.settled(content), true)
                        + ")";
            }
            case Type.User user -> user(value, user);
            case Type.Matrix matrix -> "<" + matrix.spelling() + ">";
            default -> throw new UnsupportedOperationException("text of " + type.spelling());
        };
    }

    private static String all(List<?> values, Type element) {
        var texts = new ArrayList<String>();
        values.forEach(value -> texts.add(text(value, Types.settled(element), true)));
        return "[" + String.join(", ", texts) + "]";
    }

    private static String tuple(Value.Tuple value, Type.Tuple tuple) {
        var texts = new ArrayList<String>();
        for (int i = 0; i < value.elements().size(); i++) {
            texts.add(text(value.elements().get(i), Types.settled(tuple.elements().get(i)), true));
        }
        return "(" + String.join(", ", texts) + ")";
    }

    private static String user(Object value, Type.User user) {
        if (value instanceof Value.Variant variant) {
            TypeSymbol.Variant declared = user.symbol().variants().get(variant.number());
            return declared.name()
                    + (variant.fields().isEmpty()
                            ? ""
                            : "(" + fields(variant.fields(), declared.fields(), user) + ")");
        }
        var struct = (Value.Struct) value;
        return user.symbol().name()
                + "("
                + fields(struct.fields(), user.symbol().fields(), user)
                + ")";
    }

    private static String fields(
            List<Object> values, List<TypeSymbol.Field> declared, Type.User user) {
        Map<Type.Parameter, Type> bindings = user.symbol().bindings(user.arguments());
        var texts = new ArrayList<String>();
        for (int i = 0; i < values.size(); i++) {
            Type type = Types.settled(Types.substituted(declared.get(i).type(), bindings));
            texts.add(declared.get(i).name() + ": " + text(values.get(i), type, true));
        }
        return String.join(", ", texts);
    }

    private static String quoted(String text) {
        return '"'
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t")
                        .replace("\r", "\\r")
                + '"';
    }

    private static String fixed(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
        }
        String digits =
                new BigDecimal(Math.abs(value)).setScale(6, RoundingMode.HALF_EVEN).toPlainString();
        return (Math.copySign(1, value) < 0 ? "-" : "") + digits;
    }

    /// As `String.from` writes it.
    static String from(Object value, Type type) {
        return Types.settled(type) == Basic.FLOAT ? general((Double) value) : print(value, type);
    }

    private static String general(double value) {
        if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
            return value == 0 ? (1 / value < 0 ? "-0" : "0") : fixed(value);
        }
        BigDecimal rounded =
                new BigDecimal(value).round(new MathContext(6, RoundingMode.HALF_EVEN));
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= -4 && exponent < 6) {
            return rounded.stripTrailingZeros().toPlainString();
        }
        BigDecimal mantissa = rounded.movePointLeft(exponent).stripTrailingZeros();
        return mantissa.toPlainString()
                + (exponent < 0 ? "e-" : "e+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }
}
