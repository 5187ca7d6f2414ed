// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.LongStream;

/// Differences of lists, arrays and json make one version of the other, and maps are merged as
/// their models are; what two versions share is not looked at.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class SequenceDifferenceTest {

    private static final long SEED = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);

    /// Applies what it is told to a model of the older version.
    private static final class Applied<E> implements SequenceChanges<E> {
        private final List<E> model;
        private final List<Integer> told = new ArrayList<>();
        private int removed;

        Applied(List<E> older) {
            this.model = new ArrayList<>(older);
        }

        @Override
        public void added(int index, E element) {
            assertThat(index).isEqualTo(model.size());
            model.add(element);
            told.add(index);
        }

        @Override
        public void removed(int index, E element) {
            assertThat(model.get(index)).isEqualTo(element);
            removed++;
            told.add(index);
        }

        @Override
        public void changed(int index, E older, E newer) {
            assertThat(older).isNotEqualTo(newer);
            assertThat(model.set(index, newer)).isEqualTo(older);
            told.add(index);
        }

        List<E> result() {
            return model.subList(0, model.size() - removed);
        }
    }

    private static <E, S extends PersistentSequence<E, S>> void compare(S older, S newer) {
        Applied<E> applied = new Applied<>(older.asList());
        PersistentSequence.diff(older, newer, applied);
        assertThat(applied.result()).isEqualTo(newer.asList());
        assertThat(applied.told).isSorted().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void listsAndArraysDifferAsTheirModelsDo(TestHeaps kind) {
        try (Heap heap = Heap.open(kind.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            Random random = new Random(SEED);
            int rounds = kind == TestHeaps.PLAIN ? 200 : 15;
            for (int i = 0; i < rounds; i++) {
                int size = random.nextInt(kind == TestHeaps.PLAIN ? 4000 : 200);
                change(in.list(Codec.STRING, texts(size, random)), "x", random);
                var longs = LongStream.range(0, size).boxed().toList();
                change(in.list(Codec.LONG, longs), -1L, random);
                var bytes = longs.stream().map(Long::byteValue).toList();
                change(in.list(Codec.BYTE, bytes), (byte) 7, random);
                PersistentArray<String> array = in.array(Codec.STRING, texts(size % 300, random));
                PersistentArray<String> other = array.append("y").with(0, "z");
                compare(array, other);
                compare(other.slice(1, other.size()), array);
            }
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + SEED, e);
        }
    }

    private static List<String> texts(int count, Random random) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add("t" + random.nextInt(9));
        }
        return texts;
    }

    private static <E> void change(PersistentList<E> list, E element, Random random) {
        PersistentList<E> now = list;
        for (int i = random.nextInt(8); i >= 0; i--) {
            int index = random.nextInt(now.size() + 1);
            now =
                    switch (random.nextInt(6)) {
                        case 0 -> now.append(element);
                        case 1 -> now.insert(index, element);
                        case 2 -> now.slice(index, now.size());
                        case 3 -> now.slice(0, index);
                        case 4 -> now.appendAll(list);
                        default -> index < now.size() ? now.with(index, element) : now;
                    };
            compare(list, now);
            compare(now, list);
        }
    }

    @Test
    void whatListsShareIsNotLookedAt() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            PersistentList<Long> list =
                    in.list(Codec.LONG, LongStream.range(0, 200_000).boxed().toList());
            PersistentList<Long> changed = list.with(70_000, -1L).append(5L).with(150_000, -2L);
            SequenceDifferences differences = list.kind().differences(list, changed);
            List<Integer> found = new ArrayList<>();
            differences.forEach((index, _, _) -> found.add(index));
            assertThat(found).containsExactly(70_000, 150_000, 200_000);
            assertThat(differences.entered()).isLessThan(2_000);
        }
    }

    @Test
    void otherSequencesAreRefused() {
        try (Heap heap = Heap.open();
                Heap other = Heap.open()) {
            PersistentList<Long> list = PersistentCollections.in(heap).list(Codec.LONG);
            PersistentList<Long> foreign = PersistentCollections.in(other).list(Codec.LONG);
            assertThatThrownBy(
                            () ->
                                    PersistentList.diff(
                                            list, foreign, new Applied<>(List.<Long>of())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("sequence of another heap or with other codecs");
        }
    }

    // Json

    /// What it is told, by pointer.
    private static final class Told implements JsonChanges {
        private final Map<String, String> told = new TreeMap<>();

        private void tell(String pointer, String what) {
            assertThat(told.put(pointer, what)).as(pointer).isNull();
        }

        @Override
        public void added(String pointer, PersistentJson value) {
            tell(pointer, "+" + value);
        }

        @Override
        public void removed(String pointer, PersistentJson value) {
            tell(pointer, "-" + value);
        }

        @Override
        public void changed(String pointer, PersistentJson older, PersistentJson newer) {
            tell(pointer, older + ">" + newer);
        }
    }

    private static String told(PersistentJson older, PersistentJson newer) {
        Told told = new Told();
        PersistentJson.diff(older, newer, told);
        return told.told.toString();
    }

    @ParameterizedTest
    @EnumSource
    void jsonDiffersByPointers(TestHeaps kind) {
        try (Heap heap = Heap.open(kind.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            BiFunction<String, String, String> diff =
                    (older, newer) ->
                            told(PersistentJson.parse(in, older), PersistentJson.parse(in, newer));
            String order = "{\"id\":1,\"items\":[{\"a/b\":[1,2]},null],\"more\":{}}";
            assertThat(diff.apply(order, order)).isEqualTo("{}");
            assertThat(diff.apply("1", "1")).isEqualTo("{}");
            assertThat(diff.apply("1", "1.0")).isEqualTo("{=1>1.0}");
            assertThat(diff.apply("[]", "{}")).isEqualTo("{=[]>{}}");
            assertThat(diff.apply("[]", "[null]")).isEqualTo("{/0=+null}");
            assertThat(diff.apply("[1,[2]]", "[1]")).isEqualTo("{/1=-[2]}");
            assertThat(diff.apply("{\"a\":null}", "{}")).isEqualTo("{/a=-null}");
            assertThat(diff.apply(order, "{\"more\":{\"\":0},\"items\":[{\"a/b\":[1,3,4]},{}]}"))
                    .isEqualTo(
                            "{/id=-1, /items/0/a~1b/1=2>3, /items/0/a~1b/2=+4, /items/1=null>{},"
                                    + " /more/=+0}");
        }
    }

    @Test
    void jsonThatIsDeepDiffersToo() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            PersistentJson older = PersistentJson.of(in, 1);
            PersistentJson newer = PersistentJson.of(in, 2);
            for (int i = 0; i < 5_000; i++) {
                older = PersistentJson.of(in, List.of(older));
                newer = PersistentJson.of(in, List.of(newer));
            }
            assertThat(told(older, newer)).isEqualTo("{" + "/0".repeat(5_000) + "=1>2}");
        }
    }

    // Merging maps

    private static <M extends PersistentMapping<String, Long, M>> void merge(
            M none, Map<String, Long> model, Random random) {
        M map = none.withAll(model);
        M other = map;
        Map<String, Long> otherModel = new HashMap<>(model);
        for (int i = random.nextInt(30); i > 0; i--) {
            String key = "k" + random.nextInt(400);
            if (random.nextInt(3) == 0) {
                other = other.without(key);
                otherModel.remove(key);
            } else {
                other = other.with(key, (long) i);
                otherModel.put(key, (long) i);
            }
        }
        Map<String, Long> expected = new HashMap<>(model);
        int[] conflicts = {0};
        otherModel.forEach(
                (key, value) ->
                        expected.merge(
                                key,
                                value,
                                (one, two) -> {
                                    conflicts[0] += one.equals(two) ? 0 : 1;
                                    return one.equals(two) ? one : chosen(one, two);
                                }));
        int[] asked = {0};
        M merged =
                map.merge(
                        other,
                        (one, two) -> {
                            asked[0]++;
                            return chosen(one, two);
                        });
        assertThat(merged).isEqualTo(none.withAll(expected));
        assertThat(asked[0]).isEqualTo(conflicts[0]);
    }

    private static Long chosen(long one, long two) {
        return two % 5 == 0 ? null : 1000 * one + two;
    }

    @ParameterizedTest
    @EnumSource
    void mapsAreMergedAsTheirModels(TestHeaps kind) {
        try (Heap heap = Heap.open(kind.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            Random random = new Random(SEED);
            for (int i = 0; i < (kind == TestHeaps.PLAIN ? 50 : 5); i++) {
                Map<String, Long> model = new HashMap<>();
                for (int k = random.nextInt(300); k > 0; k--) {
                    model.put("k" + random.nextInt(400), (long) random.nextInt(20));
                }
                merge(in.map(Codec.STRING, Codec.LONG), model, random);
                merge(in.sortedMap(Codec.STRING, Codec.LONG), model, random);
            }
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + SEED, e);
        }
    }
}
