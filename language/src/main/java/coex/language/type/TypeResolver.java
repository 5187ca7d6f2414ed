package coex.language.type;

import coex.language.problem.Problems;
import coex.language.problem.Similar;
import coex.language.syntax.TypeExpr;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds out what the types in a module's text are.
///
/// @param parameters what the names of type parameters stand for: themselves in signatures,
///     arguments in bodies
public record TypeResolver(
        ModuleSymbol module,
        Map<String, Type> parameters,
        Problems problems,
        NameListener listener) {

    public TypeResolver(ModuleSymbol module, Map<String, Type> parameters, Problems problems) {
        this(module, parameters, problems, NameListener.NOBODY);
    }

    private static final Map<String, Type> PLAIN =
            Map.ofEntries(
                    Map.entry("int", Type.Basic.INT),
                    Map.entry("float", Type.Basic.FLOAT),
                    Map.entry("bool", Type.Basic.BOOL),
                    Map.entry("byte", Type.Basic.BYTE),
                    Map.entry("char", Type.Basic.CHAR),
                    Map.entry("string", Type.Basic.STRING),
                    Map.entry("String", Type.Basic.STRING),
                    Map.entry("json", Type.Basic.JSON),
                    Map.entry("posix", Type.Basic.POSIX),
                    Map.entry("atomic_int", Type.Basic.ATOMIC_INT),
                    Map.entry("atomic_float", Type.Basic.ATOMIC_FLOAT),
                    Map.entry("atomic_bool", Type.Basic.ATOMIC_BOOL));

    private static final Map<String, Integer> GENERIC =
            Map.of(
                    "List",
                    1,
                    "Array",
                    1,
                    "Set",
                    1,
                    "Map",
                    2,
                    "Result",
                    2,
                    "Channel",
                    1,
                    "atomic_ref",
                    1);

    /// The names of types that every program has.
    public static Set<String> builtInNames() {
        var names = new HashSet<>(PLAIN.keySet());
        names.addAll(GENERIC.keySet());
        return names;
    }

    /// Whether a user's type may not have this name.
    static boolean isBuiltIn(String name) {
        return PLAIN.containsKey(name) || GENERIC.containsKey(name);
    }

    public Type resolve(TypeExpr expr) {
        return switch (expr) {
            case TypeExpr.Named named -> named(named);
            case TypeExpr.ListOf(TypeExpr element, _) -> new Type.ListOf(resolve(element));
            case TypeExpr.Tuple tuple ->
                    new Type.Tuple(
                            tuple.elements().stream()
                                    .map(element -> resolve(element.type()))
                                    .toList(),
                            tuple.elements().stream()
                                    .map(element -> element.name().map(name -> name.text()))
                                    .toList());
            case TypeExpr.Function function ->
                    new Type.Function(
                            function.kind(),
                            function.parameters().stream().map(this::resolve).toList(),
                            result(function.result()));
            case TypeExpr.Optionally(TypeExpr type, _) -> Types.optional(resolve(type));
            case TypeExpr.Missing _ -> Type.Basic.UNKNOWN;
        };
    }

    /// The type of a result; NOTHING if none is written.
    public Type result(Optional<TypeExpr> expr) {
        return expr.map(this::resolve).orElse(Type.Basic.NOTHING);
    }

    private Type named(TypeExpr.Named named) {
        String name = named.name().text();
        List<Type> arguments = named.arguments().stream().map(this::resolve).toList();
        if (parameters.containsKey(name)) {
            listener.namesParameter(named.name());
            return checkCount(named, 0) ? parameters.get(name) : Type.Basic.UNKNOWN;
        }
        if (isBuiltIn(name)) {
            listener.names(named.name().span(), Meaning.BuiltIn.plain(name));
        }
        if (PLAIN.containsKey(name)) {
            return checkCount(named, 0) ? PLAIN.get(name) : Type.Basic.UNKNOWN;
        }
        if (GENERIC.containsKey(name)) {
            return checkCount(named, GENERIC.get(name))
                    ? generic(name, arguments)
                    : Type.Basic.UNKNOWN;
        }
        int dot = name.indexOf('.');
        if (dot >= 0) {
            return inModule(named, name.substring(0, dot), name.substring(dot + 1), arguments);
        }
        if (NameProblem.Ambiguous.isReported(module, name, named.name().span(), problems)) {
            return Type.Basic.UNKNOWN;
        }
        return declared(named, module.type(name), module.matrix(name), arguments);
    }

    /// `shapes.Box`
    private Type inModule(TypeExpr.Named named, String module, String name, List<Type> arguments) {
        ModuleSymbol imported = this.module.imports().get(module);
        if (imported == null) {
            problems.add(new NameProblem.ModuleNotImported(named.name().span(), module));
            return Type.Basic.UNKNOWN;
        }
        return declared(
                named,
                Optional.ofNullable(imported.types().get(name)),
                Optional.ofNullable(imported.matrices().get(name)),
                arguments);
    }

    private Type declared(
            TypeExpr.Named named,
            Optional<TypeSymbol> user,
            Optional<MatrixSymbol> matrix,
            List<Type> arguments) {
        String name = named.name().text();
        if (user.isPresent()) {
            listener.names(named.name().span(), new Meaning.UserType(user.get()));
            return checkCount(named, user.get().parameters().size())
                    ? new Type.User(user.get(), arguments)
                    : Type.Basic.UNKNOWN;
        }
        if (matrix.isPresent()) {
            listener.names(named.name().span(), new Meaning.Matrix(matrix.get()));
            return checkCount(named, 0) ? new Type.Matrix(matrix.get()) : Type.Basic.UNKNOWN;
        }
        listener.isUnknownType(named.name());
        problems.add(
                new NameProblem.UnknownType(
                        named.name().span(),
                        name,
                        elsewhere(name)
                                .map("did you mean `%s`?"::formatted)
                                .or(() -> Similar.hint(name, candidates()))));
        return Type.Basic.UNKNOWN;
    }

    private static Type generic(String name, List<Type> arguments) {
        Type first = arguments.getFirst();
        return switch (name) {
            case "List" -> new Type.ListOf(first);
            case "Array" -> new Type.ArrayOf(first);
            case "Set" -> new Type.SetOf(first);
            case "Map" -> new Type.MapOf(first, arguments.getLast());
            case "Result" -> new Type.Result(first, arguments.getLast());
            case "Channel" -> new Type.Channel(first);
            default -> new Type.AtomicRef(first);
        };
    }

    private boolean checkCount(TypeExpr.Named named, int wanted) {
        int given = named.arguments().size();
        if (given != wanted) {
            problems.add(
                    new TypeProblem.TypeArgumentCount(
                            named.span(), named.name().text(), wanted, given));
        }
        return given == wanted;
    }

    /// What types of other languages are called here.
    private static Optional<String> elsewhere(String name) {
        return switch (name) {
            case "Int", "Integer", "integer", "long", "Long", "i64", "i32", "number" ->
                    Optional.of("int");
            case "Float", "double", "Double", "f64", "real" -> Optional.of("float");
            case "Bool", "boolean", "Boolean" -> Optional.of("bool");
            case "str", "Str", "text" -> Optional.of("string");
            case "list", "Vec", "Vector", "vector" -> Optional.of("List");
            case "dict", "Dict", "HashMap", "map" -> Optional.of("Map");
            case "set", "HashSet" -> Optional.of("Set");
            case "Option", "Optional", "Maybe" -> Optional.of("T?");
            default -> Optional.empty();
        };
    }

    private List<String> candidates() {
        var names = new ArrayList<String>();
        names.addAll(parameters.keySet());
        names.addAll(PLAIN.keySet());
        names.addAll(GENERIC.keySet());
        names.addAll(module.types().keySet());
        names.addAll(module.matrices().keySet());
        module.imports().values().forEach(imported -> names.addAll(imported.types().keySet()));
        return names;
    }
}
