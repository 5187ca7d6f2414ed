package coex.language.check;

import coex.language.type.Meaning;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeResolver;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is built in, for those who show it to people: names, and the types of parameters and
/// results as far as they do not depend on a call.
public final class BuiltInSignatures {

    /// Whatever the text says, in the place of a type that a call decides.
    private static final Type ANYTHING = Basic.UNKNOWN;

    private BuiltInSignatures() {}

    // Functions

    /// A function that every program can call.
    public static Optional<Meaning.BuiltIn> function(String name) {
        return switch (name) {
            case "print", "debug", "gc_dump_object" ->
                    Optional.of(called("", name, Basic.NOTHING, ANYTHING));
            case "str" -> Optional.of(called("", name, Basic.STRING, ANYTHING));
            case "range" -> Optional.of(called("", name, Basic.RANGE, Basic.INT, Basic.INT));
            case "Array" ->
                    Optional.of(called("", name, new Type.ArrayOf(ANYTHING), Basic.INT, ANYTHING));
            default -> BuiltIns.function(name, 0).map(found -> of("", name, found));
        };
    }

    /// All functions that every program can call.
    public static List<Meaning.BuiltIn> functions() {
        var names = new ArrayList<>(BuiltIns.functions());
        names.addAll(BuiltIns.SPECIAL_FUNCTIONS);
        return names.stream().sorted().map(name -> function(name).orElseThrow()).toList();
    }

    // Types and namespaces

    /// The names that mean something before a dot.
    public static Set<String> namespaces() {
        return BuiltIns.NAMESPACES;
    }

    /// All types that every program has.
    public static List<Meaning.BuiltIn> types() {
        return TypeResolver.builtInNames().stream().sorted().map(Meaning.BuiltIn::plain).toList();
    }

    /// What is called on a namespace.
    public static Optional<Meaning.BuiltIn> inNamespace(String namespace, String name) {
        return inNamespace(namespace).stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /// All that a namespace has.
    public static List<Meaning.BuiltIn> inNamespace(String namespace) {
        return switch (namespace) {
            case "String" ->
                    List.of(
                            called(namespace, "from", Basic.STRING, ANYTHING),
                            called(namespace, "from_hex", Basic.STRING, Basic.INT),
                            called(
                                    namespace,
                                    "from_bytes",
                                    Basic.STRING,
                                    new Type.ListOf(Basic.BYTE)));
            case "Result" ->
                    List.of(
                            called(namespace, "ok", new Type.Result(ANYTHING, ANYTHING), ANYTHING),
                            called(
                                    namespace,
                                    "err",
                                    new Type.Result(ANYTHING, ANYTHING),
                                    ANYTHING));
            case "Map" -> List.of(called(namespace, "new", new Type.MapOf(ANYTHING, ANYTHING)));
            case "Set" -> List.of(called(namespace, "new", new Type.SetOf(ANYTHING)));
            case "Channel" ->
                    List.of(called(namespace, "new", new Type.Channel(ANYTHING), Basic.INT));
            case "atomic_ref" ->
                    List.of(called(namespace, "new", new Type.AtomicRef(ANYTHING), ANYTHING));
            case "posix" ->
                    BuiltInMethods.POSIX_NAMESPACE.stream()
                            .map(
                                    name ->
                                            of(
                                                    namespace,
                                                    name,
                                                    BuiltInMethods.ofPosixNamespace(name)
                                                            .orElseThrow()))
                            .toList();
            case "time" ->
                    BuiltIns.times().stream()
                            .map(
                                    name ->
                                            new Meaning.BuiltIn(
                                                    namespace,
                                                    name,
                                                    Optional.empty(),
                                                    Optional.of(Basic.INT)))
                            .toList();
            default -> List.of();
        };
    }

    // Methods

    /// A method of a built-in type.
    public static Optional<Meaning.BuiltIn> method(Type receiver, String name) {
        Type type = Types.resolved(receiver);
        String of = BuiltInMethods.receiverName(type);
        if (type == Basic.STRING && name.equals("concat")) {
            return Optional.of(called(of, name, Basic.STRING, Basic.STRING));
        }
        if (type == Basic.STRING && name.equals("eq")) {
            return Optional.of(called(of, name, Basic.BOOL, Basic.STRING));
        }
        return BuiltInMethods.method(type, name, Optional.empty())
                .map(found -> of(of, name, found));
    }

    /// All methods of a built-in type, by name.
    public static List<Meaning.BuiltIn> methods(Type receiver) {
        return BuiltInMethods.allMethodNames().stream()
                .flatMap(name -> method(receiver, name).stream())
                .sorted(Comparator.comparing(Meaning.BuiltIn::name))
                .toList();
    }

    private static Meaning.BuiltIn called(String of, String name, Type result, Type... parameters) {
        return new Meaning.BuiltIn(of, name, Optional.of(List.of(parameters)), Optional.of(result));
    }

    private static Meaning.BuiltIn of(String of, String name, BuiltIns.BuiltIn builtIn) {
        return switch (builtIn) {
            case BuiltIns.BuiltIn.Operates(_, List<Type> parameters, Type result) ->
                    new Meaning.BuiltIn(of, name, Optional.of(parameters), Optional.of(result));
            case BuiltIns.BuiltIn.Converts(_, Type result) ->
                    new Meaning.BuiltIn(of, name, Optional.of(List.of()), Optional.of(result));
        };
    }
}
