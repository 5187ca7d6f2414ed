package coex.runtime.generated;

import coex.language.checked.Operation;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the interpreter does with json.
final class JsonValues {

    static final Value.Json NULL = new Value.Json(null);

    private JsonValues() {}

    private static Map<?, ?> object(Value.Json json) {
        return json.content() instanceof Map<?, ?> map ? map : Map.of();
    }

    private static List<?> array(Value.Json json) {
        return json.content() instanceof List<?> list ? list : List.of();
    }

    static Optional<Object> operate(Operation operation, List<Object> given) {
        return given.isEmpty() || !(given.getFirst() instanceof Value.Json json)
                ? Optional.empty()
                : Optional.ofNullable(operate(operation, json, given));
    }

    private static Object operate(Operation operation, Value.Json json, List<Object> given) {
        Object content = json.content();
        return switch (operation) {
            case JSON_IS_NULL -> content == null;
            case JSON_IS_BOOL -> content instanceof Boolean;
            case JSON_IS_INT -> content instanceof Long;
            case JSON_IS_FLOAT -> false;
            case JSON_IS_STRING -> content instanceof String;
            case JSON_IS_ARRAY -> content instanceof List;
            case JSON_IS_OBJECT -> content instanceof Map;
            case JSON_GET_FIELD -> {
                Object found = object(json).get(given.get(1));
                yield found == null ? NULL : found;
            }
            case JSON_GET_ELEMENT -> {
                long at = (Long) given.get(1);
                List<?> array = array(json);
                yield at < 0 || at >= array.size() ? NULL : array.get((int) at);
            }
            case JSON_LEN -> (long) object(json).size() + array(json).size();
            case JSON_HAS -> object(json).containsKey(given.get(1));
            case JSON_KEYS -> new ArrayList<Object>(object(json).keySet());
            case JSON_PRETTY -> pretty(json, (int) (long) (Long) given.get(1), "\n");
            default -> changed(operation, json, given);
        };
    }

    private static Object changed(Operation operation, Value.Json json, List<Object> given) {
        switch (operation) {
            case JSON_SET_FIELD, JSON_REMOVE -> {
                if (!(json.content() instanceof Map<?, ?> map)) {
                    return json;
                }
                var fields = new LinkedHashMap<Object, Object>(map);
                if (operation == Operation.JSON_REMOVE) {
                    fields.remove(given.get(1));
                } else {
                    fields.put(given.get(1), given.get(2));
                }
                return new Value.Json(fields);
            }
            case JSON_SET_ELEMENT -> {
                long at = (Long) given.get(1);
                if (at < 0 || at >= array(json).size()) {
                    return json;
                }
                var elements = new ArrayList<Object>(array(json));
                elements.set((int) at, given.get(2));
                return new Value.Json(elements);
            }
            case JSON_APPEND -> {
                if (!(json.content() instanceof List<?> list)) {
                    return json;
                }
                var elements = new ArrayList<Object>(list);
                elements.add(given.get(1));
                return new Value.Json(elements);
            }
            default -> {
                return null;
            }
        }
    }

    static Value.Json of(Object value, Type given) {
        return switch (Types.settled(given)) {
            case Basic.JSON -> (Value.Json) value;
            case Type.ListOf(Type element) -> {
                var elements = new ArrayList<Object>();
                ((List<?>) value).forEach(one -> elements.add(of(one, element)));
                yield new Value.Json(elements);
            }
            case Type.User user -> {
                Map<Type.Parameter, Type> bindings = user.symbol().bindings(user.arguments());
                var fields = new LinkedHashMap<Object, Object>();
                fields.put("_type", new Value.Json(user.symbol().name()));
                var declared = user.symbol().fields();
                for (int i = 0; i < declared.size(); i++) {
                    Object content = ((Value.Struct) value).fields().get(i);
                    Type type = Types.substituted(declared.get(i).type(), bindings);
                    fields.put(declared.get(i).name(), of(content, type));
                }
                yield new Value.Json(fields);
            }
            default -> new Value.Json(value);
        };
    }

    /// A value of a type, or null if the json is none.
    static Object to(Type given, Value.Json json) {
        return switch (Types.settled(given)) {
            case Type.Optionally(Type inner) -> to(inner, json);
            case Basic.INT -> json.content() instanceof Long ? json.content() : null;
            case Basic.BOOL -> json.content() instanceof Boolean ? json.content() : null;
            case Basic.STRING -> json.content() instanceof String text ? text : compact(json);
            default -> throw new UnsupportedOperationException("from json: " + given.spelling());
        };
    }

    static String compact(Value.Json json) {
        return switch (json.content()) {
            case null -> "null";
            case String text -> quoted(text);
            case List<?> list -> {
                var texts = new ArrayList<String>();
                list.forEach(one -> texts.add(compact((Value.Json) one)));
                yield "[" + String.join(",", texts) + "]";
            }
            case Map<?, ?> map -> {
                var texts = new ArrayList<String>();
                map.forEach(
                        (key, one) ->
                                texts.add(quoted((String) key) + ":" + compact((Value.Json) one)));
                yield "{" + String.join(",", texts) + "}";
            }
            case Object other -> other.toString();
        };
    }

    /// @param newline a line end, and the indentation of what is around
    private static String pretty(Value.Json json, int indent, String newline) {
        String inner = newline + " ".repeat(indent);
        var texts = new ArrayList<String>();
        switch (json.content()) {
            case List<?> list when !list.isEmpty() -> {
                list.forEach(one -> texts.add(inner + pretty((Value.Json) one, indent, inner)));
                return "[" + String.join(",", texts) + newline + "]";
            }
            case Map<?, ?> map when !map.isEmpty() -> {
                map.forEach(
                        (key, one) ->
                                texts.add(
                                        inner
                                                + quoted((String) key)
                                                + ": "
                                                + pretty((Value.Json) one, indent, inner)));
                return "{" + String.join(",", texts) + newline + "}";
            }
            case null, default -> {
                return compact(json);
            }
        }
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
