package coex.language.check;

import coex.language.problem.Similar;

import java.util.List;
import java.util.Optional;

/// What methods of collections and strings are called in other languages.
final class OtherNames {

    private OtherNames() {}

    /// What is meant by a name that other languages have; otherwise the name itself.
    static String of(String name) {
        return candidates(name).isEmpty() ? name : candidates(name).getFirst();
    }

    /// A hint for a method that a type does not have.
    static Optional<String> hint(String name, List<String> methods) {
        return candidates(name).stream()
                .filter(methods::contains)
                .findFirst()
                .map("did you mean `%s`?"::formatted)
                .or(() -> instead(name, methods))
                .or(() -> Similar.hint(name, methods));
    }

    private static List<String> candidates(String name) {
        return switch (name) {
            case "length", "count", "size" -> List.of("len");
            case "push", "push_back", "insert", "add", "append" -> List.of("append", "add", "set");
            case "put", "store", "update" -> List.of("set");
            case "contains", "includes", "containsKey", "has_key", "exists", "in" ->
                    List.of("has", "contains");
            case "delete", "erase", "discard" -> List.of("remove");
            case "at", "nth", "lookup", "getOrDefault" -> List.of("get");
            case "substring", "substr" -> List.of("slice", "getrange");
            case "toInt", "to_int", "parse_int", "parseInt" -> List.of("int");
            case "toFloat", "to_float", "parseFloat" -> List.of("float");
            case "equals" -> List.of("eq");
            case "to_list", "list" -> List.of("toList", "unpacked");
            case "to_array", "array" -> List.of("toArray", "packed");
            case "get_or", "or_else", "unwrapOr" -> List.of("unwrap_or");
            default -> List.of();
        };
    }

    /// What to do where there is no such method under any name.
    private static Optional<String> instead(String name, List<String> methods) {
        return switch (name) {
            case "contains", "includes", "has", "index_of" ->
                    methods.contains("to_set")
                            ? Optional.of("look in a set of it: `.to_set().has(...)`.")
                            : Optional.empty();
            case "map", "filter", "forEach", "each" ->
                    methods.contains("len")
                            ? Optional.of("use a comprehension: `[f(x) for x in xs if c]`.")
                            : Optional.empty();
            case "pop", "last" ->
                    methods.contains("getrange")
                            ? Optional.of("take a slice: `xs[:-1]`, or `xs.get(xs.len() - 1)`.")
                            : Optional.empty();
            case "upper", "toUpperCase", "to_upper", "uppercase" ->
                    function("int_hex", methods, "strings.upper(s)");
            case "lower", "toLowerCase", "to_lower", "lowercase" ->
                    function("int_hex", methods, "strings.lower(s)");
            case "trim", "strip" -> function("int_hex", methods, "strings.trim(s)");
            case "replace", "replaceAll" ->
                    function("int_hex", methods, "strings.replace_all(s, from, to)");
            case "startsWith", "starts_with" ->
                    function("int_hex", methods, "strings.starts_with(s, start)");
            case "endsWith", "ends_with" ->
                    function("int_hex", methods, "strings.ends_with(s, end)");
            case "sort", "sorted" -> function("to_set", methods, "lists.sort(xs)");
            case "reverse", "reversed" -> function("to_set", methods, "lists.reverse(xs)");
            case "join" -> function("to_set", methods, "strings.join(texts, between)");
            case "to_string", "toString", "str" ->
                    Optional.of("make it a string with `String.from(...)`.");
            default -> Optional.empty();
        };
    }

    /// A function of the library, for types that have a certain method.
    private static Optional<String> function(String ofType, List<String> methods, String call) {
        String module = call.substring(0, call.indexOf('.'));
        return methods.contains(ofType)
                ? Optional.of("`import %s` and call `%s`.".formatted(module, call))
                : Optional.empty();
    }
}
