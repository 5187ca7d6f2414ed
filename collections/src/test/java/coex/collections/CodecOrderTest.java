package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

/// The orders of codecs: outside of the heap, in it, and of what is looked for.
class CodecOrderTest {

    record Key(String name, int number, Instant at) {}

    record Wrapped(String text) {}

    /// Keeps elements in a sorted set, and finds each of them again.
    private static <E> void assertOrder(Codec<E> codec, List<E> inOrder) {
        try (Heap heap = Heap.open(TestHeaps.COLLECTING.options())) {
            PersistentCollections collections = PersistentCollections.in(heap);
            Comparator<E> order = codec.order();
            PersistentSortedSet<E> set = collections.sortedSet(codec);
            List<E> mixed = new ArrayList<>(inOrder);
            Collections.shuffle(mixed, new Random(1));
            for (E each : mixed) {
                set = set.with(each);
            }
            assertThat(set.asSet().toArray()).containsExactly(inOrder.toArray());
            PersistentSortedSet<E> built = collections.sortedSet(codec, mixed);
            assertThat(built).isEqualTo(set);
            for (int i = 0; i < inOrder.size(); i++) {
                E each = inOrder.get(i);
                E before = i == 0 ? null : inOrder.get(i - 1);
                assertThat(set.contains(each)).isTrue();
                assertThat(set.floor(each)).isEqualTo(each);
                assertThat(set.lower(each)).isEqualTo(before);
                assertThat(set.without(each).floor(each)).isEqualTo(before);
                assertThat(order.compare(each, each)).isZero();
                if (before != null) {
                    assertThat(order.compare(before, each)).isNegative();
                    assertThat(order.compare(each, before)).isPositive();
                }
            }
            Codec<E> reversed = codec.reversed();
            List<E> backwards = inOrder.reversed();
            assertThat(collections.sortedSet(reversed, mixed).asSet().toArray())
                    .containsExactly(backwards.toArray());
        }
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // reads it only
    private static <E extends Comparable<? super E>> void assertNatural(Codec<E> codec, E... some) {
        assertOrder(codec, Stream.of(some).sorted().toList());
    }

    @Test
    void valuesOfJavaAreInTheirNaturalOrder() {
        assertNatural(Codec.LONG, 0L, -1L, 1L, Long.MIN_VALUE, Long.MAX_VALUE);
        assertNatural(Codec.INT, 0, -1, 1, Integer.MIN_VALUE, Integer.MAX_VALUE);
        assertNatural(Codec.SHORT, (short) 0, (short) -1, Short.MAX_VALUE, Short.MIN_VALUE);
        assertNatural(Codec.BYTE, (byte) 0, (byte) -1, Byte.MAX_VALUE, Byte.MIN_VALUE);
        assertNatural(Codec.CHAR, 'a', '\uFFFF', '\0');
        assertNatural(Codec.BOOLEAN, true, false);
        assertNatural(
                Codec.DOUBLE,
                0.0,
                -0.0,
                1.5,
                -1.5,
                Double.NaN,
                Double.NEGATIVE_INFINITY,
                Double.MIN_VALUE,
                Double.POSITIVE_INFINITY);
        assertNatural(Codec.FLOAT, 0f, -0f, 2f, -3f, Float.NaN, Float.NEGATIVE_INFINITY);
        assertNatural(Codec.ofEnum(DayOfWeek.class), DayOfWeek.values());
        assertNatural(
                Codec.INSTANT,
                Instant.EPOCH,
                Instant.MIN,
                Instant.MAX,
                Instant.ofEpochSecond(-1, 5),
                Instant.ofEpochSecond(-1, 4));
        assertNatural(
                Codec.DURATION,
                Duration.ZERO,
                Duration.ofNanos(-1),
                Duration.ofNanos(1),
                Duration.ofDays(-3));
        assertNatural(Codec.LOCAL_DATE, LocalDate.MIN, LocalDate.EPOCH, LocalDate.MAX);
        assertNatural(Codec.LOCAL_TIME, LocalTime.NOON, LocalTime.MIN, LocalTime.MAX);
        assertNatural(
                Codec.LOCAL_DATE_TIME,
                LocalDateTime.of(2026, 1, 1, 0, 0),
                LocalDateTime.of(2025, 12, 31, 23, 59),
                LocalDateTime.of(2026, 1, 1, 0, 1));
        assertNatural(Codec.UUID, new UUID(1, 2), new UUID(-1, 2), new UUID(1, -2));
        assertNatural(
                Codec.BIG_INTEGER,
                BigInteger.ZERO,
                BigInteger.ONE.negate(),
                BigInteger.valueOf(127),
                BigInteger.valueOf(128),
                BigInteger.valueOf(-128),
                BigInteger.valueOf(-129),
                BigInteger.TWO.pow(200),
                BigInteger.TWO.pow(200).negate());
    }

    @Test
    void textsAreInTheOrderOfCodePoints() {
        assertOrder(
                Codec.STRING,
                List.of("", "A", "a", "aa", "ab", "b", "é", "\uFFFD", "\uD83D\uDE00"));
        assertOrder(
                Codec.of(Codec.STRING, Wrapped::text, Wrapped::new),
                List.of(new Wrapped("a"), new Wrapped("b")));
    }

    @Test
    void bytesAreUnsigned() {
        assertOrder(
                Codec.BYTES,
                List.of(
                        new byte[] {},
                        new byte[] {0},
                        new byte[] {0, 0},
                        new byte[] {1},
                        new byte[] {127, 5},
                        new byte[] {-128},
                        new byte[] {-1},
                        new byte[] {-1, 0, 1, 2, 3, 4, 5, 6, 7, 8},
                        new byte[] {-1, 0, 1, 2, 3, 4, 5, 6, 7, 9}));
    }

    @Test
    void recordsAreOrderedByTheirComponents() {
        Instant now = Instant.EPOCH;
        assertOrder(
                Codec.ofRecord(Key.class),
                List.of(
                        new Key("a", -5, now),
                        new Key("a", 3, now),
                        new Key("a", 3, now.plusNanos(1)),
                        new Key("b", -9, now)));
        assertOrder(
                Codec.ofRecord(
                        Key.class, Codec.STRING, Codec.INT.reversed(), Codec.INSTANT.reversed()),
                List.of(
                        new Key("a", 3, now.plusNanos(1)),
                        new Key("a", 3, now),
                        new Key("a", -5, now),
                        new Key("b", -9, now)));
    }

    record Amount(String name, BigDecimal much) {}

    @Test
    void otherCodecsHaveNoOrder() {
        List<Codec<?>> others =
                List.of(
                        Codec.BIG_DECIMAL,
                        Codec.LONGS,
                        Codec.list(Codec.LONG),
                        Codec.optional(Codec.LONG),
                        Codec.ofRecord(Amount.class),
                        Codec.persistentMap(Codec.LONG, Codec.LONG));
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections collections = PersistentCollections.in(heap);
            for (Codec<?> codec : others) {
                assertThatThrownBy(() -> collections.sortedSet(codec))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("codec without an order: codec=" + codec);
                assertThatThrownBy(codec::reversed).isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(codec::order).isInstanceOf(IllegalArgumentException.class);
            }
        }
    }
}
