package coex.language.check;

import coex.language.check.BuiltIns.BuiltIn;
import coex.language.checked.Conversion;
import coex.language.checked.Operation;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The methods of built-in types, and their types.
final class BuiltInMethods {

    private static final Type INT = Basic.INT;
    private static final Type STRING = Basic.STRING;
    private static final Type BOOL = Basic.BOOL;
    private static final Type BYTES = new Type.ListOf(Basic.BYTE);

    private BuiltInMethods() {}

    /// How reports spell the type of a receiver.
    static String receiverName(Type type) {
        return switch (Types.resolved(type)) {
            case Type.ListOf _ -> "List";
            case Type.ArrayOf _ -> "Array";
            case Type.MapOf _ -> "Map";
            case Type.SetOf _ -> "Set";
            case Basic.STRING -> "String";
            case Basic.JSON -> "Json";
            case Type.Result _ -> "Result";
            case Type.User user -> user.symbol().name();
            case Type other -> other.spelling();
        };
    }

    /// A method of a built-in type; json's `get` and `set` are told apart by their first argument.
    static Optional<BuiltIn> method(Type receiver, String name, Optional<Type> firstArgument) {
        return switch (Types.resolved(receiver)) {
            case Basic basic ->
                    switch (basic) {
                        case STRING -> ofString(name);
                        case JSON -> ofJson(name, firstArgument);
                        case POSIX -> ofPosix(name);
                        case ATOMIC_INT, ATOMIC_FLOAT, ATOMIC_BOOL -> ofAtomic(basic, name);
                        default -> Optional.empty();
                    };
            case Type.ListOf list -> ofList(list, name);
            case Type.ArrayOf array -> ofArray(array, name);
            case Type.MapOf map -> ofMap(map, name);
            case Type.SetOf set -> ofSet(set, name);
            case Type.Result result -> ofResult(result, name);
            case Type.Channel channel -> ofChannel(channel, name);
            case Type.AtomicRef(Type value) ->
                    cellMethod(name, Types.optional(value), Optional.empty());
            default -> Optional.empty();
        };
    }

    /// Whether strings or collections have a method of this name.
    static boolean isMethodOfAny(String name) {
        var list = new Type.ListOf(Basic.INT);
        return Stream.of(Basic.STRING, list, new Type.MapOf(Basic.INT, Basic.INT))
                .anyMatch(type -> method(type, name, Optional.empty()).isPresent());
    }

    /// The names of all methods of a type, for suggestions.
    static List<String> methodNames(Type receiver) {
        return ALL_METHODS.stream()
                .filter(name -> method(receiver, name, Optional.empty()).isPresent())
                .toList();
    }

    /// The names of all methods that some built-in type has.
    static List<String> allMethodNames() {
        return ALL_METHODS;
    }

    private static final List<String> ALL_METHODS =
            List.of(
                    "len",
                    "size",
                    "get",
                    "set",
                    "append",
                    "getrange",
                    "setrange",
                    "slice",
                    "concat",
                    "eq",
                    "contains",
                    "split",
                    "int",
                    "float",
                    "int_hex",
                    "bytes",
                    "validjson",
                    "print",
                    "packed",
                    "toArray",
                    "unpacked",
                    "toList",
                    "to_set",
                    "toSet",
                    "has",
                    "remove",
                    "keys",
                    "values",
                    "add",
                    "is_null",
                    "is_bool",
                    "is_int",
                    "is_float",
                    "is_string",
                    "is_array",
                    "is_object",
                    "pretty",
                    "is_ok",
                    "is_err",
                    "unwrap",
                    "unwrap_or",
                    "unwrap_err",
                    "read",
                    "read_all",
                    "write",
                    "writeln",
                    "seek",
                    "close",
                    "load",
                    "store",
                    "increment",
                    "decrement",
                    "fetch_add",
                    "fetch_sub",
                    "compare_and_swap",
                    "swap",
                    "send",
                    "receive",
                    "receive_timeout");

    private static Optional<BuiltIn> ofString(String name) {
        return switch (name) {
            case "len" -> operates(Operation.STRING_LEN, INT);
            case "size" -> operates(Operation.STRING_SIZE, INT);
            case "get" -> operates(Operation.STRING_GET, INT, INT);
            case "slice", "getrange" -> operates(Operation.STRING_SLICE, STRING, INT, INT);
            case "setrange" -> operates(Operation.STRING_SETRANGE, STRING, INT, INT, STRING);
            case "contains" -> operates(Operation.STRING_CONTAINS, BOOL, STRING);
            case "split" -> operates(Operation.STRING_SPLIT, new Type.ListOf(STRING), STRING);
            case "int" -> operates(Operation.STRING_TO_INT, new Type.Optionally(INT));
            case "float" -> operates(Operation.STRING_TO_FLOAT, new Type.Optionally(Basic.FLOAT));
            case "int_hex" -> operates(Operation.STRING_HEX_TO_INT, new Type.Optionally(INT));
            case "bytes" -> operates(Operation.STRING_BYTES, BYTES);
            case "validjson" -> operates(Operation.STRING_IS_JSON, BOOL);
            case "print" -> operates(Operation.PRINT, Basic.NOTHING);
            default -> Optional.empty();
        };
    }

    private static Optional<BuiltIn> ofList(Type.ListOf list, String name) {
        Type element = list.element();
        return switch (name) {
            case "len" -> operates(Operation.LIST_LEN, INT);
            case "size" -> operates(Operation.LIST_SIZE, INT);
            case "get" -> operates(Operation.LIST_GET, element, INT);
            case "set" -> operates(Operation.LIST_SET, list, INT, element);
            case "append" -> operates(Operation.LIST_APPEND, list, element);
            case "getrange" -> operates(Operation.LIST_SLICE, list, INT, INT);
            case "setrange" -> operates(Operation.LIST_SETRANGE, list, INT, INT, list);
            case "packed", "toArray" ->
                    converts(Conversion.LIST_TO_ARRAY, new Type.ArrayOf(element));
            case "to_set", "toSet" -> converts(Conversion.LIST_TO_SET, new Type.SetOf(element));
            default -> Optional.empty();
        };
    }

    private static Optional<BuiltIn> ofArray(Type.ArrayOf array, String name) {
        Type element = array.element();
        return switch (name) {
            case "len" -> operates(Operation.ARRAY_LEN, INT);
            case "size" -> operates(Operation.ARRAY_SIZE, INT);
            case "get" -> operates(Operation.ARRAY_GET, element, INT);
            case "set" -> operates(Operation.ARRAY_SET, array, INT, element);
            case "append" -> operates(Operation.ARRAY_APPEND, array, element);
            case "getrange" -> operates(Operation.ARRAY_SLICE, array, INT, INT);
            case "setrange" -> operates(Operation.ARRAY_SETRANGE, array, INT, INT, array);
            case "unpacked", "toList" ->
                    converts(Conversion.ARRAY_TO_LIST, new Type.ListOf(element));
            case "to_set", "toSet" -> converts(Conversion.ARRAY_TO_SET, new Type.SetOf(element));
            default -> Optional.empty();
        };
    }

    private static Optional<BuiltIn> ofMap(Type.MapOf map, String name) {
        Type key = map.key();
        Type value = map.value();
        return switch (name) {
            case "len" -> operates(Operation.MAP_LEN, INT);
            case "size" -> operates(Operation.MAP_SIZE, INT);
            case "get" -> operates(Operation.MAP_GET, value, key);
            case "has" -> operates(Operation.MAP_HAS, BOOL, key);
            case "set" -> operates(Operation.MAP_SET, map, key, value);
            case "remove" -> operates(Operation.MAP_REMOVE, map, key);
            case "keys" -> operates(Operation.MAP_KEYS, new Type.ListOf(key));
            case "values" -> operates(Operation.MAP_VALUES, new Type.ListOf(value));
            case "packed" ->
                    operates(
                            Operation.MAP_PACKED,
                            Type.Tuple.of(List.of(new Type.ArrayOf(key), new Type.ArrayOf(value))));
            default -> Optional.empty();
        };
    }

    private static Optional<BuiltIn> ofSet(Type.SetOf set, String name) {
        Type element = set.element();
        return switch (name) {
            case "len" -> operates(Operation.SET_LEN, INT);
            case "size" -> operates(Operation.SET_SIZE, INT);
            case "has" -> operates(Operation.SET_HAS, BOOL, element);
            case "add" -> operates(Operation.SET_ADD, set, element);
            case "remove" -> operates(Operation.SET_REMOVE, set, element);
            case "unpacked", "toList" -> converts(Conversion.SET_TO_LIST, new Type.ListOf(element));
            case "packed", "toArray" ->
                    converts(Conversion.SET_TO_ARRAY, new Type.ArrayOf(element));
            default -> Optional.empty();
        };
    }

    private static Optional<BuiltIn> ofJson(String name, Optional<Type> first) {
        Type json = Basic.JSON;
        boolean byIndex = first.filter(type -> Types.resolved(type) != STRING).isPresent();
        return switch (name) {
            case "is_null" -> operates(Operation.JSON_IS_NULL, BOOL);
            case "is_bool" -> operates(Operation.JSON_IS_BOOL, BOOL);
            case "is_int" -> operates(Operation.JSON_IS_INT, BOOL);
            case "is_float" -> operates(Operation.JSON_IS_FLOAT, BOOL);
            case "is_string" -> operates(Operation.JSON_IS_STRING, BOOL);
            case "is_array" -> operates(Operation.JSON_IS_ARRAY, BOOL);
            case "is_object" -> operates(Operation.JSON_IS_OBJECT, BOOL);
            case "get" ->
                    byIndex
                            ? operates(Operation.JSON_GET_ELEMENT, json, INT)
                            : operates(Operation.JSON_GET_FIELD, json, STRING);
            case "len" -> operates(Operation.JSON_LEN, INT);
            case "has" -> operates(Operation.JSON_HAS, BOOL, STRING);
            case "set" ->
                    byIndex
                            ? operates(Operation.JSON_SET_ELEMENT, json, INT, json)
                            : operates(Operation.JSON_SET_FIELD, json, STRING, json);
            case "append" -> operates(Operation.JSON_APPEND, json, json);
            case "remove" -> operates(Operation.JSON_REMOVE, json, STRING);
            case "keys" -> operates(Operation.JSON_KEYS, new Type.ListOf(STRING));
            case "values" -> operates(Operation.JSON_VALUES, new Type.ListOf(json));
            case "pretty" -> operates(Operation.JSON_PRETTY, STRING, INT);
            default -> Optional.empty();
        };
    }

    private static Optional<BuiltIn> ofResult(Type.Result result, String name) {
        return switch (name) {
            case "is_ok" -> operates(Operation.RESULT_IS_OK, BOOL);
            case "is_err" -> operates(Operation.RESULT_IS_ERR, BOOL);
            case "unwrap" -> operates(Operation.RESULT_UNWRAP, result.value());
            case "unwrap_or" ->
                    operates(Operation.RESULT_UNWRAP_OR, result.value(), result.value());
            case "unwrap_err" -> operates(Operation.RESULT_UNWRAP_ERR, result.error());
            default -> Optional.empty();
        };
    }

    private static Optional<BuiltIn> ofPosix(String name) {
        return switch (name) {
            case "read" -> operates(Operation.POSIX_READ, resultOf(BYTES), INT);
            case "read_all" -> operates(Operation.POSIX_READ_ALL, resultOf(STRING));
            case "write" -> operates(Operation.POSIX_WRITE, resultOf(INT), BYTES);
            case "writeln" -> operates(Operation.POSIX_WRITELN, resultOf(INT), STRING);
            case "seek" -> operates(Operation.POSIX_SEEK, resultOf(INT), INT, INT);
            case "close" -> operates(Operation.POSIX_CLOSE, resultOf(INT));
            default -> Optional.empty();
        };
    }

    /// The names of what is called on `posix` itself.
    static final List<String> POSIX_NAMESPACE =
            List.of("open", "time", "time_ns", "getenv", "random_seed", "urandom");

    /// What is called on `posix` itself.
    static Optional<BuiltIn> ofPosixNamespace(String name) {
        return switch (name) {
            case "open" -> operates(Operation.POSIX_OPEN, resultOf(Basic.POSIX), STRING, STRING);
            case "time" -> operates(Operation.POSIX_TIME, INT);
            case "time_ns" -> operates(Operation.POSIX_TIME_NS, INT);
            case "getenv" -> operates(Operation.POSIX_GETENV, new Type.Optionally(STRING), STRING);
            case "random_seed" -> operates(Operation.POSIX_RANDOM_SEED, INT);
            case "urandom" -> operates(Operation.POSIX_URANDOM, BYTES, INT);
            default -> Optional.empty();
        };
    }

    private static Type resultOf(Type value) {
        return new Type.Result(value, STRING);
    }

    private static Optional<BuiltIn> ofAtomic(Basic atomic, String name) {
        Type content =
                switch (atomic) {
                    case ATOMIC_INT -> INT;
                    case ATOMIC_FLOAT -> Basic.FLOAT;
                    default -> BOOL;
                };
        return cellMethod(name, content, Optional.of(atomic));
    }

    private static Optional<BuiltIn> cellMethod(String name, Type content, Optional<Basic> atomic) {
        boolean counts = atomic.filter(type -> type == Basic.ATOMIC_INT).isPresent();
        boolean swaps = atomic.isEmpty() || atomic.get() == Basic.ATOMIC_BOOL;
        return switch (name) {
            case "load" -> operates(Operation.ATOMIC_LOAD, content);
            case "store" -> operates(Operation.ATOMIC_STORE, Basic.NOTHING, content);
            case "compare_and_swap" ->
                    operates(Operation.ATOMIC_COMPARE_AND_SWAP, BOOL, content, content);
            case "swap" ->
                    swaps ? operates(Operation.ATOMIC_SWAP, content, content) : Optional.empty();
            case "increment" ->
                    counts ? operates(Operation.ATOMIC_FETCH_ADD, INT) : Optional.empty();
            case "decrement" ->
                    counts ? operates(Operation.ATOMIC_FETCH_SUB, INT) : Optional.empty();
            case "fetch_add" ->
                    counts ? operates(Operation.ATOMIC_FETCH_ADD, INT, INT) : Optional.empty();
            case "fetch_sub" ->
                    counts ? operates(Operation.ATOMIC_FETCH_SUB, INT, INT) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<BuiltIn> ofChannel(Type.Channel channel, String name) {
        Type element = channel.element();
        return switch (name) {
            case "send" -> operates(Operation.CHANNEL_SEND, Basic.NOTHING, element);
            case "receive" -> operates(Operation.CHANNEL_RECEIVE, Types.optional(element));
            case "receive_timeout" ->
                    operates(Operation.CHANNEL_RECEIVE_TIMEOUT, Types.optional(element), INT);
            case "close" -> operates(Operation.CHANNEL_CLOSE, Basic.NOTHING);
            default -> Optional.empty();
        };
    }

    private static Optional<BuiltIn> operates(
            Operation operation, Type result, Type... parameters) {
        return Optional.of(new BuiltIn.Operates(operation, List.of(parameters), result));
    }

    private static Optional<BuiltIn> converts(Conversion conversion, Type result) {
        return Optional.of(new BuiltIn.Converts(conversion, result));
    }
}
