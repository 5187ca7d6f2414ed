package coex.collections;

import coex.collections.value.Primitive;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// How values of one Java type are kept in a heap, and read back.
///
/// Values are kept by content: two keys are the same if they are encoded in the same way, whatever
/// their `equals` says. For the codecs here the two agree, but for `byte[]`, which the heap
/// compares by its bytes. No codec takes null, and no collection holds it; [#optional] stands in
/// for it.
///
/// | codec | in the heap |
/// | --- | --- |
/// | [#LONG], [#INT], [#SHORT], [#CHAR], enums | a word of eight bytes, equal to each other for equal numbers |
/// | [#DOUBLE], [#FLOAT] | a word; as `Double.equals`, NaN is equal to itself and -0.0 is not 0.0 |
/// | [#BOOLEAN], [#BYTE] | a byte in lists, arrays and records, a word in maps and sets |
/// | [#STRING] | an object with the text in UTF-8 |
/// | [#BYTES] | an object with the bytes |
/// | records | an object with a field for each component |
/// | [#list], [#set], [#map], [#optional] | a collection inside the collection, copied in and out |
/// | [#persistentMap] and its like | the collection itself, shared and not copied |
///
/// Codecs are immutable, belong to no heap, and are equal if they do the same; codecs made by [#of]
/// are equal only to themselves. Functions given by the embedder run on the thread that calls a
/// collection, before or after it works in the heap, never in between; they may use collections,
/// and wait.
public abstract class Codec<T> {

    public static final Codec<Long> LONG =
            new ScalarCodec<>(Long.class, Primitive.LONG, value -> value, bits -> bits);

    public static final Codec<Integer> INT =
            new ScalarCodec<>(
                    Integer.class, Primitive.LONG, value -> value.longValue(), bits -> (int) bits);

    public static final Codec<Short> SHORT =
            new ScalarCodec<>(
                    Short.class, Primitive.LONG, value -> value.longValue(), bits -> (short) bits);

    public static final Codec<Character> CHAR =
            new ScalarCodec<>(
                    Character.class, Primitive.LONG, value -> (long) value, bits -> (char) bits);

    public static final Codec<Double> DOUBLE =
            new ScalarCodec<>(
                    Double.class,
                    Primitive.DOUBLE,
                    Double::doubleToLongBits,
                    Double::longBitsToDouble);

    public static final Codec<Float> FLOAT =
            new ScalarCodec<>(
                    Float.class,
                    Primitive.DOUBLE,
                    value -> Double.doubleToLongBits(value),
                    bits -> (float) Double.longBitsToDouble(bits));

    public static final Codec<Boolean> BOOLEAN =
            new ScalarCodec<>(
                    Boolean.class, Primitive.BOOLEAN, value -> value ? 1L : 0L, bits -> bits != 0);

    public static final Codec<Byte> BYTE =
            new ScalarCodec<>(
                    Byte.class,
                    Primitive.BYTE,
                    value -> Byte.toUnsignedLong(value),
                    bits -> (byte) bits);

    /// Text. A string with a lone surrogate is refused, since UTF-8 has no form for it.
    public static final Codec<String> STRING = new TextCodec();

    /// Bytes, copied in and out.
    public static final Codec<byte[]> BYTES = new BytesCodec();

    private final List<?> parts;

    /// @param parts what makes two codecs equal
    Codec(Object... parts) {
        this.parts = List.of(parts);
    }

    /// A codec for an enum, kept as the constants' ordinals.
    public static <E extends Enum<E>> Codec<E> ofEnum(Class<E> type) {
        E[] constants = Objects.requireNonNull(type, "enum missing").getEnumConstants();
        return new ScalarCodec<>(
                type, Primitive.LONG, value -> value.ordinal(), bits -> constants[(int) bits]);
    }

    /// A codec for a record, component by component: primitives and their boxes, strings, `byte[]`,
    /// enums, records, and `List`, `Set`, `Map` and `Optional` of such. The record must be
    /// accessible: on the class path, or in a package that its module opens to `coex.collections`.
    ///
    /// @throws IllegalArgumentException if a component has another type; it names the component
    public static <R extends Record> Codec<R> ofRecord(Class<R> type) {
        return RecordCodec.of(Objects.requireNonNull(type, "record missing"), null);
    }

    /// A codec for a record with a codec for each component.
    ///
    /// @throws IllegalArgumentException if they are not as many as the components
    public static <R extends Record> Codec<R> ofRecord(Class<R> type, Codec<?>... components) {
        requireAll(components);
        return RecordCodec.of(Objects.requireNonNull(type, "record missing"), null, components);
    }

    /// A codec for a record that only `lookup` can access, with a codec for each component or, if
    /// there are none, such as their types have.
    public static <R extends Record> Codec<R> ofRecord(
            MethodHandles.Lookup lookup, Class<R> type, Codec<?>... components) {
        Objects.requireNonNull(lookup, "lookup missing");
        Objects.requireNonNull(type, "record missing");
        requireAll(components);
        return components.length == 0
                ? RecordCodec.of(type, lookup)
                : RecordCodec.of(type, lookup, components);
    }

    private static void requireAll(Codec<?>... components) {
        for (Codec<?> component : components) {
            Objects.requireNonNull(component, "codec of a component missing");
        }
    }

    /// A codec for values that another type stands in for. `to` and `from` are inverse, and equal
    /// values have equal stand-ins. Make it once: a heap remembers every codec it was used with.
    public static <T, B> Codec<T> of(
            Codec<B> base,
            Function<? super T, ? extends B> to,
            Function<? super B, ? extends T> from) {
        return new MappedCodec<>(
                Objects.requireNonNull(base, "base codec missing"),
                Objects.requireNonNull(to, "function to the base missing"),
                Objects.requireNonNull(from, "function from the base missing"));
    }

    /// Lists, copied: what comes out is unmodifiable.
    public static <E> Codec<List<E>> list(Codec<E> element) {
        return new NestedListCodec<>(
                Objects.requireNonNull(element, "codec of the elements missing"));
    }

    /// Sets, copied: what comes out is unmodifiable, in no order.
    public static <E> Codec<Set<E>> set(Codec<E> element) {
        return new NestedSetCodec<>(
                Objects.requireNonNull(element, "codec of the elements missing"));
    }

    /// Maps, copied: what comes out is unmodifiable, in no order.
    public static <K, V> Codec<Map<K, V>> map(Codec<K> key, Codec<V> value) {
        return new NestedMapCodec<>(
                Objects.requireNonNull(key, "codec of the keys missing"),
                Objects.requireNonNull(value, "codec of the values missing"));
    }

    /// A value or none.
    public static <T> Codec<Optional<T>> optional(Codec<T> value) {
        return new MappedCodec<>(
                list(value),
                held -> held.map(List::of).orElse(List.of()),
                found -> found.stream().findFirst(),
                "optional",
                value);
    }

    /// Persistent maps inside other collections of the same heap: shared, not copied. What is read
    /// is a map of its own, to be closed or dropped like any other.
    public static <K, V> Codec<PersistentMap<K, V>> persistentMap(Codec<K> key, Codec<V> value) {
        return new SharedCodec<>(
                PersistentMap.class, heap -> heap.mapKind(key, value), "persistentMap", key, value);
    }

    /// Persistent sets inside other collections: as [#persistentMap].
    public static <E> Codec<PersistentSet<E>> persistentSet(Codec<E> element) {
        return new SharedCodec<>(
                PersistentSet.class, heap -> heap.setKind(element), "persistentSet", element);
    }

    /// Persistent lists inside other collections: as [#persistentMap].
    public static <E> Codec<PersistentList<E>> persistentList(Codec<E> element) {
        return new SharedCodec<>(
                PersistentList.class, heap -> heap.listKind(element), "persistentList", element);
    }

    /// Persistent arrays inside other collections: as [#persistentMap].
    public static <E> Codec<PersistentArray<E>> persistentArray(Codec<E> element) {
        return new SharedCodec<>(
                PersistentArray.class, heap -> heap.arrayKind(element), "persistentArray", element);
    }

    // For the collections. A value has a *plain* form between the embedder's code and the heap.

    /// The plain form of a value, which is not null. Runs outside the heap, and may run the
    /// embedder's code.
    ///
    /// @throws ClassCastException if the value is of another type
    /// @throws IllegalArgumentException if it cannot be kept
    abstract Object toPlain(T value);

    /// The value of a plain form. Runs outside the heap, and may run the embedder's code.
    abstract T fromPlain(Object plain);

    /// How plain forms are kept in a heap.
    abstract BoundCodec bind(PersistentCollections heap);

    /// The plain form of a value of unknown type; null if no value of this codec is equal to it.
    @SuppressWarnings("unchecked")
    final Object toPlainIfPossible(Object value) {
        if (value == null) {
            return null;
        }
        try {
            return toPlain((T) value);
        } catch (ClassCastException | IllegalArgumentException | NullPointerException e) {
            return null;
        }
    }

    final Object toPlain(T value, String role) {
        if (value == null) {
            throw new NullPointerException(role + " is null: codec=" + this);
        }
        return toPlain(value);
    }

    @Override
    public final boolean equals(Object other) {
        return this == other
                || other instanceof Codec<?> codec
                        && getClass() == codec.getClass()
                        && parts.equals(codec.parts);
    }

    @Override
    public final int hashCode() {
        return parts.hashCode();
    }

    @Override
    public final String toString() {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            String name = part instanceof Class<?> type ? type.getTypeName() : part.toString();
            text.append(text.isEmpty() ? "" : text.indexOf("(") < 0 ? "(" : ", ").append(name);
        }
        return text.append(parts.size() > 1 ? ")" : "").toString();
    }
}
