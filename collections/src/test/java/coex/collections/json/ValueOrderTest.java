package coex.collections.json;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.CollidingKeys;
import coex.collections.list.ArrayType;
import coex.collections.list.ListType;
import coex.collections.list.TestHeaps;
import coex.collections.map.ManyRoots;
import coex.collections.map.MapType;
import coex.collections.map.SetType;
import coex.collections.text.Strings;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;

/// `compare` is an order of all values of a type, and those that come out the same are the equal
/// ones.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class ValueOrderTest {

    private static final int COUNT = 60;

    private final long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
    private final Random random = new Random(seed);
    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final MutatorContext mutator = ConcurrentHeap.contextOf(heap.attach());
    private final ManyRoots roots = new ManyRoots(mutator, COUNT + 1);
    private final Strings strings = Strings.of(heap);
    private final ListType lists = ListType.of(heap, Primitive.LONG);
    private final JsonType json = JsonType.of(heap);
    private final JsonValues values = new JsonValues(mutator, json);

    @AfterEach
    void close() {
        heap.close();
    }

    /// Looks at all triples of so many values of a type whose values are objects.
    private void isOrder(ValueType type, LongSupplier value) {
        for (int i = 0; i < COUNT; i++) {
            roots.set(i, value.getAsLong());
        }
        int[][] order = new int[COUNT][COUNT];
        int equal = 0;
        for (int i = 0; i < COUNT; i++) {
            for (int j = 0; j < COUNT; j++) {
                Pause pause = random.nextBoolean() ? Pause.POLL : Pause.NONE;
                order[i][j] =
                        Integer.signum(type.compare(mutator, roots.get(i), roots.get(j), pause));
                boolean same = type.equal(mutator, roots.get(i), roots.get(j));
                assertThat(order[i][j] == 0).as("seed %d", seed).isEqualTo(same);
                equal += i != j && same ? 1 : 0;
            }
        }
        assertThat(equal).as("pairs of equal values, seed %d", seed).isPositive();
        for (int i = 0; i < COUNT; i++) {
            for (int j = 0; j < COUNT; j++) {
                assertThat(order[i][j]).as("seed %d", seed).isEqualTo(-order[j][i]);
                for (int k = 0; k < COUNT; k++) {
                    boolean isChain = order[i][j] <= 0 && order[j][k] <= 0;
                    assertThat(isChain && order[i][k] > 0).as("seed %d", seed).isFalse();
                }
            }
        }
    }

    private String text() {
        String[] parts = {"a", "b", "é", "\uD83D\uDE00", "abcdefgh", "\u007F"};
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(parts[random.nextInt(parts.length)]);
        }
        return text.toString();
    }

    private long string() {
        String text = text();
        if (random.nextBoolean()) {
            return strings.of(mutator, text);
        }
        String padding = "x".repeat(50);
        int length = text.codePointCount(0, text.length());
        return strings.slice(mutator, strings.of(mutator, padding + text), 50, 50 + length);
    }

    private long[] words() {
        return random.longs(random.nextInt(4), -1, 2).toArray();
    }

    private long list() {
        long[] words = words();
        if (random.nextBoolean()) {
            return lists.of(mutator, words, 0, words.length);
        }
        long[] more = new long[words.length + 40];
        System.arraycopy(words, 0, more, 35, words.length);
        long list = lists.of(mutator, more, 0, more.length);
        return lists.slice(mutator, list, 35, 35 + words.length);
    }

    @Test
    void ofTexts() {
        isOrder(strings, this::string);
    }

    @Test
    void ofLists() {
        isOrder(lists, this::list);
    }

    @Test
    void ofListsOfTexts() {
        ListType type = ListType.of(heap, strings);
        isOrder(
                type,
                () -> {
                    roots.set(COUNT, 0);
                    for (int i = random.nextInt(3); i > 0; i--) {
                        roots.set(COUNT, type.append(mutator, roots.get(COUNT), string()));
                    }
                    return roots.get(COUNT);
                });
    }

    @Test
    void ofArrays() {
        ArrayType type = ArrayType.of(heap, Primitive.LONG);
        isOrder(type, () -> type.ofList(mutator, lists, list()));
    }

    @Test
    void ofArraysOfLists() {
        ListType nested = ListType.of(heap, lists);
        ArrayType type = ArrayType.of(heap, lists);
        isOrder(
                type,
                () -> {
                    roots.set(COUNT, 0);
                    for (int i = random.nextInt(3); i > 0; i--) {
                        roots.set(COUNT, nested.append(mutator, roots.get(COUNT), list()));
                    }
                    return type.ofList(mutator, nested, roots.get(COUNT));
                });
    }

    /// Some of whose elements have equal hashes.
    @Test
    void ofSets() {
        SetType type = SetType.of(heap, Primitive.LONG);
        isOrder(
                type,
                () -> {
                    roots.set(COUNT, 0);
                    int most = random.nextInt(4) == 0 ? 70 : 2;
                    for (int i = 0; i < most; i++) {
                        long word = CollidingKeys.word(random.nextInt(most < 70 ? 3 : 72));
                        roots.set(COUNT, type.add(mutator, roots.get(COUNT), word));
                        roots.set(COUNT, type.add(mutator, roots.get(COUNT), random.nextInt(2)));
                    }
                    return roots.get(COUNT);
                });
    }

    @Test
    void ofMapsWithTextsAndLists() {
        MapType type = MapType.of(heap, strings, lists);
        isOrder(
                type,
                () -> {
                    roots.set(COUNT, 0);
                    for (int i = random.nextInt(3); i > 0; i--) {
                        long key = strings.of(mutator, "k" + random.nextInt(3));
                        int frame = mutator.stack().push(1);
                        mutator.stack().setTop(mutator.stack().base(frame), key);
                        long value = list();
                        mutator.popTo(frame);
                        roots.set(COUNT, type.set(mutator, roots.get(COUNT), key, value));
                    }
                    return roots.get(COUNT);
                });
    }

    private Object jsonValue(int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> (long) random.nextInt(2);
            case 3 -> random.nextInt(2) / 2.0;
            case 4 -> text();
            case 5 -> {
                List<Object> elements = new ArrayList<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    elements.add(jsonValue(depth - 1));
                }
                yield elements;
            }
            default -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    fields.put("n" + random.nextInt(3), jsonValue(depth - 1));
                }
                yield fields;
            }
        };
    }

    @Test
    void ofJson() {
        isOrder(json, () -> values.of(jsonValue(2)));
    }

    /// More fields than a slim object has, in any order.
    @Test
    void ofWideObjects() {
        isOrder(
                json,
                () -> {
                    List<String> names = new ArrayList<>();
                    for (int i = 0; i < 40; i++) {
                        names.add("n" + i);
                    }
                    names.set(random.nextInt(3), "other");
                    Collections.shuffle(names, random);
                    Map<String, Object> fields = new LinkedHashMap<>();
                    for (String name : names) {
                        fields.put(name, name.equals("n20") ? (long) random.nextInt(3) : 7L);
                    }
                    return values.of(fields);
                });
    }

    /// Deeper than a comparison goes at once, with differences at several depths.
    @Test
    void ofDeepJson() {
        isOrder(
                json,
                () -> {
                    roots.set(COUNT, json.ofLong(mutator, random.nextInt(2)));
                    for (int level = 1; level <= 450; level++) {
                        long inner =
                                json.append(mutator, json.ofList(mutator, 0), roots.get(COUNT));
                        roots.set(COUNT, inner);
                        if (level % 149 == 0) {
                            long last = json.ofLong(mutator, random.nextInt(2));
                            roots.set(COUNT, json.append(mutator, roots.get(COUNT), last));
                        }
                    }
                    return roots.get(COUNT);
                });
    }
}
