package coex.runtime.generated;

import coex.language.checked.CheckedExpr;
import coex.language.checked.Local;
import coex.language.syntax.BinaryOperator;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;

/// Values of expressions.
final class Evaluation {

    private final Interpreter interpreter;
    private final Matrices matrices;
    private final Operations operations;

    Evaluation(Interpreter interpreter) {
        this.interpreter = interpreter;
        this.matrices = new Matrices(interpreter, this);
        this.operations = new Operations(interpreter, matrices);
    }

    private List<Object> all(List<CheckedExpr> exprs, Interpreter.Activation activation) {
        var values = new ArrayList<Object>();
        exprs.forEach(expr -> values.add(of(expr, activation)));
        return values;
    }

    private boolean holds(CheckedExpr condition, Interpreter.Activation activation) {
        return (Boolean) of(condition, activation);
    }

    Object of(CheckedExpr expr, Interpreter.Activation activation) {
        interpreter.burn();
        return switch (expr) {
            case CheckedExpr.IntConstant(long value, Type type, _) ->
                    Types.settled(type) == Basic.INT ? (Object) value : (Object) (int) value;
            case CheckedExpr.FloatConstant(double value, _) -> value;
            case CheckedExpr.BoolConstant(boolean value, _) -> value;
            case CheckedExpr.StringConstant(String value, _) -> Texts.bytesOf(value);
            case CheckedExpr.Zero(Type type, _) -> type == Basic.NOTHING ? null : Zeros.of(type);
            case CheckedExpr.Read(Local local, _) -> activation.read(local);
            case CheckedExpr.Convert convert -> convert(convert, of(convert.operand(), activation));
            case CheckedExpr.Arithmetic arithmetic ->
                    arithmetic(
                            arithmetic.operator(),
                            of(arithmetic.left(), activation),
                            of(arithmetic.right(), activation));
            case CheckedExpr.Negate(CheckedExpr operand, _, _) -> {
                Object value = of(operand, activation);
                yield value instanceof Long number
                        ? (Object) (-number)
                        : (Object) (-(Double) value);
            }
            case CheckedExpr.Concatenate(CheckedExpr left, CheckedExpr right, _) -> {
                String text = (String) of(left, activation) + (String) of(right, activation);
                interpreter.burn(text.length() / 8);
                yield text;
            }
            case CheckedExpr.Compare compare ->
                    compare(
                            compare.operator(),
                            of(compare.left(), activation),
                            of(compare.right(), activation));
            case CheckedExpr.IsNil(CheckedExpr operand, _) -> of(operand, activation) == null;
            case CheckedExpr.Logical logical ->
                    logical.operator() == BinaryOperator.AND
                            ? holds(logical.left(), activation)
                                    && holds(logical.right(), activation)
                            : holds(logical.left(), activation)
                                    || holds(logical.right(), activation);
            case CheckedExpr.Not(CheckedExpr operand, _) -> !holds(operand, activation);
            case CheckedExpr.Conditional choice ->
                    of(
                            holds(choice.condition(), activation)
                                    ? choice.then()
                                    : choice.otherwise(),
                            activation);
            case CheckedExpr.OrReturn choice -> {
                if (!holds(choice.condition(), activation)) {
                    throw new Interpreter.Exit(of(choice.exit(), activation));
                }
                yield of(choice.value(), activation);
            }
            case CheckedExpr.Coalesce coalesce -> {
                Object value = of(coalesce.optional(), activation);
                yield value != null ? value : of(coalesce.otherwise(), activation);
            }
            case CheckedExpr.Call call ->
                    interpreter.call(
                            interpreter.program().functions().get(call.function()),
                            all(call.arguments(), activation));
            case CheckedExpr.CallValue call -> {
                var callee = (Value.Closure) of(call.callee(), activation);
                List<Object> arguments = all(call.arguments(), activation);
                if (callee == null) {
                    throw nil("call");
                }
                arguments.addAll(0, callee.captured());
                yield interpreter.call(callee.function(), arguments);
            }
            case CheckedExpr.Operate operate ->
                    operations.of(operate, all(operate.arguments(), activation));
            case CheckedExpr.NewStruct(_, List<CheckedExpr> fields, _) ->
                    new Value.Struct(all(fields, activation));
            case CheckedExpr.FieldRead read -> {
                var struct = (Value.Struct) of(read.receiver(), activation);
                if (struct == null) {
                    throw nil("field");
                }
                yield struct.fields().get(read.index());
            }
            case CheckedExpr.WithField with -> {
                var struct = (Value.Struct) of(with.receiver(), activation);
                if (struct == null) {
                    throw nil("field");
                }
                var fields = new ArrayList<>(struct.fields());
                fields.set(with.index(), of(with.value(), activation));
                yield new Value.Struct(fields);
            }
            case CheckedExpr.NewVariant(_, int variant, List<CheckedExpr> fields, _) ->
                    new Value.Variant(variant, all(fields, activation));
            case CheckedExpr.IsVariant(CheckedExpr subject, int variant, _) -> {
                var value = (Value.Variant) of(subject, activation);
                if (value == null) {
                    throw nil("match");
                }
                yield value.number() == variant;
            }
            case CheckedExpr.VariantField read ->
                    ((Value.Variant) of(read.subject(), activation)).fields().get(read.index());
            case CheckedExpr.NewTuple(_, List<CheckedExpr> elements, _) ->
                    new Value.Tuple(all(elements, activation));
            case CheckedExpr.TupleRead read ->
                    ((Value.Tuple) of(read.receiver(), activation)).elements().get(read.index());
            case CheckedExpr.Elements elements -> {
                List<Object> values = all(elements.elements(), activation);
                yield Types.settled(elements.type()) instanceof Type.SetOf
                        ? new LinkedHashSet<>(values)
                        : values;
            }
            case CheckedExpr.Entries entries -> {
                var map = new LinkedHashMap<Object, Object>();
                for (int i = 0; i < entries.keys().size(); i++) {
                    Object key = of(entries.keys().get(i), activation);
                    map.put(key, of(entries.values().get(i), activation));
                }
                yield map;
            }
            case CheckedExpr.Computed computed -> {
                activation.write(computed.result(), Zeros.of(computed.type()));
                interpreter.runAll(computed.statements(), activation);
                yield activation.read(computed.result());
            }
            case CheckedExpr.Lambda lambda ->
                    new Value.Closure(
                            lambda.function(),
                            lambda.captured().stream()
                                    .map(activation::read)
                                    .collect(ArrayList::new, List::add, List::addAll));
            case CheckedExpr.FunctionValue(var function, _, _) ->
                    new Value.Closure(interpreter.program().functions().get(function), List.of());
            case CheckedExpr.Await(CheckedExpr value, _) -> of(value, activation);
            case CheckedExpr.StartTask call ->
                    interpreter.call(
                            interpreter.program().functions().get(call.function()),
                            all(call.arguments(), activation));
            case CheckedExpr.JsonObject(List<String> names, List<CheckedExpr> values, _) -> {
                var fields = new LinkedHashMap<Object, Object>();
                for (int i = 0; i < names.size(); i++) {
                    fields.put(Texts.bytesOf(names.get(i)), of(values.get(i), activation));
                }
                yield new Value.Json(fields);
            }
            case CheckedExpr.ApplyFormula apply -> {
                matrices.apply(
                        interpreter.program().functions().get(apply.formula()),
                        all(apply.arguments(), activation));
                yield null;
            }
            case CheckedExpr.CallExtern _, CheckedExpr.Ir _ ->
                    throw new UnsupportedOperationException(expr.toString());
        };
    }

    static Value.Failure nil(String use) {
        return new Value.Failure("nil where a value is required: " + use + " of nil");
    }

    private static Object arithmetic(BinaryOperator operator, Object left, Object right) {
        if (left instanceof Double a) {
            double b = (Double) right;
            return switch (operator) {
                case ADD -> a + b;
                case SUBTRACT -> a - b;
                case MULTIPLY -> a * b;
                case DIVIDE -> a / b;
                default -> a % b;
            };
        }
        long a = (Long) left;
        long b = (Long) right;
        if (b == 0 && (operator == BinaryOperator.DIVIDE || operator == BinaryOperator.REMAINDER)) {
            throw new Value.Failure("division by zero");
        }
        return switch (operator) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            default -> a % b;
        };
    }

    private static boolean compare(BinaryOperator operator, Object left, Object right) {
        if (operator == BinaryOperator.EQUAL || operator == BinaryOperator.NOT_EQUAL) {
            boolean equal =
                    left instanceof Double a && right instanceof Double b
                            ? a.doubleValue() == b.doubleValue()
                            : Objects.equals(left, right);
            return equal == (operator == BinaryOperator.EQUAL);
        }
        if (left instanceof Double a && (a.isNaN() || ((Double) right).isNaN())) {
            return false;
        }
        int order =
                switch (left) {
                    case Double a ->
                            a == ((Double) right).doubleValue() ? 0 : a.compareTo((Double) right);
                    case Long a -> a.compareTo((Long) right);
                    case Integer a -> a.compareTo((Integer) right);
                    case Boolean a -> a.compareTo((Boolean) right);
                    default -> ((String) left).compareTo((String) right);
                };
        return switch (operator) {
            case LESS -> order < 0;
            case LESS_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            default -> order >= 0;
        };
    }

    private static Object convert(CheckedExpr.Convert convert, Object value) {
        Type from = convert.operand().type();
        return switch (convert.conversion()) {
            case INT_TO_FLOAT -> (double) (Long) value;
            case FLOAT_TO_INT -> (long) (double) (Double) value;
            case BOOL_TO_INT -> (Boolean) value ? 1L : 0L;
            case BYTE_TO_INT, CHAR_TO_INT -> (long) (Integer) value;
            case INT_TO_BYTE -> (int) (long) (Long) value & 0xFF;
            case INT_TO_CHAR -> (int) (long) (Long) value;
            case WRAP, UNWRAP, SAME -> value;
            case UNWRAP_CHECKED -> {
                if (value == null) {
                    throw new Value.Failure(
                            "nil where a value is required: type="
                                    + Types.settled(convert.type()).spelling());
                }
                yield value;
            }
            case UNWRAP_OR_ZERO -> value == null ? Zeros.of(convert.type()) : value;
            case LIST_TO_ARRAY, ARRAY_TO_LIST -> value;
            case LIST_TO_SET, ARRAY_TO_SET -> new LinkedHashSet<>((Collection<?>) value);
            case SET_TO_LIST, SET_TO_ARRAY -> new ArrayList<>((Collection<?>) value);
            case TO_JSON -> JsonValues.of(value, from);
            case FROM_JSON, FROM_JSON_OR_NIL -> JsonValues.to(convert.type(), (Value.Json) value);
            case TO_STRING -> Texts.from(value, from);
            case TRUTH -> isTrue(value, Types.settled(from));
            default -> throw new UnsupportedOperationException(convert.conversion().name());
        };
    }

    private static boolean isTrue(Object value, Type type) {
        return switch (type) {
            case Type.Result _ -> {
                if (value == null) {
                    throw nil("condition");
                }
                yield ((Value.Variant) value).number() == 0;
            }
            case Type.Optionally _ -> value != null;
            default ->
                    switch (value) {
                        case Long number -> number != 0;
                        case Double number -> number != 0;
                        case Integer number -> number != 0;
                        case Boolean is -> is;
                        case null -> false;
                        default -> true;
                    };
        };
    }
}
