package coex.runtime.type;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Makes the types of a program while it starts. Each optional type is made once, since others need them
/// too.
public final class ProgramTypes {

    private final Values values;
    private final Map<RuntimeType, OptionalType> optionals = new HashMap<>();

    public ProgramTypes(Values values) {
        this.values = values;
    }

    /// A type without parts, by its spelling.
    public RuntimeType basic(String spelling) {
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
        return SequenceType.ofLists(values, element);
    }

    public RuntimeType array(RuntimeType element) {
        return SequenceType.ofArrays(values, element);
    }

    public SetValueType set(RuntimeType element) {
        return new SetValueType(values, element);
    }

    public MapValueType map(RuntimeType key, RuntimeType value) {
        return new MapValueType(values, key, value);
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
        return UserType.result(values, value, error);
    }

    public RuntimeType tuple(List<RuntimeType> elements) {
        return new TupleType(values, elements);
    }

    public RuntimeType function(String spelling) {
        return new IdentityType(values, spelling);
    }

    public RuntimeType matrix(String name, RuntimeType cell) {
        return new MatrixType(values, name, optional(cell));
    }

    public RuntimeType channel(RuntimeType element) {
        return new ChannelType(values, optional(element));
    }

    public RuntimeType atomicRef(RuntimeType content) {
        return new AtomicType(values, "atomic_ref<" + content.spelling() + ">", optional(content));
    }

    public RuntimeType struct(String name, String spelling) {
        return UserType.struct(values, name, spelling);
    }

    public RuntimeType enumeration(String name, String spelling) {
        return UserType.enumeration(values, name, spelling);
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
    public ObjectLayout closure(String function, List<RuntimeType> captured) {
        return ObjectLayout.of(values, "function " + function, captured);
    }

    /// The value of a variant without fields.
    public long variant(RuntimeType type, int variant) {
        return ((UserType) type).constant(variant);
    }

    /// A function value that has captured nothing.
    public long function(ObjectLayout layout) {
        var fields = new ObjectFields(layout, List.of(), List.of());
        return values.kept(fields.make(values.startingContext(), new long[0]));
    }
}
