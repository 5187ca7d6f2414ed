package coex.collections;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

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
                    Map.entry(byte[].class, Codec.BYTES),
                    Map.entry(Instant.class, Codec.INSTANT),
                    Map.entry(Duration.class, Codec.DURATION),
                    Map.entry(LocalDate.class, Codec.LOCAL_DATE),
                    Map.entry(LocalTime.class, Codec.LOCAL_TIME),
                    Map.entry(LocalDateTime.class, Codec.LOCAL_DATE_TIME),
                    Map.entry(UUID.class, Codec.UUID),
                    Map.entry(BigInteger.class, Codec.BIG_INTEGER),
                    Map.entry(BigDecimal.class, Codec.BIG_DECIMAL),
                    Map.entry(long[].class, Codec.LONGS),
                    Map.entry(int[].class, Codec.INTS),
                    Map.entry(short[].class, Codec.SHORTS),
                    Map.entry(char[].class, Codec.CHARS),
                    Map.entry(double[].class, Codec.DOUBLES),
                    Map.entry(float[].class, Codec.FLOATS),
                    Map.entry(boolean[].class, Codec.BOOLEANS));

    private final MethodHandles.Lookup lookup;

    /// The records being looked into, the outermost last.
    private final Deque<Class<?>> inside = new ArrayDeque<>();

    /// @param lookup what can access the records; null for our own
    ComponentCodecs(MethodHandles.Lookup lookup) {
        this.lookup = lookup;
    }

    /// A codec for each component of a record.
    Codec<Object>[] of(Class<?> record) {
        return of(record, Map.of());
    }

    /// @param arguments what the type parameters of the record stand for
    @SuppressWarnings({"unchecked", "rawtypes"})
    private Codec<Object>[] of(Class<?> record, Map<TypeVariable<?>, Codec<?>> arguments) {
        if (inside.contains(record)) {
            throw new IllegalArgumentException(
                    "record contains itself: record=" + record.getTypeName());
        }
        inside.push(record);
        RecordComponent[] components = record.getRecordComponents();
        Codec<Object>[] codecs = new Codec[components.length];
        for (int i = 0; i < components.length; i++) {
            codecs[i] =
                    (Codec<Object>) of(components[i], components[i].getGenericType(), arguments);
        }
        inside.pop();
        return codecs;
    }

    private Codec<?> of(
            RecordComponent component, Type type, Map<TypeVariable<?>, Codec<?>> bound) {
        Codec<?> known = type instanceof TypeVariable<?> ? bound.get(type) : KNOWN.get(type);
        if (known != null) {
            return known;
        }
        if (type instanceof Class<?> plain && plain.isRecord()) {
            return RecordCodec.ofUnknown(plain, lookup, of(plain));
        }
        if (type instanceof Class<?> plain && plain.isEnum()) {
            return ofEnum(plain);
        }
        if (type instanceof Class<?> plain && plain.isSealed()) {
            return SealedCodec.of(plain, lookup, this);
        }
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() instanceof Class<?> raw && raw.isRecord()) {
                Map<TypeVariable<?>, Codec<?>> inner = new HashMap<>();
                for (int i = 0; i < arguments.length; i++) {
                    inner.put(raw.getTypeParameters()[i], of(component, arguments[i], bound));
                }
                return RecordCodec.ofUnknown(raw, lookup, of(raw, inner));
            }
            if (generic.getRawType() == List.class) {
                return Codec.list(of(component, arguments[0], bound));
            } else if (generic.getRawType() == Set.class) {
                return Codec.set(of(component, arguments[0], bound));
            } else if (generic.getRawType() == Optional.class) {
                return Codec.optional(of(component, arguments[0], bound));
            } else if (generic.getRawType() == Map.class) {
                return Codec.map(
                        of(component, arguments[0], bound), of(component, arguments[1], bound));
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
