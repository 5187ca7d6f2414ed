// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.value.Primitive;
import coex.collections.value.ValueOrder;

import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/// How values of one Java type are kept in a heap, and read back.
///
/// Values are kept by content: two keys are the same if they are encoded in the same way, whatever
/// their `equals` says. For the codecs here the two agree, but for arrays, which the heap compares
/// by what is in them. No codec takes null, and no collection holds it; [#optional] stands in for
/// it.
///
/// | codec | in the heap |
/// | --- | --- |
/// | [#LONG], [#INT], [#SHORT], [#CHAR], enums | a word of eight bytes, equal to each other for equal numbers |
/// | [#DOUBLE], [#FLOAT] | a word; as `Double.equals`, NaN is equal to itself and -0.0 is not 0.0 |
/// | [#BOOLEAN], [#BYTE] | a byte in lists, arrays and records, a word in maps and sets |
/// | [#STRING] | an object with the text in UTF-8 |
/// | [#BYTES] | an object with the bytes |
/// | [#LOCAL_DATE], [#LOCAL_TIME] | a word |
/// | [#INSTANT], [#DURATION], [#LOCAL_DATE_TIME], [#UUID], [#BIG_DECIMAL] | an object with two fields |
/// | [#BIG_INTEGER], arrays of primitives | an object with the bytes |
/// | records | an object with a field for each component |
/// | sealed interfaces | an object with a field for each of the records, all but one empty |
/// | [#list], [#set], [#map], [#optional] | a collection inside the collection, copied in and out |
/// | [#persistentMap] and its like | the collection itself, shared and not copied |
///
/// Some codecs have an *order*, in which sorted maps and sets keep their keys; [#order] is that
/// order as a comparator.
///
/// | codec | its order |
/// | --- | --- |
/// | numbers, [#CHAR], [#BOOLEAN], enums, dates and times, [#DURATION], [#UUID], [#BIG_INTEGER] | as their `compareTo`; NaN is the greatest |
/// | [#STRING] | by code points; `String.compareTo` differs where surrogates are involved |
/// | [#BYTES] | by bytes, unsigned; what is the beginning of another comes before it |
/// | records | by components, the first one first, if all of them have an order |
/// | those made by [#of] | that of what stands in for the values |
/// | [#reversed] | the other way round |
/// | all others | none |
///
/// Codecs are immutable, belong to no heap, and are equal if they do the same; codecs made by [#of]
/// are equal only to themselves. Functions given by the embedder run on the thread that calls a
/// collection, before or after it works in the heap, never in between; they may use collections,
/// and wait.
///
/// The class is long because it is where one looks for a codec: each has its constant or method
/// here.
///
/// @param <T> the type of the values
public abstract class Codec<T> {

    /// Values that are `long` numbers.
    public static final Codec<Long> LONG =
            new ScalarCodec<>(
                    Long.class, Primitive.LONG, ValueOrder.WORDS, value -> value, bits -> bits);

    /// Values that are `int` numbers.
    public static final Codec<Integer> INT =
            new ScalarCodec<>(
                    Integer.class,
                    Primitive.LONG,
                    ValueOrder.WORDS,
                    value -> value.longValue(),
                    bits -> (int) bits);

    /// Values that are `short` numbers.
    public static final Codec<Short> SHORT =
            new ScalarCodec<>(
                    Short.class,
                    Primitive.LONG,
                    ValueOrder.WORDS,
                    value -> value.longValue(),
                    bits -> (short) bits);

    /// Values that are `char` values.
    public static final Codec<Character> CHAR =
            new ScalarCodec<>(
                    Character.class,
                    Primitive.LONG,
                    ValueOrder.WORDS,
                    value -> (long) value,
                    bits -> (char) bits);

    /// Values that are `double` numbers.
    public static final Codec<Double> DOUBLE =
            new ScalarCodec<>(
                    Double.class,
                    Primitive.DOUBLE,
                    ValueOrder.DOUBLES,
                    Double::doubleToLongBits,
                    Double::longBitsToDouble);

    /// Values that are `float` numbers.
    public static final Codec<Float> FLOAT =
            new ScalarCodec<>(
                    Float.class,
                    Primitive.DOUBLE,
                    ValueOrder.DOUBLES,
                    value -> Double.doubleToLongBits(value),
                    bits -> (float) Double.longBitsToDouble(bits));

    /// Values that are `boolean` values.
    public static final Codec<Boolean> BOOLEAN =
            new ScalarCodec<>(
                    Boolean.class,
                    Primitive.BOOLEAN,
                    ValueOrder.WORDS,
                    value -> value ? 1L : 0L,
                    bits -> bits != 0);

    /// Values that are `byte` numbers.
    public static final Codec<Byte> BYTE =
            new ScalarCodec<>(
                    Byte.class,
                    Primitive.BYTE,
                    ValueOrder.SIGNED_BYTES,
                    value -> Byte.toUnsignedLong(value),
                    bits -> (byte) bits);

    /// Text. A string with a lone surrogate is refused, since UTF-8 has no form for it.
    public static final Codec<String> STRING = new TextCodec();

    /// Bytes, copied in and out.
    public static final Codec<byte[]> BYTES = new BytesCodec();

    /// Points in time.
    public static final Codec<Instant> INSTANT = JavaCodecs.instant();

    /// Durations.
    public static final Codec<Duration> DURATION = JavaCodecs.duration();

    /// Dates.
    public static final Codec<LocalDate> LOCAL_DATE =
            JavaCodecs.named("local date", LONG, LocalDate::toEpochDay, LocalDate::ofEpochDay);

    /// Times of day.
    public static final Codec<LocalTime> LOCAL_TIME =
            JavaCodecs.named("local time", LONG, LocalTime::toNanoOfDay, LocalTime::ofNanoOfDay);

    /// Dates with times.
    public static final Codec<LocalDateTime> LOCAL_DATE_TIME = JavaCodecs.localDateTime();

    /// UUIDs.
    public static final Codec<UUID> UUID = JavaCodecs.uuid();

    /// Whole numbers of any size.
    public static final Codec<BigInteger> BIG_INTEGER = JavaCodecs.bigInteger();

    /// As `BigDecimal.equals`: 1.0 is not 1.00.
    public static final Codec<BigDecimal> BIG_DECIMAL = JavaCodecs.bigDecimal();

    /// Arrays of primitives, copied in and out, and compared by their elements.
    public static final Codec<long[]> LONGS = JavaCodecs.longs();

    /// Arrays of `int`, compared by what is in them.
    public static final Codec<int[]> INTS = JavaCodecs.ints();

    /// Arrays of `short`, compared by what is in them.
    public static final Codec<short[]> SHORTS = JavaCodecs.shorts();

    /// Arrays of `char`, compared by what is in them.
    public static final Codec<char[]> CHARS = JavaCodecs.chars();

    /// Arrays of `double`, compared by what is in them.
    public static final Codec<double[]> DOUBLES = JavaCodecs.doubles();

    /// Arrays of `float`, compared by what is in them.
    public static final Codec<float[]> FLOATS = JavaCodecs.floats();

    /// Arrays of `boolean`, compared by what is in them.
    public static final Codec<boolean[]> BOOLEANS = JavaCodecs.booleans();

    private final List<?> parts;

    /// @param parts what makes two codecs equal
    Codec(Object... parts) {
        this.parts = List.of(parts);
    }

    /// {@return a codec for an enum, kept as the constants' ordinals}
    ///
    /// @param <E> the enum
    /// @param type the enum
    public static <E extends Enum<E>> Codec<E> ofEnum(Class<E> type) {
        E[] constants = Objects.requireNonNull(type, "enum missing").getEnumConstants();
        return new ScalarCodec<>(
                type,
                Primitive.LONG,
                ValueOrder.WORDS,
                value -> value.ordinal(),
                bits -> constants[(int) bits]);
    }

    /// {@return a codec for a record, component by component: all types that have a constant here,
    /// enums, records, sealed interfaces of records, and `List`, `Set`, `Map` and `Optional` of
    /// such} A component may be a generic record, or sealed interface, with arguments, as
    /// `Pair<String, Long>`. A record may contain itself behind one of `Optional`, `List`, `Set`,
    /// `Map` or a sealed interface; a value at most a hundred levels deep. The record must be
    /// accessible: on the class path, or in a package that its module opens to `coex.collections`.
    /// A record that is generic itself is for [#ofType].
    ///
    /// @param <R> the record
    /// @param type the record
    /// @throws IllegalArgumentException if a component has another type; it names the component
    public static <R extends Record> Codec<R> ofRecord(Class<R> type) {
        return RecordCodec.of(Objects.requireNonNull(type, "record missing"), null);
    }

    /// {@return a codec for a record with a codec for each component}
    ///
    /// @param <R> the record
    /// @param type the record
    /// @param components a codec for each component, in their order
    /// @throws IllegalArgumentException if they are not as many as the components
    public static <R extends Record> Codec<R> ofRecord(Class<R> type, Codec<?>... components) {
        requireAll(components);
        return RecordCodec.of(Objects.requireNonNull(type, "record missing"), null, components);
    }

    /// {@return a codec for a record that only `lookup` can access, with a codec for each component
    /// or, if there are none, such as their types have}
    ///
    /// @param <R> the record
    /// @param lookup may see the components
    /// @param type the record
    /// @param components a codec for each component, in their order
    public static <R extends Record> Codec<R> ofRecord(
            MethodHandles.Lookup lookup, Class<R> type, Codec<?>... components) {
        Objects.requireNonNull(lookup, "lookup missing");
        Objects.requireNonNull(type, "record missing");
        requireAll(components);
        return components.length == 0
                ? RecordCodec.of(type, lookup)
                : RecordCodec.of(type, lookup, components);
    }

    /// {@return a codec for a sealed interface whose permitted types are records, or sealed
    /// interfaces of records} The records are as for [#ofRecord(Class)]. A generic interface is for
    /// [#ofType].
    ///
    /// @param <S> the sealed interface
    /// @param type the sealed interface
    /// @throws IllegalArgumentException if it is not; it names the type that is something else
    public static <S> Codec<S> ofSealed(Class<S> type) {
        Objects.requireNonNull(type, "sealed interface missing");
        return new ComponentCodecs(null).ofSealed(type);
    }

    /// {@return the same for records that only `lookup` can access}
    ///
    /// @param <S> the sealed interface
    /// @param lookup may see its records
    /// @param type the sealed interface
    public static <S> Codec<S> ofSealed(MethodHandles.Lookup lookup, Class<S> type) {
        Objects.requireNonNull(lookup, "lookup missing");
        Objects.requireNonNull(type, "sealed interface missing");
        return new ComponentCodecs(lookup).ofSealed(type);
    }

    /// {@return a codec for a type with its arguments, as `Tree<String>`: anything that a component
    /// of a record may have, see [#ofRecord(Class)]}
    ///
    /// @param <T> the type
    /// @param type names it
    /// @throws IllegalArgumentException if there is no codec for the type, or for a part of it; it
    ///     names what it is
    public static <T> Codec<T> ofType(TypeToken<T> type) {
        Objects.requireNonNull(type, "type missing");
        return new ComponentCodecs(null).ofType(type);
    }

    /// {@return the same for records that only `lookup` can access}
    ///
    /// @param <T> the type
    /// @param lookup may see its records
    /// @param type names it
    public static <T> Codec<T> ofType(MethodHandles.Lookup lookup, TypeToken<T> type) {
        Objects.requireNonNull(lookup, "lookup missing");
        Objects.requireNonNull(type, "type missing");
        return new ComponentCodecs(lookup).ofType(type);
    }

    private static void requireAll(Codec<?>... components) {
        for (Codec<?> component : components) {
            Objects.requireNonNull(component, "codec of a component missing");
        }
    }

    /// {@return a codec for values that another type stands in for} `to` and `from` are inverse,
    /// and equal values have equal stand-ins. Make it once: a heap remembers every codec it was
    /// used with.
    ///
    /// @param <T> the type of the values
    /// @param <B> the type of what is kept
    /// @param base the codec of what is kept
    /// @param to from a value to what is kept
    /// @param from and back
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
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    /// @return the codec
    public static <E> Codec<List<E>> list(Codec<E> element) {
        return new NestedListCodec<>(
                Objects.requireNonNull(element, "codec of the elements missing"));
    }

    /// Sets, copied: what comes out is unmodifiable, in no order.
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    /// @return the codec
    public static <E> Codec<Set<E>> set(Codec<E> element) {
        return new NestedSetCodec<>(
                Objects.requireNonNull(element, "codec of the elements missing"));
    }

    /// Maps, copied: what comes out is unmodifiable, in no order.
    ///
    /// @param <K> the type of the keys
    /// @param <V> the type of the values
    /// @param key the codec of the keys
    /// @param value the codec of the values
    /// @return the codec
    public static <K, V> Codec<Map<K, V>> map(Codec<K> key, Codec<V> value) {
        return new NestedMapCodec<>(
                Objects.requireNonNull(key, "codec of the keys missing"),
                Objects.requireNonNull(value, "codec of the values missing"));
    }

    /// {@return a value or none}
    ///
    /// @param <T> the type of the values
    /// @param value the codec of the values
    public static <T> Codec<Optional<T>> optional(Codec<T> value) {
        return new MappedCodec<>(
                list(value),
                held -> held.map(List::of).orElse(List.of()),
                found -> found.stream().findFirst(),
                false,
                "optional",
                value);
    }

    /// {@return persistent maps inside other collections of the same heap: shared, not copied} What
    /// is read is a map of its own, to be closed or dropped like any other.
    ///
    /// @param <K> the type of the keys
    /// @param <V> the type of the values
    /// @param key the codec of the keys
    /// @param value the codec of the values
    public static <K, V> Codec<PersistentMap<K, V>> persistentMap(Codec<K> key, Codec<V> value) {
        return new SharedCodec<>(
                PersistentMap.class, heap -> heap.mapKind(key, value), "persistentMap", key, value);
    }

    /// {@return persistent sets inside other collections: as [#persistentMap]}
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    public static <E> Codec<PersistentSet<E>> persistentSet(Codec<E> element) {
        return new SharedCodec<>(
                PersistentSet.class, heap -> heap.setKind(element), "persistentSet", element);
    }

    /// {@return persistent sorted maps inside other collections: as [#persistentMap]}
    ///
    /// @param <K> the type of the keys
    /// @param <V> the type of the values
    /// @param key the codec of the keys
    /// @param value the codec of the values
    public static <K, V> Codec<PersistentSortedMap<K, V>> persistentSortedMap(
            Codec<K> key, Codec<V> value) {
        return new SharedCodec<>(
                PersistentSortedMap.class,
                heap -> heap.sortedMapKind(key, value),
                "persistentSortedMap",
                key,
                value);
    }

    /// {@return persistent sorted sets inside other collections: as [#persistentMap]}
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    public static <E> Codec<PersistentSortedSet<E>> persistentSortedSet(Codec<E> element) {
        return new SharedCodec<>(
                PersistentSortedSet.class,
                heap -> heap.sortedSetKind(element),
                "persistentSortedSet",
                element);
    }

    /// {@return persistent texts inside other collections: as [#persistentMap]}
    public static Codec<PersistentText> text() {
        return new SharedCodec<>(PersistentText.class, PersistentCollections::textKind, "text");
    }

    /// {@return Json inside other collections: as [#persistentMap]}
    public static Codec<PersistentJson> json() {
        return new SharedCodec<>(PersistentJson.class, PersistentCollections::jsonKind, "json");
    }

    /// {@return persistent lists inside other collections: as [#persistentMap]}
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    public static <E> Codec<PersistentList<E>> persistentList(Codec<E> element) {
        return new SharedCodec<>(
                PersistentList.class, heap -> heap.listKind(element), "persistentList", element);
    }

    /// {@return persistent arrays inside other collections: as [#persistentMap]}
    ///
    /// @param <E> the type of the elements
    /// @param element the codec of the elements
    public static <E> Codec<PersistentArray<E>> persistentArray(Codec<E> element) {
        return new SharedCodec<>(
                PersistentArray.class, heap -> heap.arrayKind(element), "persistentArray", element);
    }

    /// {@return the same codec with the opposite order}
    ///
    /// @throws IllegalArgumentException if it has none
    public final Codec<T> reversed() {
        requireOrder();
        return new ReversedCodec<>(this);
    }

    /// {@return the order of this codec, by which sorted maps and sets keep their keys} It takes no
    /// null.
    ///
    /// @throws IllegalArgumentException if it has none
    public final Comparator<T> order() {
        Comparator<Object> plain = requireOrder();
        return (first, second) ->
                plain.compare(toPlain(first, "first value"), toPlain(second, "second value"));
    }

    final Comparator<Object> requireOrder() {
        Comparator<Object> order = plainOrder();
        if (order == null) {
            throw new IllegalArgumentException(
                    "codec without an order: codec=%s; keys of sorted maps and sets are numbers,"
                                    .formatted(this)
                            + " texts, bytes, enums, dates, times, or records of such, or use"
                            + " Codec.of with one of these as the base");
        }
        return order;
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

    /// Whether equal values have equal plain forms, by contents. Not so for sets and maps, whose
    /// plain forms have them in some order.
    boolean isPlainCanonical() {
        return true;
    }

    /// The order of plain forms, or null if there is none. Runs no code of the embedder's.
    Comparator<Object> plainOrder() {
        return null;
    }

    /// Whether plain forms are arrays of bytes, in the order of these, forwards or backwards.
    boolean hasPrefixes() {
        return false;
    }

    /// The same order in a heap. Only if there is one.
    BoundOrder bindOrder(PersistentCollections heap) {
        throw new IllegalStateException("codec without an order: codec=" + this);
    }

    /// What a save says of the values, so that it is read by a codec that keeps them alike: the
    /// same for codecs that are equal, in every run. It does not name classes of the embedder's,
    /// which may be renamed.
    final String saved() {
        return saved(new ArrayDeque<>());
    }

    /// @param inside the codecs this one is part of, the innermost first; those of records and
    ///     sealed interfaces, which may contain themselves
    String saved(Deque<Codec<?>> inside) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            String name = part instanceof Codec<?> codec ? codec.saved(inside) : nameOf(part);
            text.append(text.isEmpty() ? "" : text.indexOf("(") < 0 ? "(" : ", ").append(name);
        }
        return text.append(parts.size() > 1 ? ")" : "").toString();
    }

    private static String nameOf(Object part) {
        return part instanceof Class<?> type ? type.getTypeName() : part.toString();
    }

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
            String name = nameOf(part);
            text.append(text.isEmpty() ? "" : text.indexOf("(") < 0 ? "(" : ", ").append(name);
        }
        return text.append(parts.size() > 1 ? ")" : "").toString();
    }
}
