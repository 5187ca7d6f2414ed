package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.json.JsonType;
import coex.collections.list.ArrayType;
import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.collections.map.MapType;
import coex.collections.map.SetType;
import coex.collections.text.LongValues;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.collections.value.SafepointRequested;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// The collector never waits for a whole large collection to be compared.
class LargeValuesTest extends LongValues {

    private static final int MANY = 2_000;

    private long rooted(int slot, long handle) {
        frame.set(slot, handle);
        return handle;
    }

    private long list(ListType lists, int count, IntToLongFunction elements) {
        try (ListBuilder builder = lists.builder()) {
            builder.start(mutator);
            for (int i = 0; i < count; i++) {
                builder.add(elements.applyAsLong(i));
            }
            return builder.finish();
        }
    }

    /// Compares rooted values: with as many safepoints as that, and not at all by who cannot come
    /// to one.
    private void areEqualInSteps(ValueType type, long first, long second, int steps)
            throws InterruptedException {
        assertThat(type.equal(mutator, first, second)).isTrue();
        assertThat(type.equal(mutator, first, second, Pause.GIVE_UP)).isTrue();
        assertThat(steps(type, first, second, true)).isGreaterThanOrEqualTo(steps);
        assertThat(asked.heap().validate().errors()).isEmpty();
    }

    private int steps(ValueType type, long first, long second, boolean equal)
            throws InterruptedException {
        return asked.safepointsIn(
                () -> {
                    assertThatThrownBy(() -> type.equal(mutator, first, second, Pause.GIVE_UP))
                            .isInstanceOf(SafepointRequested.class);
                    assertThat(type.equal(mutator, first, second, Pause.POLL)).isEqualTo(equal);
                });
    }

    private void differInSteps(ValueType type, long first, long second, int steps)
            throws InterruptedException {
        assertThat(type.equal(mutator, first, second)).isFalse();
        assertThat(type.equal(mutator, first, second, Pause.GIVE_UP)).isFalse();
        assertThat(steps(type, first, second, false)).isGreaterThanOrEqualTo(steps);
    }

    @Test
    void listsOfNumbersAreComparedInSteps() throws Exception {
        ListType lists = ListType.of(asked.heap(), Primitive.LONG);
        long first = rooted(0, list(lists, MANY, i -> i));
        long second = rooted(1, list(lists, MANY, i -> i));
        areEqualInSteps(lists, first, second, MANY / 32 - 1);
        long other = rooted(2, lists.set(mutator, second, MANY - 1, -1));
        differInSteps(lists, first, other, MANY / 32 - 1);
        differInSteps(lists, second, other, MANY / 32 - 1); // most of it is shared
    }

    @Test
    void listsThatBeginElsewhereInTheirChunksAreComparedInSteps() throws Exception {
        ListType lists = ListType.of(asked.heap(), strings);
        long whole = rooted(0, list(lists, MANY + 5, i -> strings.of(mutator, "text " + i)));
        long first = rooted(0, lists.slice(mutator, whole, 5, MANY + 5));
        long second = rooted(1, list(lists, MANY, i -> strings.of(mutator, "text " + (i + 5))));
        areEqualInSteps(lists, first, second, MANY / 32 - 1);
    }

    @Test
    void shortListsOfNumbersAreComparedAtOnce() throws Exception {
        ListType lists = ListType.of(asked.heap(), Primitive.LONG);
        long first = rooted(0, list(lists, 1000, i -> i));
        long second = rooted(1, list(lists, 1000, i -> i));
        int safepoints =
                asked.safepointsIn(
                        () ->
                                assertThat(lists.equal(mutator, first, second, Pause.GIVE_UP))
                                        .isTrue());
        assertThat(safepoints).isZero();
    }

    @Test
    void listsOfListsAreComparedInSteps() throws Exception {
        ListType lists = ListType.of(asked.heap(), Primitive.LONG);
        ListType nested = ListType.of(asked.heap(), lists);
        long first = rooted(0, list(nested, 3, i -> list(lists, MANY, j -> i * j)));
        long second = rooted(1, list(nested, 3, i -> list(lists, MANY, j -> i * j)));
        areEqualInSteps(nested, first, second, 3 * (MANY / 32 - 1));
    }

    @Test
    void arraysAreComparedInSteps() throws Exception {
        ArrayType numbers = ArrayType.of(asked.heap(), Primitive.LONG);
        long first = rooted(0, numbers.filled(mutator, 100_000, 7));
        long second = rooted(1, numbers.filled(mutator, 100_000, 7));
        areEqualInSteps(numbers, first, second, 100_000 * 8 / 65_536 - 1);
        long other = rooted(2, numbers.set(mutator, second, 99_999, 8));
        differInSteps(numbers, first, other, 100_000 * 8 / 65_536 - 1);
    }

    @Test
    void arraysOfTextsAreComparedInSteps() throws Exception {
        ListType lists = ListType.of(asked.heap(), strings);
        ArrayType texts = ArrayType.of(asked.heap(), strings);
        rooted(2, list(lists, MANY, i -> strings.of(mutator, "text " + i)));
        long first = rooted(0, texts.ofList(mutator, lists, frame.get(2)));
        rooted(2, list(lists, MANY, i -> strings.of(mutator, "text " + i)));
        long second = rooted(1, texts.ofList(mutator, lists, frame.get(2)));
        areEqualInSteps(texts, first, second, MANY / 32 - 1);
    }

    private long map(MapType maps, int slot, int count, IntToLongFunction value) {
        rooted(slot, 0);
        for (int i = 0; i < count; i++) {
            long bits = rooted(2, value.applyAsLong(i));
            rooted(slot, maps.set(mutator, frame.get(slot), i, bits));
        }
        return frame.get(slot);
    }

    @Test
    void mapsAreComparedInSteps() throws Exception {
        MapType maps = MapType.of(asked.heap(), Primitive.LONG, strings);
        long first = map(maps, 0, MANY, i -> strings.of(mutator, "value " + i));
        long second = map(maps, 1, MANY, i -> strings.of(mutator, "value " + i));
        areEqualInSteps(maps, first, second, MANY / 32);
        long last = rooted(2, maps.set(mutator, second, MANY - 1, 0));
        assertThat(maps.equal(mutator, first, last, Pause.POLL)).isFalse();
    }

    @Test
    void mapsOfLargeValuesAreComparedInSteps() throws Exception {
        ListType lists = ListType.of(asked.heap(), Primitive.LONG);
        MapType maps = MapType.of(asked.heap(), Primitive.LONG, lists);
        long first = map(maps, 0, 3, i -> list(lists, MANY, j -> i * j));
        long second = map(maps, 1, 3, i -> list(lists, MANY, j -> i * j));
        areEqualInSteps(maps, first, second, 3 * (MANY / 32 - 1));
    }

    /// Numbers in boxes of the heap; all have the same hash.
    private record Colliding(ListType boxes) implements ValueType {
        @Override
        public Storage storage() {
            return Storage.REFERENCE;
        }

        @Override
        public int hash(MutatorContext mutator, long bits) {
            return 1;
        }

        @Override
        public boolean equal(MutatorContext mutator, long first, long second) {
            return boxes.equal(mutator, first, second);
        }

        @Override
        public int compare(MutatorContext mutator, long first, long second, Pause pause) {
            return boxes.compare(mutator, first, second, pause);
        }
    }

    @Test
    void setsOfElementsWithTheSameHashAreComparedInSteps() throws Exception {
        ListType boxes = ListType.of(asked.heap(), Primitive.LONG);
        SetType sets = SetType.of(asked.heap(), new Colliding(boxes));
        int count = 100;
        for (int i = 0; i < count; i++) {
            int up = i;
            int down = count - 1 - i;
            long box = rooted(2, list(boxes, 1, _ -> up));
            rooted(0, sets.add(mutator, frame.get(0), box));
            box = rooted(2, list(boxes, 1, _ -> down));
            rooted(1, sets.add(mutator, frame.get(1), box));
        }
        areEqualInSteps(sets, frame.get(0), frame.get(1), count / 31);
        long fewer = rooted(1, sets.remove(mutator, frame.get(1), frame.get(2)));
        long other = rooted(1, sets.add(mutator, fewer, list(boxes, 1, _ -> count)));
        assertThat(sets.equal(mutator, frame.get(0), other)).isFalse();
        assertThat(sets.equal(mutator, frame.get(0), other, Pause.POLL)).isFalse();
    }

    @Test
    void jsonIsComparedInSteps() throws Exception {
        JsonType json = JsonType.of(asked.heap());
        for (int slot = 0; slot < 2; slot++) {
            rooted(2, list(json.lists(), 320, i -> json.ofLong(mutator, i)));
            long array = rooted(2, json.ofList(mutator, frame.get(2)));
            rooted(slot, json.emptyObject(mutator));
            for (int i = 0; i < 40; i++) {
                long name = strings.of(mutator, "name " + i);
                rooted(slot, json.withField(mutator, frame.get(slot), name, frame.get(2)));
            }
            assertThat(array).isNotZero();
        }
        areEqualInSteps(json, frame.get(0), frame.get(1), 40 * 9);
    }

    @Test
    void aJavaProgramComparesCollectionsInSteps() throws Exception {
        PersistentCollections heap = PersistentCollections.in(asked.heap());
        try (PersistentList<Long> first = numbers(heap);
                PersistentList<Long> second = numbers(heap)) {
            int safepoints = asked.safepointsIn(() -> assertThat(first.equals(second)).isTrue());
            assertThat(safepoints).isGreaterThanOrEqualTo(MANY / 32 - 1);
        }
    }

    @Test
    void aJavaProgramReadsLargeElementsInSteps() throws Exception {
        PersistentCollections heap = PersistentCollections.in(asked.heap());
        String text = "0123456789abcdef".repeat(5 * Pause.STEP_BYTES / 16);
        byte[] bytes = new byte[5 * Pause.STEP_BYTES + 3];
        Arrays.fill(bytes, (byte) 7);
        List<Long> numbers = LongStream.range(0, MANY).boxed().toList();
        List<Long> fewer = numbers.subList(0, 300);
        Map<Long, Long> squares =
                fewer.stream().collect(Collectors.toMap(each -> each, each -> each * each));
        isReadInSteps(heap.listBuilder(Codec.STRING), text, 5);
        isReadInSteps(heap.listBuilder(Codec.BYTES), bytes, 5);
        isReadInSteps(heap.listBuilder(Codec.list(Codec.LONG)), numbers, MANY / 32);
        isReadInSteps(heap.listBuilder(Codec.set(Codec.LONG)), Set.copyOf(fewer), 300);
        isReadInSteps(heap.listBuilder(Codec.map(Codec.LONG, Codec.LONG)), squares, 300);
        isReadInSteps(
                heap.listBuilder(Codec.list(Codec.STRING)), List.of("a", text, "b", text), 10);
    }

    private <T> void isReadInSteps(PersistentList.Builder<T> builder, T value, int steps)
            throws InterruptedException {
        try (PersistentList<T> list = builder.add(value).build()) {
            int safepoints = asked.safepointsIn(() -> assertThat(list.get(0)).isEqualTo(value));
            assertThat(safepoints).isGreaterThanOrEqualTo(steps);
        }
    }

    private static PersistentList<Long> numbers(PersistentCollections heap) {
        var builder = heap.listBuilder(Codec.LONG);
        for (long i = 0; i < MANY; i++) {
            builder.add(i);
        }
        return builder.build();
    }
}
