package coex.collections;

import static coex.collections.value.ValueType.HASHED_PARTS;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.json.JsonType;
import coex.collections.list.ArrayType;
import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.collections.map.MapType;
import coex.collections.map.SetType;
import coex.collections.text.Strings;
import coex.collections.value.Hashing;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.function.IntToLongFunction;

/// The hash of a large value takes in a limited number of its parts, and the same ones of equal
/// values.
class HashedPartsTest {

    private static final int MANY = 2 * HASHED_PARTS;

    private Heap heap;
    private Frame frame;
    private MutatorContext mutator;
    private Strings strings;
    private Counting counting;

    /// Numbers that count how many of them are hashed.
    private static final class Counting implements ValueType {

        private int hashed;

        @Override
        public Storage storage() {
            return Storage.WORD;
        }

        @Override
        public int hash(MutatorContext mutator, long bits) {
            hashed++;
            return Hashing.ofWord(bits);
        }

        @Override
        public boolean equal(MutatorContext mutator, long first, long second) {
            return first == second;
        }

        @Override
        public int compare(MutatorContext mutator, long first, long second, Pause pause) {
            return Long.compare(first, second);
        }
    }

    @BeforeEach
    void open() {
        heap =
                Heap.open(
                        HeapOptions.builder()
                                .hugePages(false)
                                .initialBytes(8 << 20)
                                .maximumBytes(512 << 20)
                                .build());
        Mutator checked = heap.attach();
        mutator = ConcurrentHeap.contextOf(checked);
        frame = checked.frame(4);
        strings = Strings.of(heap);
        counting = new Counting();
    }

    @AfterEach
    void close() {
        heap.close();
    }

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

    private int hashedIn(ValueType type, long value) {
        counting.hashed = 0;
        type.hash(mutator, value);
        return counting.hashed;
    }

    private void haveEqualHashes(ValueType type, long first, long second) {
        assertThat(type.equal(mutator, first, second)).isTrue();
        assertThat(type.hash(mutator, first)).isEqualTo(type.hash(mutator, second));
        assertThat(type.hash(mutator, first, 5)).isEqualTo(type.hash(mutator, second, 5));
        assertThat(type.hash(mutator, first, 1)).isEqualTo(type.hash(mutator, second, 1));
    }

    private void haveDifferentHashes(ValueType type, long first, long second) {
        assertThat(type.hash(mutator, first)).isNotEqualTo(type.hash(mutator, second));
    }

    @Test
    void notAllElementsOfALongListCount() {
        ListType lists = ListType.of(heap, counting);
        long list = rooted(0, list(lists, MANY, i -> i));
        assertThat(hashedIn(lists, list)).isPositive().isLessThanOrEqualTo(HASHED_PARTS);
        long few = rooted(1, lists.slice(mutator, list, 0, HASHED_PARTS));
        assertThat(hashedIn(lists, few)).isEqualTo(HASHED_PARTS);
        long longer = rooted(1, list(lists, MANY + 7, i -> i - 7));
        haveEqualHashes(lists, list, rooted(1, lists.slice(mutator, longer, 7, MANY + 7)));
        haveDifferentHashes(lists, list, rooted(1, lists.set(mutator, list, 0, -1)));
        haveDifferentHashes(lists, list, rooted(1, lists.set(mutator, list, MANY - 1, -1)));
        haveDifferentHashes(lists, list, rooted(1, lists.slice(mutator, list, 0, MANY - 1)));
    }

    @Test
    void notAllElementsOfALongArrayCount() {
        ListType lists = ListType.of(heap, counting);
        ArrayType arrays = ArrayType.of(heap, counting);
        long list = rooted(0, list(lists, MANY, i -> i));
        long array = rooted(1, arrays.ofList(mutator, lists, list));
        assertThat(hashedIn(arrays, array)).isPositive().isLessThanOrEqualTo(HASHED_PARTS);
        long longer = rooted(0, list(lists, MANY + 7, i -> i));
        rooted(2, arrays.ofList(mutator, lists, longer));
        haveEqualHashes(arrays, array, rooted(2, arrays.slice(mutator, frame.get(2), 0, MANY)));
        haveDifferentHashes(arrays, array, rooted(2, arrays.set(mutator, array, MANY - 1, MANY)));
    }

    @Test
    void theElementsOfNestedListsShareTheNumber() {
        ListType lists = ListType.of(heap, counting);
        ListType nested = ListType.of(heap, lists);
        ListType twice = ListType.of(heap, nested);
        for (int outer : new int[] {3, 100, 20_000}) {
            rooted(0, list(lists, 1_000, i -> i));
            rooted(1, list(nested, 50, _ -> frame.get(0)));
            long value = rooted(2, list(twice, outer, _ -> frame.get(1)));
            assertThat(hashedIn(twice, value)).isPositive().isLessThanOrEqualTo(HASHED_PARTS);
        }
    }

    private long map(MapType maps, int slot, int count, boolean upwards) {
        rooted(slot, 0);
        for (int i = 0; i < count; i++) {
            int key = upwards ? i : count - 1 - i;
            rooted(slot, maps.set(mutator, frame.get(slot), key, 3L * key));
        }
        return frame.get(slot);
    }

    @Test
    void notAllEntriesOfALargeMapCount() {
        MapType maps = MapType.of(heap, Primitive.LONG, counting);
        long map = map(maps, 0, MANY, true);
        // Of each of 1,024 ways the entries of one node, which are few.
        assertThat(hashedIn(maps, map)).isBetween(1_024, HASHED_PARTS);
        haveEqualHashes(maps, map, map(maps, 1, MANY, false));
        haveDifferentHashes(maps, map, rooted(1, maps.remove(mutator, map, 17)));
        int different = 0;
        for (int key = 0; key < 1_000; key++) {
            long other = rooted(1, maps.set(mutator, map, key, -1));
            different += maps.hash(mutator, map) == maps.hash(mutator, other) ? 0 : 1;
        }
        assertThat(different).isPositive();
        long small = map(maps, 0, 1_000, true);
        assertThat(hashedIn(maps, small)).isEqualTo(1_000);
        haveEqualHashes(maps, small, map(maps, 1, 1_000, false));
    }

    @Test
    void setsOfElementsWithTheSameHashHaveTheSameHashInAnyOrder() {
        ListType lists = ListType.of(heap, Primitive.LONG);
        SetType sets = SetType.of(heap, new SameHash(lists));
        for (int i = 0; i < 100; i++) {
            int up = i;
            rooted(2, list(lists, 1, _ -> up));
            rooted(0, sets.add(mutator, frame.get(0), frame.get(2)));
            rooted(2, list(lists, 1, _ -> 99 - up));
            rooted(1, sets.add(mutator, frame.get(1), frame.get(2)));
        }
        haveEqualHashes(sets, frame.get(0), frame.get(1));
    }

    private record SameHash(ListType lists) implements ValueType {
        @Override
        public Storage storage() {
            return Storage.REFERENCE;
        }

        @Override
        public int hash(MutatorContext mutator, long bits) {
            return 5;
        }

        @Override
        public boolean equal(MutatorContext mutator, long first, long second) {
            return lists.equal(mutator, first, second);
        }

        @Override
        public int compare(MutatorContext mutator, long first, long second, Pause pause) {
            return lists.compare(mutator, first, second, pause);
        }
    }

    @Test
    void textsThatArePartsHaveTheSameHashWhateverIsKnownOfThem() {
        ListType lists = ListType.of(heap, strings);
        String text = "0123456789".repeat(500);
        long list = rooted(0, list(lists, 10_000, _ -> strings.of(mutator, text)));
        strings.hash(mutator, lists.get(mutator, list, 0)); // one of them is known
        long whole = rooted(2, strings.of(mutator, "x" + text));
        long view = rooted(3, strings.slice(mutator, whole, 1, 5_001));
        haveEqualHashes(lists, list, rooted(1, list(lists, 10_000, _ -> view)));
        haveDifferentHashes(
                lists, list, rooted(1, lists.set(mutator, list, 0, strings.of(mutator, "y"))));
    }

    @Test
    void largeJsonHasTheSameHashHoweverItWasMade() {
        JsonType json = JsonType.of(heap);
        int count = HASHED_PARTS + 100;
        for (int slot = 0; slot < 2; slot++) {
            rooted(slot, json.emptyObject(mutator));
            for (int i = 0; i < count; i++) {
                int number = slot == 0 ? i : count - 1 - i;
                long name = rooted(2, strings.of(mutator, "n" + number));
                long value = rooted(3, json.ofLong(mutator, number));
                rooted(slot, json.withField(mutator, frame.get(slot), name, value));
            }
        }
        haveEqualHashes(json, frame.get(0), frame.get(1));
        ListType lists = json.lists();
        rooted(0, json.ofList(mutator, list(lists, MANY, i -> json.ofLong(mutator, i))));
        rooted(1, json.ofList(mutator, list(lists, MANY, i -> json.ofLong(mutator, i))));
        haveEqualHashes(json, frame.get(0), frame.get(1));
        rooted(2, json.ofLong(mutator, -1));
        rooted(1, json.withElement(mutator, frame.get(1), MANY - 1, frame.get(2)));
        haveDifferentHashes(json, frame.get(0), frame.get(1));
    }
}
