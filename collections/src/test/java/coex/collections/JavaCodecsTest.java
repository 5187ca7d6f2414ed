package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Values of classes of the JDK, generic records and sealed interfaces come out as they went in,
/// and equal ones are one key.
class JavaCodecsTest {

    private final Heap heap = Heap.open(TestHeaps.COLLECTING.options());
    private final PersistentCollections collections = PersistentCollections.in(heap);

    @AfterEach
    void close() {
        heap.close();
    }

    /// All of these are different.
    @SafeVarargs
    @SuppressWarnings("varargs")
    private final <T> void check(Codec<T> codec, T... values) {
        PersistentMap<T, Long> map = collections.map(codec, Codec.LONG);
        for (int round = 0; round < 2; round++) { // the second time each key is there
            for (int i = 0; i < values.length; i++) {
                map = map.with(values[i], (long) i);
            }
        }
        assertThat(map.size()).as(codec.toString()).isEqualTo(values.length);
        for (int i = 0; i < values.length; i++) {
            assertThat(map.get(values[i])).as(codec + " " + i).isEqualTo(i);
        }
        PersistentList<T> list = collections.list(codec, Arrays.asList(values));
        for (int i = 0; i < values.length; i++) {
            assertThat(Objects.deepEquals(list.get(i), values[i])).as(codec + " " + i).isTrue();
        }
        assertThat(collections.list(codec)).isEqualTo(collections.list(codec));
    }

    @Test
    void times() {
        check(
                Codec.INSTANT,
                Instant.EPOCH,
                Instant.MIN,
                Instant.MAX,
                Instant.ofEpochSecond(-1, 999_999_999),
                Instant.ofEpochSecond(1, 1));
        check(
                Codec.DURATION,
                Duration.ZERO,
                Duration.ofNanos(-1),
                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                Duration.ofSeconds(Long.MIN_VALUE));
        check(Codec.LOCAL_DATE, LocalDate.EPOCH, LocalDate.MIN, LocalDate.MAX);
        check(Codec.LOCAL_TIME, LocalTime.MIN, LocalTime.MAX, LocalTime.NOON);
        check(
                Codec.LOCAL_DATE_TIME,
                LocalDateTime.MIN,
                LocalDateTime.MAX,
                LocalDateTime.of(2026, 2, 28, 23, 59, 59, 1));
    }

    @Test
    void numbersAndIdentifiers() {
        check(
                Codec.UUID,
                new UUID(0, 0),
                new UUID(0, 1),
                new UUID(1, 0),
                new UUID(-1, Long.MIN_VALUE));
        check(
                Codec.BIG_INTEGER,
                BigInteger.ZERO,
                BigInteger.ONE,
                BigInteger.TWO.pow(1000),
                BigInteger.TWO.pow(1000).negate(),
                BigInteger.valueOf(-129));
        check(
                Codec.BIG_DECIMAL,
                new BigDecimal("1.0"),
                new BigDecimal("1.00"),
                new BigDecimal("-1E+400"),
                new BigDecimal("0.000000000000000000000000001"));
    }

    @Test
    void arrays() {
        check(Codec.LONGS, new long[] {}, new long[] {1, Long.MIN_VALUE}, new long[] {1});
        check(Codec.INTS, new int[] {}, new int[] {-1, 2}, new int[] {2, -1});
        check(Codec.SHORTS, new short[] {}, new short[] {-1, 2});
        check(Codec.CHARS, new char[] {}, new char[] {'a', '\uD800'});
        check(
                Codec.DOUBLES,
                new double[] {Double.NaN, -0.0},
                new double[] {Double.NaN, 0.0},
                new double[] {Double.MIN_VALUE});
        check(Codec.FLOATS, new float[] {Float.NaN}, new float[] {-0f}, new float[] {0f});
        check(Codec.BOOLEANS, new boolean[] {true, false}, new boolean[] {false, true});
        double otherNan = Double.longBitsToDouble(0x7ff8_0000_0000_0001L);
        assertThat(
                        collections
                                .set(Codec.DOUBLES)
                                .with(new double[] {Double.NaN})
                                .contains(new double[] {otherNan}))
                .isTrue();
    }

    record Pair<A, B>(A first, B second) {}

    record Everything(
            Instant instant,
            Optional<LocalDate> date,
            UUID id,
            BigDecimal price,
            List<Pair<String, Long>> pairs,
            Pair<Pair<Integer, String>, Set<UUID>> nested,
            Shape shape) {}

    sealed interface Shape permits Circle, Polygon, Nothing {}

    record Circle(double radius) implements Shape {}

    record Nothing() implements Shape {}

    sealed interface Polygon extends Shape {}

    record Square(double side) implements Polygon {}

    record Named(String name, List<LocalDate> dates) implements Polygon {}

    @Test
    void sealedInterfacesOfRecords() {
        check(
                Codec.ofSealed(Shape.class),
                new Circle(1),
                new Circle(2),
                new Square(1),
                new Nothing(),
                new Named("", List.of()),
                new Named("hexagon", List.of(LocalDate.EPOCH)));
        assertThat(Codec.ofSealed(Shape.class)).isEqualTo(Codec.ofSealed(Shape.class));
        check(Codec.map(Codec.STRING, Codec.ofSealed(Shape.class)), Map.of("a", new Circle(1)));
    }

    @Test
    void recordsWithAllOfThem() {
        check(
                Codec.ofRecord(Everything.class),
                everything("a", new Circle(1)),
                everything("b", new Circle(1)),
                everything("a", new Nothing()));
    }

    private static Everything everything(String name, Shape shape) {
        return new Everything(
                Instant.ofEpochSecond(1, 2),
                Optional.of(LocalDate.EPOCH),
                new UUID(1, 2),
                new BigDecimal("1.50"),
                List.of(new Pair<>(name, 1L), new Pair<>("x", 2L)),
                new Pair<>(new Pair<>(1, name), Set.of(new UUID(3, 4))),
                shape);
    }

    sealed interface Mixed permits Leaves, Open {}

    record Leaves() implements Mixed {}

    non-sealed interface Open extends Mixed {}

    record Unbound<T>(T value) {}

    @Test
    void whatHasNoCodecIsNamed() {
        assertThatThrownBy(() -> Codec.ofSealed(Mixed.class))
                .hasMessage(
                        "not a record, nor a sealed interface of records: type=%s in=%s"
                                .formatted(Open.class.getTypeName(), Mixed.class.getTypeName()));
        assertThatThrownBy(() -> Codec.ofSealed(String.class))
                .hasMessageContaining("type=java.lang.String in=java.lang.String");
        assertThatThrownBy(() -> Codec.ofRecord(Unbound.class))
                .hasMessageContaining("component=value type=T");
    }
}
