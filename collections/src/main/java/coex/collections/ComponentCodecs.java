// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

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

    /// How deeply types may be nested: a record may contain itself with other arguments each time.
    private static final int MOST_DEPTH = 200;

    private final MethodHandles.Lookup lookup;

    /// What is being looked into, the innermost first.
    private final Deque<Whole> inside = new ArrayDeque<>();

    /// A record, a sealed interface, or a collection, that may contain itself.
    private static final class Whole {
        private final Class<?> type;
        private final List<Codec<?>> arguments;

        /// Null until it was met inside itself.
        private RecursiveCodec<?> inner;

        Whole(Class<?> type, List<Codec<?>> arguments) {
            this.type = type;
            this.arguments = arguments;
        }

        boolean is(Class<?> other, List<Codec<?>> otherArguments) {
            return type == other && arguments.equals(otherArguments);
        }
    }

    /// @param lookup what can access the records; null for our own
    ComponentCodecs(MethodHandles.Lookup lookup) {
        this.lookup = lookup;
    }

    @SuppressWarnings("unchecked")
    <R extends Record> Codec<R> ofRecord(Class<R> type) {
        return (Codec<R>) record(type, List.of());
    }

    @SuppressWarnings("unchecked")
    <S> Codec<S> ofSealed(Class<S> type) {
        return (Codec<S>) sealed(type, List.of());
    }

    @SuppressWarnings("unchecked")
    <T> Codec<T> ofType(TypeToken<T> type) {
        return (Codec<T>) of("type=" + type, type.type(), Map.of());
    }

    private Codec<?> record(Class<?> type, List<Codec<?>> arguments) {
        return whole(
                type,
                arguments,
                () -> RecordCodec.ofUnknown(type, lookup, components(type, arguments)));
    }

    private Codec<?> sealed(Class<?> type, List<Codec<?>> arguments) {
        return whole(
                type,
                arguments,
                () -> {
                    Map<Class<? extends Record>, Codec<?>> records = new LinkedHashMap<>();
                    addRecords(type, arguments, type, records);
                    return SealedCodec.of(type, records);
                });
    }

    /// What `make` makes of a type, or what stands for it if the type is being looked into.
    private Codec<?> whole(Class<?> type, List<Codec<?>> arguments, Supplier<Codec<?>> make) {
        boolean onlyRecords = true;
        for (Whole each : inside) {
            onlyRecords &= each.type.isRecord();
            if (each.is(type, arguments)) {
                return inner(each, onlyRecords);
            }
        }
        return in(new Whole(type, arguments), make);
    }

    private static Codec<?> inner(Whole whole, boolean onlyRecords) {
        if (onlyRecords) {
            throw new IllegalArgumentException(
                    ("record contains itself: record=%s; no value of it could be made, unless there"
                                    + " is an Optional, a collection or a sealed interface between")
                            .formatted(whole.type.getTypeName()));
        }
        if (whole.inner == null) {
            whole.inner = new RecursiveCodec<>(whole.type, whole.arguments);
        }
        return whole.inner;
    }

    private Codec<?> in(Whole whole, Supplier<Codec<?>> make) {
        if (inside.size() >= MOST_DEPTH) {
            throw new IllegalArgumentException(
                    "types nested too deeply, or one contains itself with ever other arguments:"
                            + " type="
                            + whole.type.getTypeName());
        }
        inside.push(whole);
        try {
            Codec<?> made = make.get();
            if (whole.inner != null) {
                whole.inner.isPartOf(made);
                VarHandle.storeStoreFence(); // before whoever gets the codec hands it on
            }
            return made;
        } finally {
            inside.pop();
        }
    }

    /// The records below a sealed type, in the order of their declaration.
    private void addRecords(
            Class<?> type,
            List<Codec<?>> arguments,
            Class<?> whole,
            Map<Class<? extends Record>, Codec<?>> records) {
        if (type.isRecord()) {
            if (!records.containsKey(type)) {
                records.put(type.asSubclass(Record.class), record(type, arguments));
            }
        } else if (type.isSealed()) {
            for (Class<?> each : type.getPermittedSubclasses()) {
                addRecords(each, argumentsBelow(type, arguments, each), whole, records);
            }
        } else {
            throw new IllegalArgumentException(
                    "not a record, nor a sealed interface of records: type=%s in=%s"
                            .formatted(type.getTypeName(), whole.getTypeName()));
        }
    }

    /// What the type parameters of a type stand for, if those of a sealed interface that it
    /// implements stand for `arguments`: of `record Leaf<A>(A value) implements Tree<A>` the first.
    ///
    /// @throws IllegalArgumentException if the interface does not say it
    private static List<Codec<?>> argumentsBelow(
            Class<?> above, List<Codec<?>> arguments, Class<?> below) {
        List<Codec<?>> found = new ArrayList<>();
        for (TypeVariable<?> parameter : below.getTypeParameters()) {
            Codec<?> codec = null;
            for (Type each : below.getGenericInterfaces()) {
                if (each instanceof ParameterizedType generic && generic.getRawType() == above) {
                    int index = List.of(generic.getActualTypeArguments()).indexOf(parameter);
                    codec = index < 0 || index >= arguments.size() ? codec : arguments.get(index);
                }
            }
            if (codec == null) {
                throw new IllegalArgumentException(
                        ("no codec for a type parameter: type=%s parameter=%s of=%s; Codec.ofType"
                                        + " takes a generic type with its arguments")
                                .formatted(
                                        below.getTypeName(),
                                        parameter.getName(),
                                        above.getTypeName()));
            }
            found.add(codec);
        }
        return found;
    }

    /// A codec for each component of a record.
    ///
    /// @param arguments what the type parameters of the record stand for
    @SuppressWarnings({"unchecked", "rawtypes"})
    private Codec<Object>[] components(Class<?> record, List<Codec<?>> arguments) {
        TypeVariable<?>[] parameters = record.getTypeParameters();
        Map<TypeVariable<?>, Codec<?>> bound = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            bound.put(parameters[i], arguments.get(i));
        }
        RecordComponent[] components = record.getRecordComponents();
        Codec<Object>[] codecs = new Codec[components.length];
        for (int i = 0; i < components.length; i++) {
            String place =
                    "record=%s component=%s"
                            .formatted(record.getTypeName(), components[i].getName());
            codecs[i] = (Codec<Object>) of(place, components[i].getGenericType(), bound);
        }
        return codecs;
    }

    /// @param place where the type stands, for messages
    private Codec<?> of(String place, Type type, Map<TypeVariable<?>, Codec<?>> bound) {
        Codec<?> known = type instanceof TypeVariable<?> ? bound.get(type) : KNOWN.get(type);
        if (known != null) {
            return known;
        }
        if (type instanceof Class<?> plain) {
            if (plain.isEnum()) {
                return ofEnum(plain);
            }
            Codec<?> found = whole(plain, List.of());
            if (found != null) {
                return found;
            }
        }
        if (type instanceof ParameterizedType generic
                && generic.getRawType() instanceof Class<?> raw) {
            Codec<?> found = generic(place, raw, generic.getActualTypeArguments(), bound);
            if (found != null) {
                return found;
            }
        }
        throw new IllegalArgumentException(
                place.startsWith("type=")
                        ? "no codec for a type: found=%s in %s".formatted(type.getTypeName(), place)
                        : "no codec for a record component: %s type=%s"
                                .formatted(place, type.getTypeName()));
    }

    /// Null if the type is neither a record nor sealed.
    private Codec<?> whole(Class<?> type, List<Codec<?>> arguments) {
        if (type.isRecord()) {
            return record(type, arguments);
        }
        return type.isSealed() ? sealed(type, arguments) : null;
    }

    private Codec<?> generic(
            String place, Class<?> raw, Type[] arguments, Map<TypeVariable<?>, Codec<?>> bound) {
        boolean isCollection =
                raw == List.class || raw == Set.class || raw == Optional.class || raw == Map.class;
        if (!isCollection) {
            return raw.isRecord() || raw.isSealed()
                    ? whole(raw, codecs(place, arguments, bound))
                    : null;
        }
        return in(
                new Whole(raw, List.of()), () -> collection(raw, codecs(place, arguments, bound)));
    }

    private List<Codec<?>> codecs(
            String place, Type[] types, Map<TypeVariable<?>, Codec<?>> bound) {
        List<Codec<?>> codecs = new ArrayList<>();
        for (Type each : types) {
            codecs.add(of(place, each, bound));
        }
        return codecs;
    }

    private static Codec<?> collection(Class<?> raw, List<Codec<?>> parts) {
        if (raw == List.class) {
            return Codec.list(parts.getFirst());
        } else if (raw == Set.class) {
            return Codec.set(parts.getFirst());
        }
        return raw == Optional.class
                ? Codec.optional(parts.getFirst())
                : Codec.map(parts.getFirst(), parts.getLast());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Codec<?> ofEnum(Class<?> type) {
        return Codec.ofEnum((Class<? extends Enum>) type.asSubclass(Enum.class));
    }
}
