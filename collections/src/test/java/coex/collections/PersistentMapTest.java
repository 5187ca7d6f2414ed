package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;
import coex.gc.Mutator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.Collectors;

class PersistentMapTest {

    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final PersistentCollections collections = PersistentCollections.in(heap);
    private final PersistentMap<String, Long> empty = collections.map(Codec.STRING, Codec.LONG);

    @AfterEach
    void close() {
        heap.close();
    }

    @Test
    void aChangeMakesAnotherMapAndLeavesThisOne() {
        PersistentMap<String, Long> one = empty.with("one", 1L);
        PersistentMap<String, Long> two = one.with("two", 2L);
        PersistentMap<String, Long> changed = two.with("one", -1L);
        PersistentMap<String, Long> less = changed.without("two");
        heap.collect();
        assertThat(empty.asMap()).isEmpty();
        assertThat(one.asMap()).isEqualTo(Map.of("one", 1L));
        assertThat(two.asMap()).isEqualTo(Map.of("one", 1L, "two", 2L));
        assertThat(changed.asMap()).isEqualTo(Map.of("one", -1L, "two", 2L));
        assertThat(less.asMap()).isEqualTo(Map.of("one", -1L));
        assertThat(less.without("one")).isEqualTo(empty);
        assertThat(less.without("one").isEmpty()).isTrue();
        assertThat(empty.isEmpty()).isTrue();
        assertThat(one.isEmpty()).isFalse();
        assertThat(two.size()).isEqualTo(2);
    }

    @Test
    void aMissingKeyIsNullOrEmptyOrWhatTheCallerSays() {
        PersistentMap<String, Long> map = empty.with("-1", -1L);
        assertThat(map.get("x")).isNull();
        assertThat(map.find("x")).isEmpty();
        assertThat(map.getOrDefault("x", 7L)).isEqualTo(7L);
        assertThat(map.containsKey("x")).isFalse();
        assertThat(map.get("-1")).isEqualTo(-1L); // the bits that stand for absent elsewhere
        assertThat(map.find("-1")).contains(-1L);
        assertThat(map.getOrDefault("-1", 7L)).isEqualTo(-1L);
        assertThat(map.containsKey("-1")).isTrue();
        assertThat(empty.get("")).isNull();
        assertThat(empty.with("", 3L).get("")).isEqualTo(3L);
        assertThat(map.get("")).isNull();
    }

    @Test
    void nullIsRefusedByName() {
        assertThatThrownBy(() -> empty.with(null, 1L))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("key is null: codec=java.lang.String");
        assertThatThrownBy(() -> empty.with("a", null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("value is null: codec=java.lang.Long");
        assertThatThrownBy(() -> empty.get(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageStartingWith("key is null");
    }

    @Test
    void updatedTakesWhatTheFunctionMakesOfTheValue() {
        PersistentMap<String, Long> map = empty;
        for (String word : List.of("a", "b", "a", "c", "a")) {
            map = map.updated(word, count -> count == null ? 1 : count + 1);
        }
        assertThat(map.asMap()).isEqualTo(Map.of("a", 3L, "b", 1L, "c", 1L));
        assertThat(map.updated("b", _ -> null).asMap()).isEqualTo(Map.of("a", 3L, "c", 1L));
    }

    @Test
    void buildersPutManyEntriesAndTheLastOfEqualKeysCounts() {
        Map<String, Long> model = new HashMap<>();
        PersistentMap.Builder<String, Long> builder =
                collections.mapBuilder(Codec.STRING, Codec.LONG);
        for (long i = 0; i < 3000; i++) {
            builder.put("k" + i % 1300, i);
            model.put("k" + i % 1300, i);
        }
        PersistentMap<String, Long> built = builder.build();
        assertThat(built.asMap()).isEqualTo(model);
        PersistentMap<String, Long> more = builder.put("more", 1L).build();
        assertThat(built.asMap()).isEqualTo(model);
        model.put("more", 1L);
        assertThat(more.asMap()).isEqualTo(model);
        assertThat(collections.map(Codec.STRING, Codec.LONG, model)).isEqualTo(more);
        assertThat(empty.withAll(model)).isEqualTo(more);
        assertThat(built.withAll(empty.with("more", 1L))).isEqualTo(more);
        assertThat(collections.mapBuilder(Codec.STRING, Codec.LONG).build()).isEqualTo(empty);
        assertThat(built.builder().build()).isEqualTo(built).isNotSameAs(built);
    }

    @Test
    void equalMapsAreEqualHoweverTheyCameAbout() {
        PersistentMap<String, Long> one = empty.with("a", 1L).with("b", 2L);
        PersistentMap<String, Long> two = empty.with("b", 2L).with("c", 0L).with("a", 1L);
        PersistentMap<String, Long> same = two.without("c");
        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(two);
        assertThat(one).isNotEqualTo(one.with("a", 5L));
        assertThat(one).isNotEqualTo(collections.map(Codec.STRING, Codec.INT));
        assertThat(one.equals(one.asMap())).isFalse();
        try (Heap other = Heap.open()) {
            var there = PersistentCollections.in(other).map(Codec.STRING, Codec.LONG);
            assertThat(there).isNotEqualTo(empty);
            assertThatThrownBy(() -> one.withAll(there))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("another heap");
        }
    }

    @Test
    void theViewIsAMapAsJavaUtilHasThem() {
        Map<String, Long> model = new HashMap<>();
        for (long i = 0; i < 700; i++) {
            model.put("k" + i, i);
        }
        Map<String, Long> view = empty.withAll(model).asMap();
        assertThat(view).isEqualTo(model).hasSameHashCodeAs(model).hasSize(700);
        assertThat(model).isEqualTo(view);
        assertThat(view.keySet()).isEqualTo(model.keySet()).hasSameHashCodeAs(model.keySet());
        assertThat(view.entrySet()).isEqualTo(model.entrySet());
        assertThat(Set.copyOf(view.values())).isEqualTo(Set.copyOf(model.values()));
        assertThat(view.containsKey(5)).isFalse();
        assertThat(view.containsKey(null)).isFalse();
        assertThat(view.get("\uD800")).isNull();
        assertThat(view.containsValue(699L)).isTrue();
        assertThat(view.containsValue("x")).isFalse();
        assertThat(view.entrySet().contains(Map.entry("k3", 3L))).isTrue();
        assertThat(view.entrySet().contains(Map.entry("k3", 4L))).isFalse();
        assertThat(view.entrySet().contains(Map.entry(3, 3))).isFalse();
        Map<String, Long> streamed =
                view.entrySet().parallelStream()
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        assertThat(streamed).isEqualTo(model);
        assertThat(empty.with("a", 1L)).hasToString("{a=1}");
        assertThat(empty).hasToString("{}");
    }

    @Test
    void writingThroughTheViewIsNotSupported() {
        Map<String, Long> view = empty.with("a", 1L).asMap();
        Map<String, Long> none = empty.asMap();
        List<Runnable> writes =
                List.of(
                        () -> view.put("b", 2L),
                        () -> view.putIfAbsent("a", 2L),
                        () -> view.remove("x"),
                        () -> view.remove("a", 1L),
                        none::clear,
                        () -> none.putAll(Map.of()),
                        () -> view.computeIfAbsent("a", _ -> 1L),
                        () -> view.merge("a", 1L, Long::sum),
                        () -> view.replaceAll((_, value) -> value),
                        () -> none.keySet().clear(),
                        () -> view.values().remove(5L),
                        () -> view.entrySet().iterator().next().setValue(5L),
                        () -> {
                            Iterator<String> keys = view.keySet().iterator();
                            keys.next();
                            keys.remove();
                        });
        for (Runnable write : writes) {
            assertThatThrownBy(write::run).isInstanceOf(UnsupportedOperationException.class);
        }
        assertThat(view).isEqualTo(Map.of("a", 1L));
    }

    @Test
    void iteratorsEndWithAnException() {
        Iterator<Map.Entry<String, Long>> entries = empty.with("a", 1L).iterator();
        assertThat(entries.next()).isEqualTo(Map.entry("a", 1L));
        assertThat(entries.hasNext()).isFalse();
        assertThatThrownBy(entries::next).isInstanceOf(NoSuchElementException.class);
        Map<String, Long> seen = new HashMap<>();
        empty.with("a", 1L).with("b", 2L).forEach(seen::put);
        assertThat(seen).isEqualTo(Map.of("a", 1L, "b", 2L));
    }

    @Test
    void aThreadWithAMutatorUsesThatAndItsFramesStay() {
        Mutator mutator = heap.attach();
        var box = heap.shape("Box").longField("value").build();
        try (var frame = mutator.frame(1)) {
            frame.set(0, mutator.allocate(box));
            PersistentMap<String, Long> map = empty;
            for (long i = 0; i < 100; i++) {
                map = map.with("k" + i, i);
                heap.collect();
            }
            assertThat(map.asMap()).hasSize(100);
            assertThat(mutator.isLive(frame.get(0))).isTrue();
            assertThat(heap.stats().mutators()).hasSize(1); // none was borrowed
        }
    }

    @Test
    void manyKeysAreRemovedInOneVersion() {
        PersistentMap<String, Long> map = empty;
        for (long i = 0; i < 500; i++) {
            map = map.with("k" + i, i);
        }
        List<String> removed = new ArrayList<>(List.of("absent", "k1", "k1"));
        Map<String, Long> model = new HashMap<>(map.asMap());
        for (int i = 100; i < 499; i++) {
            removed.add("k" + i);
        }
        removed.forEach(model::remove);
        PersistentMap<String, Long> fewer = map.withoutAll(removed);
        assertThat(fewer.asMap()).isEqualTo(model);
        assertThat(map.size()).isEqualTo(500);
        assertThat(fewer.withoutAll(model.keySet()).isEmpty()).isTrue();
        assertThat(fewer.withoutAll(List.of())).isEqualTo(fewer).isNotSameAs(fewer);
        assertThat(empty.withoutAll(removed).isEmpty()).isTrue();
        assertThatThrownBy(() -> empty.withoutAll(null)).hasMessage("keys missing");
    }

    @Test
    void valuesAreComputedAsByAJavaMap() {
        PersistentMap<String, Long> map = empty.with("a", 1L);
        assertThat(map.merge("a", 5L, Long::sum).asMap()).isEqualTo(Map.of("a", 6L));
        assertThat(map.merge("b", 5L, Long::sum).asMap()).isEqualTo(Map.of("a", 1L, "b", 5L));
        assertThat(map.merge("a", 5L, (_, _) -> null).isEmpty()).isTrue();
        assertThat(map.compute("a", (key, value) -> value + key.length()).get("a")).isEqualTo(2L);
        assertThat(map.compute("b", (_, value) -> value == null ? 7L : 0L).get("b")).isEqualTo(7L);
        assertThat(map.compute("a", (_, _) -> null).isEmpty()).isTrue();
        assertThat(map.computeIfAbsent("b", key -> (long) key.length()).get("b")).isEqualTo(1L);
        assertThat(map.computeIfAbsent("a", _ -> 9L)).isEqualTo(map).isNotSameAs(map);
        assertThat(map.computeIfAbsent("b", _ -> null)).isEqualTo(map);
        assertThat(map.computeIfPresent("a", (_, value) -> value + 1).get("a")).isEqualTo(2L);
        assertThat(map.computeIfPresent("b", (_, _) -> 1L)).isEqualTo(map).isNotSameAs(map);
        assertThatThrownBy(() -> map.merge("a", null, Long::sum)).hasMessage("value missing");
    }

    @Test
    void anInnerMapThatIsUpdatedGivesItsShare() {
        try (var outer =
                        collections
                                .map(Codec.STRING, Codec.persistentMap(Codec.STRING, Codec.LONG))
                                .with("x", empty);
                var more =
                        outer.updated(
                                "x",
                                inner -> {
                                    assertThat(inner.isEmpty()).isTrue();
                                    return inner;
                                })) {
            assertThat(more.get("x").isEmpty()).isTrue();
        }
        var one = empty.with("a", 1L);
        var outer =
                collections
                        .map(Codec.STRING, Codec.persistentMap(Codec.STRING, Codec.LONG))
                        .with("x", one);
        one.close();
        outer.updated("x", inner -> inner).close();
        outer.close();
        assertThat(collections.versions().count()).isZero();
    }
}
