package coex.runtime.type;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Makes the types of a program while it starts. Each optional type is made once, since others need
/// them too. In a session every type is made once: values of one program are values of the next.
public final class ProgramTypes {

    private static final String DECLARED = "declared";

    private final Values values;
    private final Map<RuntimeType, OptionalType> optionals = new HashMap<>();

    /// In a session, the types made so far, by what they are made of.
    private final Map<List<Object>, RuntimeType> known = new HashMap<>();

    private boolean remembers;

    public ProgramTypes(Values values) {
        this.values = values;
    }

    // Sessions

    /// From now on every type is made once.
    public void remember() {
        remembers = true;
    }

    /// Forgets declared types, and all types that have them as arguments: they will be declared
    /// anew.
    public void forget(Set<String> names) {
        known.keySet()
                .removeIf(
                        key ->
                                key.getFirst().equals(DECLARED)
                                        && Stream.of(key.get(1).toString().split("\\W+"))
                                                .anyMatch(names::contains));
    }

    private RuntimeType once(Supplier<RuntimeType> make, Object... parts) {
        return remembers ? known.computeIfAbsent(List.of(parts), _ -> make.get()) : make.get();
    }

    // Types

    /// A type without parts, by its spelling.
    public RuntimeType basic(String spelling) {
        return once(() -> newBasic(spelling), "basic", spelling);
    }

    private RuntimeType newBasic(String spelling) {
        return switch (spelling) {
            case "int", "posix" -> NumberType.ofInts(values, spelling);
            case "byte" -> NumberType.ofBytes(values);
            case "char" -> NumberType.ofChars(values);
            case "bool" -> new BoolType(values);
            case "float" -> new FloatType(values);
            case "string" -> new StringType(values);
            case "json" -> new JsonValueType(values);
            case "atomic_int", "atomic_float", "atomic_bool" ->
                    new AtomicType(values, spelling, null);
            default -> new IdentityType(values, spelling);
        };
    }

    public RuntimeType list(RuntimeType element) {
        return once(() -> SequenceValueType.ofLists(values, element), "list", element);
    }

    public RuntimeType array(RuntimeType element) {
        return once(() -> SequenceValueType.ofArrays(values, element), "array", element);
    }

    public SetValueType set(RuntimeType element) {
        return (SetValueType) once(() -> new SetValueType(values, element), "set", element);
    }

    public MapValueType map(RuntimeType key, RuntimeType value) {
        return (MapValueType) once(() -> new MapValueType(values, key, value), "map", key, value);
    }

    public OptionalType optional(RuntimeType value) {
        OptionalType known = optionals.get(value);
        if (known == null) {
            known = new OptionalType(values, value);
            optionals.put(value, known);
        }
        return known;
    }

    public RuntimeType result(RuntimeType value, RuntimeType error) {
        return once(() -> UserType.result(values, value, error), "result", value, error);
    }

    public RuntimeType tuple(List<RuntimeType> elements) {
        return once(() -> new TupleType(values, elements), "tuple", elements);
    }

    public RuntimeType function(String spelling) {
        return once(() -> new IdentityType(values, spelling), "function", spelling);
    }

    public RuntimeType matrix(String name, RuntimeType cell) {
        return once(() -> new MatrixType(values, name, optional(cell)), DECLARED, name, cell);
    }

    public RuntimeType channel(RuntimeType element) {
        return once(() -> new ChannelType(values, optional(element)), "channel", element);
    }

    public RuntimeType atomicRef(RuntimeType content) {
        String spelling = "atomic_ref<" + content.spelling() + ">";
        return once(() -> new AtomicType(values, spelling, optional(content)), "ref", content);
    }

    public RuntimeType struct(String name, String spelling) {
        return once(() -> UserType.struct(values, name, spelling), DECLARED, spelling);
    }

    public RuntimeType enumeration(String name, String spelling) {
        return once(() -> UserType.enumeration(values, name, spelling), DECLARED, spelling);
    }

    /// Gives a declared struct its fields, or an enum a variant.
    public void define(
            RuntimeType type, String variant, List<String> names, List<RuntimeType> types) {
        ((UserType) type).define(variant, names, types);
    }

    /// The layout of a type's objects; of an enum's or a Result's, that of a variant.
    public ObjectLayout layout(RuntimeType type, int variant) {
        return switch (type) {
            case UserType user -> user.layout(variant);
            case TupleType tuple -> tuple.layout();
            case OptionalType optional -> optional.layout();
            default -> throw new IllegalArgumentException("no objects: type=" + type.spelling());
        };
    }

    /// The layout of closures of a function.
    ///
    /// @param names of the variables that are captured
    public ObjectLayout closure(String function, List<String> names, List<RuntimeType> captured) {
        return ObjectLayout.of(values, "function " + function, names, captured);
    }

    /// The value of a variant without fields.
    public long variant(RuntimeType type, int variant) {
        return ((UserType) type).constant(variant);
    }

    /// A function value that has captured nothing.
    public long function(ObjectLayout layout) {
        var fields = ObjectFields.of(layout);
        return values.kept(fields.make(values.startingContext(), new long[0]));
    }
}
