package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.TreeMap;

class PersistentSortedMapTest {

    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final PersistentCollections collections = PersistentCollections.in(heap);
    private final PersistentSortedMap<String, Long> empty =
            collections.sortedMap(Codec.STRING, Codec.LONG);

    @AfterEach
    void close() {
        heap.close();
    }

    private PersistentSortedMap<String, Long> drinks() {
        return empty.with("tea", 1L).with("rum", 2L).with("ale", 3L).with("gin", 4L);
    }

    @Test
    void aChangeMakesAnotherMapAndLeavesThisOne() {
        PersistentSortedMap<String, Long> some = drinks();
        PersistentSortedMap<String, Long> fewer = some.without("rum").without("milk");
        PersistentSortedMap<String, Long> other = fewer.with("ale", 9L);
        assertThat(empty.isEmpty()).isTrue();
        assertThat(some).hasToString("{ale=3, gin=4, rum=2, tea=1}");
        assertThat(fewer).hasToString("{ale=3, gin=4, tea=1}");
        assertThat(other).hasToString("{ale=9, gin=4, tea=1}");
        assertThat(some.get("rum")).isEqualTo(2);
        assertThat(fewer.get("rum")).isNull();
        assertThat(some.find("rum")).contains(2L);
        assertThat(fewer.getOrDefault("rum", 7L)).isEqualTo(7);
        assertThat(some.containsKey("gin")).isTrue();
        assertThat(empty.containsKey("gin")).isFalse();
        assertThat(some.withoutAll(List.of("ale", "gin", "x", "rum", "tea")).isEmpty()).isTrue();
        assertThat(fewer).isEqualTo(empty.with("tea", 1L).with("gin", 4L).with("ale", 3L));
        assertThat(fewer.hashCode())
                .isEqualTo(empty.with("tea", 1L).with("gin", 4L).with("ale", 3L).hashCode());
        assertThat(some.withAll(other).asMap())
                .isEqualTo(Map.of("ale", 9L, "gin", 4L, "rum", 2L, "tea", 1L));
        assertThatThrownBy(() -> some.with(null, 1L))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("key is null: codec=java.lang.String");
    }

    @Test
    void neighboursAreFoundWhetherOrNotTheKeyIsThere() {
        PersistentSortedMap<String, Long> map = drinks();
        assertThat(map.first()).isEqualTo(Map.entry("ale", 3L));
        assertThat(map.last()).isEqualTo(Map.entry("tea", 1L));
        assertThat(map.floor("gin").getKey()).isEqualTo("gin");
        assertThat(map.lower("gin").getKey()).isEqualTo("ale");
        assertThat(map.ceiling("gin").getKey()).isEqualTo("gin");
        assertThat(map.higher("gin").getKey()).isEqualTo("rum");
        assertThat(map.floor("h").getKey()).isEqualTo("gin");
        assertThat(map.ceiling("h").getKey()).isEqualTo("rum");
        assertThat(map.lower("ale")).isNull();
        assertThat(map.higher("tea")).isNull();
        assertThat(empty.first()).isNull();
        assertThat(empty.floor("a")).isNull();
    }

    @Test
    void rangesNarrowAndTurn() {
        PersistentSortedMap<String, Long> map = drinks();
        assertThat(map.from("gin").to("rum")).hasToString("{gin=4, rum=2}");
        assertThat(map.from("gin", false).to("tea", false)).hasToString("{rum=2}");
        assertThat(map.reversed()).hasToString("{tea=1, rum=2, gin=4, ale=3}");
        assertThat(map.reversed().from("s").to("b")).hasToString("{rum=2, gin=4}");
        assertThat(map.to("rum").reversed().from("rum", false)).hasToString("{gin=4, ale=3}");
        assertThat(map.from("b").from("a").first().getKey()).as("never wider").isEqualTo("gin");
        assertThat(map.from("rum").to("gin")).isEmpty();
        assertThat(map.from("gin", false).to("gin", false)).isEmpty();
        assertThat(map.from("gin", false).to("gin", false).size()).isZero();
        assertThat(map.from("gin").to("gin").size()).isEqualTo(1);
        assertThat(map.from("b").size()).isEqualTo(3);
        assertThat(map.from("b").last().getKey()).isEqualTo("tea");
        PersistentSortedMap<String, Long> part = map.from("b").to("s").toMap();
        assertThat(part).isEqualTo(empty.with("gin", 4L).with("rum", 2L));
        map.close();
        assertThat(part.reversed().first().getValue()).isEqualTo(2);
        assertThatThrownBy(map::first)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("collection closed: type=PersistentSortedMap");
    }

    @Test
    void getInFindsWhatGetOfGetFindsWhicheverMapIsSorted() {
        Codec<PersistentSortedMap<String, Long>> sorted =
                Codec.persistentSortedMap(Codec.STRING, Codec.LONG);
        var sortedInSorted = collections.sortedMap(Codec.LONG, sorted).with(1L, drinks());
        var sortedInHashed = collections.map(Codec.LONG, sorted).with(1L, drinks());
        var hashed = collections.map(Codec.STRING, Codec.LONG).with("tea", 1L);
        var hashedInSorted =
                collections
                        .sortedMap(Codec.LONG, Codec.persistentMap(Codec.STRING, Codec.LONG))
                        .with(1L, hashed);
        for (int i = 0; i < 3; i++) { // what is read is closed, and closes nothing else
            assertThat(PersistentMapping.getIn(sortedInSorted, 1L, "tea")).isEqualTo(1L);
            assertThat(PersistentMapping.getIn(sortedInHashed, 1L, "tea")).isEqualTo(1L);
            assertThat(PersistentMapping.getIn(hashedInSorted, 1L, "tea")).isEqualTo(1L);
        }
        assertThat(PersistentSortedMap.getIn(sortedInSorted, 1L, "milk")).isNull();
        assertThat(PersistentMapping.getIn(sortedInHashed, 2L, "tea")).isNull();
        sortedInSorted.close();
        assertThatThrownBy(() -> PersistentMapping.getIn(sortedInSorted, 1L, "tea"))
                .isInstanceOf(IllegalStateException.class);
        var versioned = Versioned.of(sortedInHashed);
        Long read = versioned.read(map -> PersistentMapping.getIn(map, 1L, "rum"));
        assertThat(read).isEqualTo(2L);
    }

    @Test
    void prefixesOfTextsAndBytes() {
        PersistentSortedMap<String, Long> map =
                empty.with("a", 1L).with("ab", 2L).with("abc", 3L).with("b", 4L).with("aé", 5L);
        assertThat(map.startingWith("ab")).hasToString("{ab=2, abc=3}");
        assertThat(map.startingWith("a")).hasToString("{a=1, ab=2, abc=3, aé=5}");
        assertThat(map.startingWith("")).hasSize(5);
        assertThat(map.startingWith("x")).isEmpty();
        PersistentSortedMap<String, Long> backwards =
                collections.sortedMap(Codec.STRING.reversed(), Codec.LONG, map.asMap());
        assertThat(backwards.startingWith("ab")).hasToString("{abc=3, ab=2}");
        PersistentSortedMap<byte[], Long> bytes = collections.sortedMap(Codec.BYTES, Codec.LONG);
        byte[] high = {(byte) 0xFF};
        byte[] higher = {(byte) 0xFF, 0};
        byte[] low = {1, (byte) 0xFF};
        bytes = bytes.with(higher, 3L).with(high, 2L).with(low, 1L).with(new byte[0], 0L);
        assertThat(bytes.stream().map(Map.Entry::getValue)).containsExactly(0L, 1L, 2L, 3L);
        assertThat(bytes.startingWith(high).stream().map(Map.Entry::getValue))
                .containsExactly(2L, 3L);
        assertThat(bytes.startingWith(new byte[] {1}).reversed().first().getValue()).isEqualTo(1);
        assertThat(bytes.get(low)).isEqualTo(1);
        PersistentSortedMap<Long, Long> numbers = collections.sortedMap(Codec.LONG, Codec.LONG);
        assertThatThrownBy(() -> numbers.startingWith(1L))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageStartingWith("no prefixes: codec=java.lang.Long");
    }

    @Test
    void theViewIsAMapAsJavaUtilHasThem() {
        NavigableMap<String, Long> model = new TreeMap<>();
        for (long i = 0; i < 3000; i++) {
            model.put("k" + i % 1700 * 7919, i);
        }
        PersistentSortedMap<String, Long> map =
                collections.sortedMap(Codec.STRING, Codec.LONG, model);
        NavigableMap<String, Long> view = map.asMap();
        assertThat(view.equals(model)).isTrue();
        assertThat(model.equals(view)).isTrue();
        assertThat(view.hashCode()).isEqualTo(model.hashCode());
        assertThat(new ArrayList<>(view.entrySet())).isEqualTo(new ArrayList<>(model.entrySet()));
        assertThat(new ArrayList<>(view.descendingKeySet()))
                .isEqualTo(new ArrayList<>(model.descendingKeySet()));
        assertThat(view.subMap("k3", "k7").size()).isEqualTo(model.subMap("k3", "k7").size());
        assertThat(view.get(5)).isNull();
        assertThatThrownBy(() -> view.put("x", 1L))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(view::pollFirstEntry).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> view.subMap("b", "a"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> view.tailMap("k5").headMap("k3"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(empty.asMap()::firstKey).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void aBuilderTakesEntriesInAnyOrder() {
        NavigableMap<Long, String> model = new TreeMap<>();
        PersistentSortedMap.Builder<Long, String> inOrder =
                collections.sortedMapBuilder(Codec.LONG, Codec.STRING);
        PersistentSortedMap.Builder<Long, String> mixed =
                collections.sortedMapBuilder(Codec.LONG, Codec.STRING);
        for (long i = 0; i < 5000; i++) {
            inOrder.put(i, "v" + i);
            long key = i * 7919 % 5000;
            mixed.put(key, "old").put(key, "v" + key);
            model.put(i, "v" + i);
        }
        PersistentSortedMap<Long, String> built = inOrder.build();
        assertThat(built.asMap()).isEqualTo(model);
        assertThat(mixed.build()).isEqualTo(built);
        assertThat(inOrder.put(-1L, "x").build()).isEqualTo(built.with(-1L, "x"));
    }

    @Test
    void valuesAreComputedFromWhatIsThere() {
        PersistentSortedMap<String, Long> map = drinks();
        assertThat(map.updated("tea", value -> value + 1).get("tea")).isEqualTo(2);
        assertThat(map.updated("tea", _ -> null).containsKey("tea")).isFalse();
        assertThat(map.merge("tea", 5L, Long::sum).get("tea")).isEqualTo(6);
        assertThat(map.merge("cocoa", 5L, Long::sum).get("cocoa")).isEqualTo(5);
        assertThat(map.computeIfAbsent("tea", _ -> 9L).get("tea")).isEqualTo(1);
        assertThat(map.computeIfAbsent("cocoa", _ -> 9L).get("cocoa")).isEqualTo(9);
        assertThat(map.computeIfPresent("cocoa", (_, value) -> value)).isEqualTo(map);
        assertThat(map.compute("gin", (key, value) -> value + key.length()).get("gin"))
                .isEqualTo(7);
    }

    @Test
    void aSortedMapIsAValueInOtherCollections() {
        PersistentSortedMap<Long, PersistentSortedMap<String, Long>> outer =
                collections.sortedMap(
                        Codec.LONG, Codec.persistentSortedMap(Codec.STRING, Codec.LONG));
        outer = outer.with(1L, drinks()).with(0L, empty);
        assertThat(outer.get(1L)).isEqualTo(drinks());
        assertThat(outer.last().getValue().first().getKey()).isEqualTo("ale");
        PersistentSet<PersistentSortedMap<String, Long>> set =
                collections.set(Codec.persistentSortedMap(Codec.STRING, Codec.LONG));
        assertThat(set.with(drinks()).contains(drinks())).isTrue();
        assertThat(set.with(drinks()).with(drinks().without("x")).size()).isEqualTo(1);
    }
}
