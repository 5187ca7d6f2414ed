package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.collections.text.Strings;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.invoke.MethodHandles;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/// Values come back as they went in, keys are found by content, and what cannot be kept is refused
/// by name.
class CodecTest {

    record Point(int x, int y) {}

    record Line(Point from, Point to, String name) {}

    record Everything(
            long a,
            Integer b,
            short c,
            char d,
            byte e,
            boolean f,
            double g,
            Float h,
            String i,
            byte[] j,
            DayOfWeek k,
            Point l,
            List<String> m,
            Set<Integer> n,
            Map<String, List<Point>> o,
            Optional<Double> p) {}

    record Nothing() {}

    record Event(String what, Instant when) {}

    record Started(String what, Thread by) {}

    record Loud(String text) {
        Loud {
            if (text.isEmpty()) {
                throw new IllegalStateException("no text");
            }
        }
    }

    private Heap heap = Heap.open(TestHeaps.PLAIN.options());

    @AfterEach
    void close() {
        heap.close();
    }

    private void in(TestHeaps kind) {
        heap.close();
        heap = Heap.open(kind.options());
    }

    private <T> T throughTheHeap(Codec<T> codec, T value) {
        PersistentCollections collections = PersistentCollections.in(heap);
        PersistentMap<Long, T> asValue = collections.map(Codec.LONG, codec).with(1L, value);
        PersistentMap<T, Long> asKey = collections.map(codec, Codec.LONG).with(value, 2L);
        PersistentSet<T> inSet = collections.set(codec).with(value);
        PersistentList<T> inList = collections.list(codec).append(value).append(value);
        PersistentArray<T> inArray = collections.array(codec, List.of(value));
        heap.collect();
        assertThat(asKey.get(value)).isEqualTo(2L);
        assertThat(inSet.contains(value)).isTrue();
        assertSame(inList.get(1), value);
        assertSame(inArray.get(0), value);
        assertSame(asKey.iterator().next().getKey(), value);
        return asValue.get(1L);
    }

    private static void assertSame(Object actual, Object expected) {
        if (expected instanceof Record) {
            assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
        } else {
            assertThat(Objects.deepEquals(actual, expected)).as(expected.toString()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void valuesComeBackAsTheyWentIn(TestHeaps kind) {
        in(kind);
        for (long value : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThat(throughTheHeap(Codec.LONG, value)).isEqualTo(value);
            assertThat(throughTheHeap(Codec.INT, (int) value)).isEqualTo((int) value);
            assertThat(throughTheHeap(Codec.SHORT, (short) value)).isEqualTo((short) value);
            assertThat(throughTheHeap(Codec.CHAR, (char) value)).isEqualTo((char) value);
            assertThat(throughTheHeap(Codec.BYTE, (byte) value)).isEqualTo((byte) value);
        }
        for (double value : new double[] {0.0, -0.0, 1.5, Double.NaN, Double.NEGATIVE_INFINITY}) {
            assertThat(throughTheHeap(Codec.DOUBLE, value)).isEqualTo(Double.valueOf(value));
            assertThat(throughTheHeap(Codec.FLOAT, (float) value))
                    .isEqualTo(Float.valueOf((float) value));
        }
        assertThat(throughTheHeap(Codec.BOOLEAN, true)).isTrue();
        assertThat(throughTheHeap(Codec.BOOLEAN, false)).isFalse();
        for (DayOfWeek day : DayOfWeek.values()) {
            assertThat(throughTheHeap(Codec.ofEnum(DayOfWeek.class), day)).isEqualTo(day);
        }
        for (String text : List.of("", "?", "a", "äöü", "\uD83D\uDE00?", "x".repeat(10_000))) {
            assertThat(throughTheHeap(Codec.STRING, text)).isEqualTo(text);
        }
        for (int length : new int[] {0, 1, 7, 8, 9, 5000}) {
            byte[] bytes = new byte[length];
            new Random(length).nextBytes(bytes);
            assertThat(throughTheHeap(Codec.BYTES, bytes)).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @EnumSource
    void recordsComeBackComponentByComponent(TestHeaps kind) {
        in(kind);
        Codec<Everything> codec = Codec.ofRecord(Everything.class);
        Everything value =
                new Everything(
                        -5,
                        7,
                        (short) -3,
                        'ß',
                        (byte) -128,
                        true,
                        2.5,
                        -0.5f,
                        "text",
                        new byte[] {1, -1},
                        DayOfWeek.FRIDAY,
                        new Point(3, 4),
                        List.of("a", "", "c"),
                        Set.of(1, 2, 3),
                        Map.of("p", List.of(new Point(1, 2)), "q", List.of()),
                        Optional.of(1.0));
        assertThat(throughTheHeap(codec, value)).usingRecursiveComparison().isEqualTo(value);
        assertThat(throughTheHeap(Codec.ofRecord(Nothing.class), new Nothing()))
                .isEqualTo(new Nothing());
        Line line = new Line(new Point(1, 2), new Point(3, 4), "l");
        assertThat(throughTheHeap(Codec.ofRecord(Line.class), line)).isEqualTo(line);
        assertThat(throughTheHeap(Codec.optional(Codec.LONG), Optional.empty())).isEmpty();
    }

    @Test
    void collectionsInsideCollectionsAreCopiedAndUnmodifiable() {
        List<Integer> many = new java.util.ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            many.add(i);
        }
        List<Integer> list = throughTheHeap(Codec.list(Codec.INT), many);
        assertThat(list).isEqualTo(many);
        assertThatThrownBy(() -> list.set(0, 1)).isInstanceOf(UnsupportedOperationException.class);
        Set<Integer> set = throughTheHeap(Codec.set(Codec.INT), Set.copyOf(many));
        assertThat(set).isEqualTo(Set.copyOf(many));
        assertThatThrownBy(set::clear).isInstanceOf(UnsupportedOperationException.class);
        Map<String, List<String>> model = Map.of("a", List.of("x", "y"), "b", List.of());
        var codec = Codec.map(Codec.STRING, Codec.list(Codec.STRING));
        Map<String, List<String>> map = throughTheHeap(codec, model);
        assertThat(map).isEqualTo(model);
        assertThatThrownBy(map::clear).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void persistentCollectionsInsideCollectionsAreShared() {
        PersistentCollections collections = PersistentCollections.in(heap);
        var innerCodec = Codec.persistentMap(Codec.STRING, Codec.LONG);
        var inner = collections.map(Codec.STRING, Codec.LONG).with("a", 1L);
        var empty = collections.map(Codec.STRING, Codec.LONG);
        var outer =
                collections.map(Codec.STRING, innerCodec).with("inner", inner).with("empty", empty);
        PersistentMap<String, Long> read = outer.get("inner");
        assertThat(read).isEqualTo(inner).isNotSameAs(inner);
        inner.close();
        heap.collect();
        heap.collect();
        assertThat(read.get("a")).isEqualTo(1L);
        assertThat(outer.get("inner").get("a")).isEqualTo(1L);
        assertThat(outer.get("empty").isEmpty()).isTrue();
        var keyed = collections.map(innerCodec, Codec.LONG).with(read, 5L);
        assertThat(keyed.get(empty.with("a", 1L))).isEqualTo(5L);
        assertThatThrownBy(() -> outer.with("closed", inner))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "collection closed: type=PersistentMap operation=put into a collection");
        try (Heap other = Heap.open()) {
            var foreign = PersistentCollections.in(other).map(Codec.STRING, Codec.LONG);
            assertThatThrownBy(() -> outer.with("foreign", foreign))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("another heap");
        }
        assertThat(
                        collections
                                .list(Codec.persistentList(Codec.INT))
                                .append(collections.list(Codec.INT, List.of(1, 2)))
                                .get(0)
                                .asList())
                .containsExactly(1, 2);
        assertThat(
                        collections
                                .list(Codec.persistentSet(Codec.INT))
                                .append(collections.set(Codec.INT, List.of(1, 2)))
                                .get(0)
                                .asSet())
                .containsExactlyInAnyOrder(1, 2);
        assertThat(
                        collections
                                .list(Codec.persistentArray(Codec.INT))
                                .append(collections.array(Codec.INT, List.of(1, 2)))
                                .get(0)
                                .asList())
                .containsExactly(1, 2);
    }

    @Test
    void aCodecOfTheEmbeddersStandsOnAnother() {
        Codec<BigInteger> numbers = Codec.of(Codec.BYTES, BigInteger::toByteArray, BigInteger::new);
        Codec<Instant> instants =
                Codec.of(Codec.LONG, Instant::toEpochMilli, Instant::ofEpochMilli);
        BigInteger large = BigInteger.TEN.pow(100).negate();
        assertThat(throughTheHeap(numbers, large)).isEqualTo(large);
        Instant now = Instant.ofEpochMilli(1_234_567_890_123L);
        assertThat(throughTheHeap(instants, now)).isEqualTo(now);
        Codec<Event> events = Codec.ofRecord(Event.class, Codec.STRING, instants);
        Event event = new Event("e", now);
        assertThat(throughTheHeap(events, event)).isEqualTo(event);
        Codec<Loud> strange = Codec.of(Codec.STRING, _ -> null, Loud::new);
        PersistentList<Loud> list = PersistentCollections.in(heap).list(strange);
        assertThatThrownBy(() -> list.append(new Loud("a")))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("what stands in for a value is null");
    }

    @Test
    void theEmbeddersFunctionsMayUseCollectionsThemselves() {
        PersistentCollections collections = PersistentCollections.in(heap);
        PersistentMap<String, Long> numbers =
                collections.map(Codec.STRING, Codec.LONG, Map.of("one", 1L, "two", 2L));
        Codec<String> byNumber =
                Codec.of(
                        Codec.LONG,
                        numbers::get,
                        number -> {
                            heap.collect();
                            return numbers.stream()
                                    .filter(entry -> entry.getValue().equals(number))
                                    .findFirst()
                                    .orElseThrow()
                                    .getKey();
                        });
        PersistentList<String> list = collections.list(byNumber, List.of("two", "one"));
        assertThat(list.asList()).containsExactly("two", "one");
    }

    @Test
    void codecsAreEqualIfTheyDoTheSame() {
        assertThat(Codec.ofRecord(Line.class)).isEqualTo(Codec.ofRecord(Line.class));
        assertThat(Codec.ofRecord(Line.class)).hasSameHashCodeAs(Codec.ofRecord(Line.class));
        assertThat(Codec.list(Codec.INT)).isEqualTo(Codec.list(Codec.INT));
        assertThat(Codec.list(Codec.INT)).isNotEqualTo(Codec.list(Codec.LONG));
        assertThat(Codec.list(Codec.INT)).isNotEqualTo(Codec.set(Codec.INT));
        assertThat(Codec.optional(Codec.INT)).isEqualTo(Codec.optional(Codec.INT));
        assertThat(Codec.optional(Codec.INT)).isNotEqualTo(Codec.list(Codec.INT));
        assertThat(Codec.ofEnum(DayOfWeek.class)).isEqualTo(Codec.ofEnum(DayOfWeek.class));
        Codec<Instant> own = Codec.of(Codec.LONG, Instant::toEpochMilli, Instant::ofEpochMilli);
        assertThat(own).isEqualTo(own);
        assertThat(own)
                .isNotEqualTo(Codec.of(Codec.LONG, Instant::toEpochMilli, Instant::ofEpochMilli));
        assertThat(Codec.map(Codec.STRING, Codec.list(Codec.INT)))
                .hasToString("map(java.lang.String, list(java.lang.Integer))");
    }

    @Test
    void whatCannotBeKeptIsRefusedByName() {
        assertThatThrownBy(() -> Codec.ofRecord(Started.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "no codec for a record component: record=coex.collections.CodecTest$Started"
                                + " component=by type=java.lang.Thread");
        assertThatThrownBy(() -> Codec.ofRecord(Point.class, Codec.INT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "codecs do not match components: record=coex.collections.CodecTest$Point"
                                + " components=2 codecs=1");
        assertThatThrownBy(() -> Codec.ofRecord(MethodHandles.publicLookup(), Point.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "record not accessible: record=coex.collections.CodecTest$Point");
        PersistentList<Line> lines =
                PersistentCollections.in(heap).list(Codec.ofRecord(Line.class));
        assertThatThrownBy(() -> lines.append(new Line(new Point(1, 1), null, "n")))
                .isInstanceOf(NullPointerException.class)
                .hasMessageStartingWith(
                        "record component is null: record=coex.collections.CodecTest$Line"
                                + " component=to");
        assertThatThrownBy(
                        () ->
                                PersistentCollections.in(heap)
                                        .list(Codec.list(Codec.INT))
                                        .append(Arrays.asList(1, null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("element of a list is null: codec=java.lang.Integer");
        for (String broken : List.of("a\uD800", "\uDC00", "\uD800b", "?\uD800")) {
            assertThatThrownBy(
                            () -> PersistentCollections.in(heap).list(Codec.STRING).append(broken))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("string with a lone surrogate: index=");
        }
    }

    @Test
    void aSoughtStringHasTheHashOfTheStringInTheHeap() {
        Random random = new Random(5);
        Mutator mutator = heap.attach();
        var context = ConcurrentHeap.contextOf(mutator);
        Strings strings = Strings.of(heap);
        try (Frame frame = mutator.frame(1)) {
            for (int number = 0; number < 200; number++) {
                int length = number < 196 ? number : (1 << 20) - 197 + number; // also long ones
                byte[] utf8 = new byte[length];
                random.nextBytes(utf8);
                frame.set(0, strings.of(context, utf8, 0, length));
                ProbeText sought = ProbeText.of(strings, utf8);
                assertThat(sought.hash()).isEqualTo(strings.hash(context, frame.get(0)));
                assertThat(sought.equal(context, frame.get(0), ProbeText.PROBE)).isTrue();
                byte[] other = "other".getBytes(StandardCharsets.UTF_8);
                assertThat(
                                ProbeText.of(strings, other)
                                        .equal(context, frame.get(0), ProbeText.PROBE))
                        .isFalse();
            }
        }
    }

    @Test
    void bytesGivenToABuilderCanBeChangedByTheirOwner() {
        byte[] bytes = {1, 2, 3};
        PersistentList.Builder<byte[]> builder =
                PersistentCollections.in(heap).listBuilder(Codec.BYTES).add(bytes);
        bytes[0] = 9;
        assertThat(builder.build().get(0)).containsExactly(1, 2, 3);
    }
}
