package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.json.JsonParser;
import coex.collections.json.JsonType;
import coex.collections.list.ArrayType;
import coex.collections.list.ListType;
import coex.collections.list.TestHeaps;
import coex.collections.map.ManyRoots;
import coex.collections.map.MapType;
import coex.collections.map.SetType;
import coex.collections.map.TrieCursor;
import coex.collections.text.Strings;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Sets of thousands of keys whose hashes are equal because somebody has chosen them so, for every
/// kind of key: they are what they should be, they have one order, and making them does not take a
/// square of comparisons.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class FloodTest {

    private static final int COUNT = 1_500;
    private static final int SETS = 3;

    private static final List<String> TEXTS = CollidingKeys.texts(2 * COUNT);

    /// What keys are made of a number; those of one kind all have the same hash.
    enum KeyKind {
        LONG,
        DOUBLE,
        STRING,
        VIEW,
        LIST,
        ARRAY,
        LIST_OF_STRINGS,
        SET,
        MAP,
        JSON_INT,
        JSON_STRING,
        JSON_ARRAY,
        /// Fields in either order.
        JSON_OBJECT,
        /// As many as have a list of names and an index.
        JSON_WIDE_OBJECT,
        /// Below the levels that count for a hash.
        JSON_DEEP
    }

    private final long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
    private final Random random = new Random(seed);
    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final MutatorContext mutator = ConcurrentHeap.contextOf(heap.attach());
    private final ManyRoots roots = new ManyRoots(mutator, 2 * COUNT + SETS + 1);
    private final Strings strings = Strings.of(heap);
    private final ListType lists = ListType.of(heap, Primitive.LONG);
    private final ArrayType arrays = ArrayType.of(heap, Primitive.LONG);
    private final ListType textLists = ListType.of(heap, strings);
    private final SetType sets = SetType.of(heap, Primitive.LONG);
    private final MapType maps = MapType.of(heap, Primitive.LONG, Primitive.LONG);
    private final JsonType json = JsonType.of(heap);
    private final JsonParser parser = new JsonParser(json);

    @AfterEach
    void close() {
        heap.close();
    }

    private ValueType type(KeyKind kind) {
        return switch (kind) {
            case LONG -> Primitive.LONG;
            case DOUBLE -> Primitive.DOUBLE;
            case STRING, VIEW -> strings;
            case LIST -> lists;
            case ARRAY -> arrays;
            case LIST_OF_STRINGS -> textLists;
            case SET -> sets;
            case MAP -> maps;
            default -> json;
        };
    }

    /// The key of a number, anew.
    private long key(KeyKind kind, int number) {
        long word = CollidingKeys.word(number);
        long[] words = {1, word};
        String text = TEXTS.get(number);
        return switch (kind) {
            case LONG, DOUBLE -> word;
            case STRING -> strings.of(mutator, text);
            case VIEW -> strings.slice(mutator, strings.of(mutator, "x".repeat(40) + text), 40, 56);
            case LIST -> lists.of(mutator, words, 0, 2);
            case ARRAY -> arrays.ofList(mutator, lists, lists.of(mutator, words, 0, 2));
            case LIST_OF_STRINGS ->
                    textLists.of(mutator, new long[] {strings.of(mutator, text)}, 0, 1);
            case SET -> sets.build(mutator, words, 2);
            case MAP -> maps.set(mutator, 0, word, 5);
            case JSON_INT -> parsed("" + word);
            case JSON_STRING -> parsed("\"" + text + "\"");
            case JSON_ARRAY -> parsed("[true," + word + "]");
            case JSON_OBJECT ->
                    parsed(
                            random.nextBoolean()
                                    ? "{\"a\":%d,\"b\":null}".formatted(word)
                                    : "{\"b\":null,\"a\":%d}".formatted(word));
            case JSON_WIDE_OBJECT -> wideObject(word);
            case JSON_DEEP -> parsed("[".repeat(300) + number + "]".repeat(300));
        };
    }

    private long parsed(String text) {
        return parser.parse(mutator, text.getBytes(StandardCharsets.UTF_8));
    }

    private long wideObject(long word) {
        List<String> fields = new ArrayList<>(List.of("\"a\":" + word));
        for (int i = 0; i < 33; i++) {
            fields.add("\"n%d\":%d".formatted(i, i));
        }
        Collections.shuffle(fields, random);
        return parsed("{" + String.join(",", fields) + "}");
    }

    /// The same type of keys, which counts comparisons, and keeps words in objects of the heap:
    /// what has no objects is not asked.
    private final class Counting implements ValueType {
        private final ValueType type;
        private long comparisons;

        Counting(ValueType type) {
            this.type = type;
        }

        @Override
        public Storage storage() {
            return type.storage();
        }

        @Override
        public int hash(MutatorContext by, long bits) {
            return type.hash(by, bits);
        }

        @Override
        public boolean equal(MutatorContext by, long first, long second) {
            comparisons++;
            return type.equal(by, first, second);
        }

        @Override
        public boolean equal(MutatorContext by, long first, long second, Pause pause) {
            comparisons++;
            return type.equal(by, first, second, pause);
        }

        @Override
        public int compare(MutatorContext by, long first, long second, Pause pause) {
            comparisons++;
            return type.compare(by, first, second, pause);
        }
    }

    private long keep(ValueType type, int slot, long bits) {
        if (type.storage() == Storage.REFERENCE) {
            roots.set(slot, bits);
        }
        return bits;
    }

    @ParameterizedTest
    @EnumSource(KeyKind.class)
    void aFloodedSetIsWhatItShouldBeAndCheap(KeyKind kind) {
        try {
            flood(kind, kind == KeyKind.JSON_WIDE_OBJECT ? COUNT / 5 : COUNT);
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed, e);
        }
    }

    private void flood(KeyKind kind, int count) {
        Counting type = new Counting(type(kind));
        SetType flooded = SetType.of(heap, type);
        long[] keys = new long[2 * count];
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 2 * count; i++) {
            keys[i] = keep(type, i, key(kind, i));
            assertThat(type.hash(mutator, keys[i])).isEqualTo(type.hash(mutator, keys[0]));
            numbers.add(i);
        }
        Collections.shuffle(numbers, random);
        List<Integer> in = numbers.subList(0, count);
        int first = 2 * COUNT;
        int second = first + 1;
        for (int number : in) {
            roots.set(first, flooded.add(mutator, roots.get(first), keys[number]));
        }
        assertThat(flooded.size(mutator, roots.get(first))).isEqualTo(count);
        long[] again = new long[count];
        for (int i = 0; i < count; i++) {
            int number = in.get(count - 1 - i);
            again[i] = keep(type, number, key(kind, number));
        }
        roots.set(second, flooded.build(mutator, again, count / 2));
        long[] rest = Arrays.copyOfRange(again, count / 2 - 5, count);
        roots.set(second + 1, flooded.build(mutator, rest, rest.length));
        roots.set(second, flooded.union(mutator, roots.get(second), roots.get(second + 1)));
        agree(flooded, type, count);
        for (int number : numbers) {
            long key = keep(type, second + 2, key(kind, number));
            assertThat(flooded.has(mutator, roots.get(first), key)).isEqualTo(in.contains(number));
        }
        for (int number : in.subList(0, count - 1)) {
            long key = keep(type, second + 2, key(kind, number));
            roots.set(first, flooded.remove(mutator, roots.get(first), key));
        }
        assertThat(flooded.size(mutator, roots.get(first))).isEqualTo(1);
        assertThat(flooded.has(mutator, roots.get(first), keys[in.getLast()])).isTrue();
        // About six operations with each key, of which each may take twice the logarithm
        assertThat(type.comparisons).isLessThan(6L * count * 2 * 11);
    }

    /// The first two sets are the same, in the same order.
    private void agree(SetType flooded, ValueType type, int count) {
        long first = roots.get(2 * COUNT);
        long second = roots.get(2 * COUNT + 1);
        assertThat(flooded.size(mutator, second)).isEqualTo(count);
        assertThat(flooded.equal(mutator, first, second)).isTrue();
        assertThat(flooded.compare(mutator, first, second, Pause.NONE)).isZero();
        assertThat(flooded.hash(mutator, first)).isEqualTo(flooded.hash(mutator, second));
        TrieCursor cursor = new TrieCursor(flooded);
        TrieCursor other = new TrieCursor(flooded);
        cursor.start(first);
        other.start(second);
        int seen = 0;
        for (; cursor.next(mutator); seen++) {
            assertThat(other.next(mutator)).isTrue();
            assertThat(type.equal(mutator, cursor.key(), other.key())).isTrue();
        }
        assertThat(seen).isEqualTo(count);
    }

    record Named(long number, String name) {}

    @Test
    void javaProgramsFindTheirKeysInAFlood() {
        PersistentCollections collections = PersistentCollections.in(heap);
        List<String> in = TEXTS.subList(0, COUNT);
        List<String> out = TEXTS.subList(COUNT, 2 * COUNT);
        PersistentSet<String> set = collections.set(Codec.STRING, in);
        PersistentMap<String, Long> map = collections.map(Codec.STRING, Codec.LONG);
        PersistentSet<Named> named = collections.set(Codec.ofRecord(Named.class));
        for (int i = 0; i < COUNT; i++) {
            map = map.with(in.get(i), (long) i);
            named = named.with(new Named(CollidingKeys.word(i), in.get(i)));
        }
        for (int i = 0; i < COUNT; i++) {
            assertThat(set.contains(in.get(i))).isTrue();
            assertThat(set.contains(out.get(i))).isFalse();
            assertThat(map.get(in.get(i))).isEqualTo(i);
            assertThat(map.get(out.get(i))).isNull();
            assertThat(named.contains(new Named(CollidingKeys.word(i), in.get(i)))).isTrue();
            assertThat(named.contains(new Named(CollidingKeys.word(i), out.get(i)))).isFalse();
        }
        assertThat(set.contains("")).isFalse();
        assertThat(set.contains(in.get(0) + "x")).isFalse();
        assertThat(set.asSet()).containsExactlyElementsOf(in.stream().sorted().toList());
        assertThat(map.asMap().keySet()).containsExactlyElementsOf(in.stream().sorted().toList());
        for (String text : in.subList(1, COUNT)) {
            set = set.without(text);
        }
        assertThat(set.asSet()).containsExactly(in.getFirst());
    }

    @Test
    void listsThatDifferOnlyInWhatDoesNotCountAreFoundInASet() {
        int length = 4 * ValueType.HASHED_PARTS;
        int middle = uncounted(length);
        Counting type = new Counting(lists);
        SetType versions = SetType.of(heap, type);
        long[] numbers = new long[length];
        roots.set(0, lists.of(mutator, numbers, 0, length));
        int count = 200;
        for (int i = 1; i <= count; i++) {
            roots.set(i, lists.set(mutator, roots.get(0), middle, i));
            roots.set(2 * COUNT, versions.add(mutator, roots.get(2 * COUNT), roots.get(i)));
        }
        assertThat(type.comparisons).isLessThan(2L * 8 * count);
        assertThat(versions.size(mutator, roots.get(2 * COUNT))).isEqualTo(count);
        assertThat(versions.has(mutator, roots.get(2 * COUNT), roots.get(0))).isFalse();
        assertThat(versions.has(mutator, roots.get(2 * COUNT), roots.get(77))).isTrue();
    }

    /// A position in the middle of a list of so many zeros that may be changed without changing the
    /// hash.
    private int uncounted(int length) {
        roots.set(0, lists.of(mutator, new long[length], 0, length));
        int hash = lists.hash(mutator, roots.get(0));
        for (int at = length / 2; ; at++) {
            roots.set(1, lists.set(mutator, roots.get(0), at, 1));
            if (lists.hash(mutator, roots.get(1)) == hash) {
                return at;
            }
        }
    }
}
