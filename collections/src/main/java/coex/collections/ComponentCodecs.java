package coex.collections;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds codecs for the components of records by their types.
final class ComponentCodecs {

    private static final Map<Type, Codec<?>> KNOWN =
            Map.ofEntries(
                    Map.entry(long.class, Codec.LONG),
                    Map.entry(Long.class, Codec.LONG),
                    Map.entry(int.class, Codec.INT),
                    Map.entry(Integer.class, Codec.INT),
                    Map.entry(short.class, Codec.SHORT),
                    Map.entry(Short.class, Codec.SHORT),
                    Map.entry(char.class, Codec.CHAR),
                    Map.entry(Character.class, Codec.CHAR),
                    Map.entry(byte.class, Codec.BYTE),
                    Map.entry(Byte.class, Codec.BYTE),
                    Map.entry(boolean.class, Codec.BOOLEAN),
                    Map.entry(Boolean.class, Codec.BOOLEAN),
                    Map.entry(double.class, Codec.DOUBLE),
                    Map.entry(Double.class, Codec.DOUBLE),
                    Map.entry(float.class, Codec.FLOAT),
                    Map.entry(Float.class, Codec.FLOAT),
                    Map.entry(String.class, Codec.STRING),
                    Map.entry(byte[].class, Codec.BYTES));

    private final MethodHandles.Lookup lookup;

    /// The records being looked into, the outermost last.
    private final Deque<Class<?>> inside = new ArrayDeque<>();

    /// @param lookup what can access the records; null for our own
    ComponentCodecs(MethodHandles.Lookup lookup) {
        this.lookup = lookup;
    }

    /// A codec for each component of a record.
    @SuppressWarnings({"unchecked", "rawtypes"})
    Codec<Object>[] of(Class<?> record) {
        if (inside.contains(record)) {
            throw new IllegalArgumentException(
                    "record contains itself: record=" + record.getTypeName());
        }
        inside.push(record);
        RecordComponent[] components = record.getRecordComponents();
        Codec<Object>[] codecs = new Codec[components.length];
        for (int i = 0; i < components.length; i++) {
            codecs[i] = (Codec<Object>) of(components[i], components[i].getGenericType());
        }
        inside.pop();
        return codecs;
    }

    private Codec<?> of(RecordComponent component, Type type) {
        Codec<?> known = KNOWN.get(type);
        if (known != null) {
            return known;
        }
        if (type instanceof Class<?> plain && plain.isRecord()) {
            return RecordCodec.ofUnknown(plain, lookup, of(plain));
        }
        if (type instanceof Class<?> plain && plain.isEnum()) {
            return ofEnum(plain);
        }
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return Codec.list(of(component, arguments[0]));
            } else if (generic.getRawType() == Set.class) {
                return Codec.set(of(component, arguments[0]));
            } else if (generic.getRawType() == Optional.class) {
                return Codec.optional(of(component, arguments[0]));
            } else if (generic.getRawType() == Map.class) {
                return Codec.map(of(component, arguments[0]), of(component, arguments[1]));
            }
        }
        throw new IllegalArgumentException(
                "no codec for a record component: record=%s component=%s type=%s"
                        .formatted(
                                component.getDeclaringRecord().getTypeName(),
                                component.getName(),
                                type.getTypeName()));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Codec<?> ofEnum(Class<?> type) {
        return Codec.ofEnum((Class<? extends Enum>) type.asSubclass(Enum.class));
    }
}
