package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/// Builders show what they were told, whether or not it is in the heap already.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class BuilderTest {

    @ParameterizedTest
    @EnumSource
    void buildersAgreeWithJavaUtil(TestHeaps kind) {
        long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
        try (Heap heap = Heap.open(kind.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            int steps = kind == TestHeaps.PLAIN ? 3000 : 400;
            Random random = new Random(seed);
            changeMap(in.mapBuilder(Codec.STRING, Codec.LONG), PersistentMap::asMap, steps, random);
            changeMap(
                    in.sortedMapBuilder(Codec.STRING, Codec.LONG),
                    PersistentSortedMap::asMap,
                    steps,
                    random);
            changeSet(in.setBuilder(Codec.BYTES), PersistentSet::asSet, steps, random);
            changeSet(in.sortedSetBuilder(Codec.BYTES), PersistentSortedSet::asSet, steps, random);
            changeList(in.listBuilder(Codec.STRING), steps, random);
            changeArray(in.arrayBuilder(Codec.STRING), steps, random);
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed, e);
        }
    }

    private static <M extends PersistentCollection, B extends MapBuilder<String, Long, M, B>>
            void changeMap(
                    B builder, Function<M, Map<String, Long>> view, int steps, Random random) {
        Map<String, Long> model = new HashMap<>();
        for (int i = 0; i < steps; i++) {
            String key = "k" + random.nextInt(200);
            long value = random.nextInt(5);
            switch (random.nextInt(20)) {
                case 0, 1, 2, 3, 4, 5 -> {
                    builder.put(key, value);
                    model.put(key, value);
                }
                case 6, 7, 8 -> {
                    builder.remove(key);
                    model.remove(key);
                }
                case 9 -> {
                    builder.merge(key, value, Long::sum);
                    model.merge(key, value, Long::sum);
                }
                case 10 -> {
                    builder.compute(key, (_, old) -> old == null ? value : null);
                    model.compute(key, (_, old) -> old == null ? value : null);
                }
                case 11 -> {
                    builder.computeIfAbsent(key, _ -> value);
                    model.computeIfAbsent(key, _ -> value);
                }
                case 12 -> {
                    builder.computeIfPresent(key, (_, old) -> old + 1);
                    model.computeIfPresent(key, (_, old) -> old + 1);
                }
                case 13 -> assertThat(builder.containsKey(key)).isEqualTo(model.containsKey(key));
                default -> assertThat(builder.get(key)).isEqualTo(model.get(key));
            }
            if (random.nextInt(100) == 0) {
                assertThat(builder.size()).isEqualTo(model.size());
            }
            if (random.nextInt(100) == 0) {
                assertThat(view.apply(builder.build()).equals(model)).isTrue();
            }
        }
        assertThat(view.apply(builder.build()).equals(model)).isTrue();
    }

    private static <S extends PersistentCollection, B extends SetBuilder<byte[], S, B>>
            void changeSet(B builder, Function<S, Set<byte[]>> view, int steps, Random random) {
        Set<Byte> model = new HashSet<>();
        for (int i = 0; i < steps; i++) {
            byte number = (byte) random.nextInt(50);
            byte[] element = {number, number};
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    builder.add(element);
                    model.add(number);
                }
                case 2 -> {
                    builder.remove(element);
                    model.remove(number);
                }
                default -> assertThat(builder.contains(element)).isEqualTo(model.contains(number));
            }
            if (random.nextInt(60) == 0) {
                assertThat(builder.size()).isEqualTo(model.size());
            }
        }
        Set<Byte> found = new HashSet<>();
        view.apply(builder.build()).forEach(each -> found.add(each[0]));
        assertThat(found).isEqualTo(model);
    }

    private static void changeList(
            PersistentList.Builder<String> builder, int steps, Random random) {
        List<String> model = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            String element = "e" + random.nextInt(1000);
            int index = model.isEmpty() ? 0 : random.nextInt(model.size());
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    builder.add(element);
                    model.add(element);
                }
                case 6 -> {
                    if (!model.isEmpty()) {
                        builder.remove(index);
                        model.remove(index);
                    }
                }
                case 7 -> {
                    if (random.nextInt(40) == 0) {
                        assertThat(builder.build().asList()).isEqualTo(model);
                    }
                }
                case 3 -> {
                    if (!model.isEmpty()) {
                        builder.set(index, element);
                        model.set(index, element);
                    }
                }
                case 4 -> {
                    if (!model.isEmpty()) {
                        builder.removeLast();
                        model.removeLast();
                    }
                }
                default -> {
                    if (!model.isEmpty()) {
                        assertThat(builder.get(index)).isEqualTo(model.get(index));
                    }
                }
            }
            assertThat(builder.size()).isEqualTo(model.size());
        }
        assertThat(builder.build().asList()).isEqualTo(model);
    }

    private static void changeArray(
            PersistentArray.Builder<String> builder, int steps, Random random) {
        List<String> model = new ArrayList<>();
        PersistentArray.Builder<String> now = builder;
        for (int i = 0; i < steps; i++) {
            String element = "e" + random.nextInt(1000);
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    now.add(element);
                    model.add(element);
                }
                case 5 -> {
                    if (!model.isEmpty()) {
                        int index = random.nextInt(model.size());
                        now.remove(index);
                        model.remove(index);
                    }
                }
                case 2 -> {
                    if (!model.isEmpty()) {
                        int index = random.nextInt(model.size());
                        now.set(index, element);
                        model.set(index, element);
                        assertThat(now.get(index)).isEqualTo(element);
                    }
                }
                case 3 -> {
                    if (!model.isEmpty()) {
                        now.removeLast();
                        model.removeLast();
                    }
                }
                default -> {
                    if (random.nextInt(20) == 0) {
                        PersistentArray<String> built = now.build();
                        assertThat(built.asList()).isEqualTo(model);
                        now = random.nextBoolean() ? built.builder() : now;
                    }
                }
            }
            assertThat(now.size()).isEqualTo(model.size());
        }
        assertThat(now.build().asList()).isEqualTo(model);
    }

    @Test
    void whatABuilderBeganWithStaysAsItIs() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            PersistentMap<String, Long> map = in.map(Codec.STRING, Codec.LONG).with("a", 1L);
            PersistentMap.Builder<String, Long> builder = map.builder().remove("a").put("b", 2L);
            assertThat(builder.get("a")).isNull();
            assertThat(builder.size()).isEqualTo(1);
            assertThat(builder.build()).hasToString("{b=2}");
            assertThat(map).hasToString("{a=1}");
            PersistentList<Long> list = in.list(Codec.LONG).append(1L);
            PersistentList.Builder<Long> longer = list.builder().set(0, 5L).add(6L);
            assertThat(longer.build()).hasToString("[5, 6]");
            assertThat(list).hasToString("[1]");
            PersistentArray<Long> array = in.array(Codec.LONG, List.of(1L, 2L));
            PersistentArray.Builder<Long> more = array.builder().addAll(List.of(3L, 4L)).set(0, 9L);
            assertThat(more.build()).hasToString("[9, 2, 3, 4]");
            assertThat(more.removeLast().build()).hasToString("[9, 2, 3]");
            assertThat(array).hasToString("[1, 2]");
            assertThat(array.builder().build()).isEqualTo(array);
            assertThat(in.arrayBuilder(Codec.LONG).build().isEmpty()).isTrue();
            assertThatThrownBy(() -> in.arrayBuilder(Codec.LONG).get(-1))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> more.remove(3)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> longer.set(-1, 0L))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> more.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> longer.get(2)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(in.listBuilder(Codec.LONG)::removeLast)
                    .isInstanceOf(NoSuchElementException.class)
                    .hasMessage("empty: list=list(java.lang.Long)");
        }
    }

    /// What is replaced in the heap is gathered too.
    @Test
    void replacingManyElementsTakesFewVersions() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            List<Long> model = new ArrayList<>(Collections.nCopies(2000, 0L));
            PersistentList<Long> list = in.list(Codec.LONG, model);
            PersistentList.Builder<Long> builder = list.builder();
            List<Object> before = rootsOf(in);
            for (int i = 0; i < 1000; i++) {
                builder.set(7 * i % 2000, (long) i);
                model.set(7 * i % 2000, (long) i);
            }
            assertThat(rootsOf(in)).isEqualTo(before);
            assertThat(builder.get(7)).isEqualTo(1);
            assertThat(builder.build().asList()).isEqualTo(model);
        }
    }

    private static List<Object> rootsOf(PersistentCollections collections) {
        List<Object> roots = new ArrayList<>();
        collections.table().forEach(roots::add);
        return roots;
    }

    /// A set as a key has no one plain form.
    @Test
    void keysWithoutACanonicalFormAreFoundToo() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentMap.Builder<Set<Long>, Long> builder =
                    PersistentCollections.in(heap).mapBuilder(Codec.set(Codec.LONG), Codec.LONG);
            builder.put(new LinkedHashSet<>(List.of(1L, 2L)), 12L);
            Set<Long> backwards = new LinkedHashSet<>(List.of(2L, 1L));
            assertThat(builder.get(backwards)).isEqualTo(12);
            assertThat(builder.remove(backwards).size()).isZero();
        }
    }
}
