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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/// Differences between versions, and intersections and differences of maps and sets, agree with
/// `java.util`; and what two versions share is not looked at.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class DifferenceTest {

    private static final List<String> COLLIDING = CollidingKeys.texts(40);

    /// Applies what it is told to a model of the older version.
    private static final class Applied implements MapChanges<String, Long> {
        private final Map<String, Long> model;
        private final List<String> told = new ArrayList<>();

        Applied(Map<String, Long> older) {
            this.model = new HashMap<>(older);
        }

        @Override
        public void added(String key, Long value) {
            assertThat(model.put(key, value)).isNull();
            told.add(key);
        }

        @Override
        public void removed(String key, Long value) {
            assertThat(model.remove(key)).isEqualTo(value);
            told.add(key);
        }

        @Override
        public void changed(String key, Long older, Long newer) {
            assertThat(older).isNotEqualTo(newer);
            assertThat(model.put(key, newer)).isEqualTo(older);
            told.add(key);
        }
    }

    private static String key(Random random, int most) {
        int number = random.nextInt(most);
        return number < COLLIDING.size() ? COLLIDING.get(number) : "key " + number;
    }

    @ParameterizedTest
    @EnumSource
    void randomVersionsDifferAsTheirModelsDo(TestHeaps kind) {
        long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
        try (Heap heap = Heap.open(kind.options())) {
            Random random = new Random(seed);
            int rounds = kind == TestHeaps.PLAIN ? 40 : 6;
            for (int round = 0; round < rounds; round++) {
                compare(PersistentCollections.in(heap), random);
            }
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed, e);
        }
    }

    private static void compare(PersistentCollections collections, Random random) {
        int most = random.nextInt(4) == 0 ? 500 : 60;
        Map<String, Long> first = new HashMap<>();
        for (int i = random.nextInt(most); i > 0; i--) {
            first.put(key(random, most), (long) random.nextInt(3));
        }
        boolean isChanged = random.nextBoolean();
        Map<String, Long> second = new HashMap<>(isChanged ? first : Map.of());
        PersistentMap<String, Long> one = collections.map(Codec.STRING, Codec.LONG, first);
        PersistentSortedMap<String, Long> sorted =
                collections.sortedMap(Codec.STRING, Codec.LONG, first);
        PersistentMap<String, Long> two =
                isChanged ? one : collections.map(Codec.STRING, Codec.LONG);
        PersistentSortedMap<String, Long> otherSorted =
                isChanged ? sorted : collections.sortedMap(Codec.STRING, Codec.LONG);
        for (int i = random.nextInt(isChanged ? 6 : most); i > 0; i--) {
            String key = key(random, most);
            if (random.nextInt(3) == 0) {
                second.remove(key);
                two = two.without(key);
                otherSorted = otherSorted.without(key);
            } else {
                long value = random.nextInt(3);
                second.put(key, value);
                two = two.with(key, value);
                otherSorted = otherSorted.with(key, value);
            }
        }
        Applied applied = new Applied(first);
        PersistentMap.diff(one, two, applied);
        assertThat(applied.model).isEqualTo(second);
        Applied inOrder = new Applied(first);
        PersistentSortedMap.diff(sorted, otherSorted, inOrder);
        assertThat(inOrder.model).isEqualTo(second);
        assertThat(inOrder.told).isSortedAccordingTo(Codec.STRING.order());
        assertThat(new HashSet<>(applied.told)).isEqualTo(new HashSet<>(inOrder.told));
        merge(first, second, one, two, sorted, otherSorted);
    }

    private static void merge(
            Map<String, Long> first,
            Map<String, Long> second,
            PersistentMap<String, Long> one,
            PersistentMap<String, Long> two,
            PersistentSortedMap<String, Long> sorted,
            PersistentSortedMap<String, Long> otherSorted) {
        Map<String, Long> both = new HashMap<>(first);
        both.keySet().retainAll(second.keySet());
        assertThat(one.intersection(two).asMap()).isEqualTo(both);
        assertThat(sorted.intersection(otherSorted).asMap()).isEqualTo(both);
        Map<String, Long> less = new HashMap<>(first);
        less.keySet().removeAll(second.keySet());
        assertThat(one.difference(two).asMap()).isEqualTo(less);
        assertThat(sorted.difference(otherSorted).asMap()).isEqualTo(less);
        Map<String, Long> all = new HashMap<>(first);
        all.putAll(second);
        assertThat(one.withAll(two).asMap()).isEqualTo(all);
        assertThat(sorted.withAll(otherSorted).asMap()).isEqualTo(all);
        assertThat(one.intersection(two)).isEqualTo(one.difference(one.difference(two)));
        assertThat(one.intersection(one)).isEqualTo(one);
        assertThat(sorted.difference(sorted).isEmpty()).isTrue();
    }

    @Test
    void setsDifferByTheirElements() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections collections = PersistentCollections.in(heap);
            PersistentSet<Long> older = collections.set(Codec.LONG, List.of(1L, 2L, 3L));
            PersistentSet<Long> newer = older.without(2L).with(7L);
            PersistentSortedSet<Long> sorted = collections.sortedSet(Codec.LONG, older);
            PersistentSortedSet<Long> newerSorted = sorted.without(2L).with(7L);
            List<String> told = new ArrayList<>();
            SetChanges<Long> visitor =
                    new SetChanges<>() {
                        @Override
                        public void added(Long element) {
                            told.add("+" + element);
                        }

                        @Override
                        public void removed(Long element) {
                            told.add("-" + element);
                        }
                    };
            PersistentSet.diff(older, newer, visitor);
            assertThat(told).containsExactlyInAnyOrder("-2", "+7");
            told.clear();
            PersistentSortedSet.diff(sorted, newerSorted, visitor);
            assertThat(told).containsExactly("-2", "+7");
            assertThat(newer.intersection(older).asSet()).isEqualTo(Set.of(1L, 3L));
            assertThat(newer.difference(older).asSet()).isEqualTo(Set.of(7L));
            assertThat(newerSorted.intersection(sorted)).containsExactly(1L, 3L);
            assertThat(newerSorted.difference(sorted)).containsExactly(7L);
            assertThat(newerSorted.withAll(sorted)).containsExactly(1L, 2L, 3L, 7L);
        }
    }

    /// The visitor may use both, and even close them: it is told so then.
    @Test
    void aVersionThatIsClosedMeanwhileEndsTheComparison() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections collections = PersistentCollections.in(heap);
            PersistentSortedSet<Long> none = collections.sortedSet(Codec.LONG);
            List<Long> many = new ArrayList<>();
            for (long i = 0; i < 1000; i++) {
                many.add(i);
            }
            PersistentSortedSet<Long> all = collections.sortedSet(Codec.LONG, many);
            SetChanges<Long> visitor =
                    new SetChanges<>() {
                        @Override
                        public void added(Long element) {
                            all.close();
                        }

                        @Override
                        public void removed(Long element) {}
                    };
            assertThatThrownBy(() -> PersistentSortedSet.diff(none, all, visitor))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("collection closed: ");
        }
    }

    @Test
    void onlyNodesOnTheWayToChangesAreLookedAt() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections collections = PersistentCollections.in(heap);
            Map<Long, Long> model = new TreeMap<>();
            for (long i = 0; i < 40_000; i++) {
                model.put(i * 7, i);
            }
            PersistentMap<Long, Long> map = collections.map(Codec.LONG, Codec.LONG, model);
            PersistentSortedMap<Long, Long> sorted =
                    collections.sortedMap(Codec.LONG, Codec.LONG, model);
            for (int changes : new int[] {0, 1, 10, 100}) {
                PersistentMap<Long, Long> newer = map;
                PersistentSortedMap<Long, Long> newerSorted = sorted;
                for (long i = 0; i < changes; i++) {
                    long key = i * 2203 + 1;
                    newer = newer.with(key, i).without(key / 7 * 7).with(7 * i, -1L - i);
                    newerSorted =
                            newerSorted.with(key, i).without(key / 7 * 7).with(7 * i, -1L - i);
                }
                List<Object> told = new ArrayList<>();
                Differences differences = map.kind().differences(map, newer);
                differences.forEach(Codec.LONG, Codec.LONG, counting(told));
                int seen = told.size();
                assertThat(seen).isBetween(2 * changes, 3 * changes);
                // Four levels in either, at most, and what lies beside a change.
                assertThat(differences.entered()).isBetween(changes, 3 * 2 * 5 * changes);
                told.clear();
                Differences ofSorted = sorted.kind().differences(sorted, newerSorted);
                ofSorted.forEach(Codec.LONG, Codec.LONG, counting(told));
                assertThat(told).hasSize(seen);
                assertThat(ofSorted.entered()).isBetween(changes, 3 * 2 * 6 * changes);
            }
        }
    }

    private static MapChanges<Long, Long> counting(List<Object> told) {
        return new MapChanges<>() {
            @Override
            public void added(Long key, Long value) {
                told.add(key);
            }

            @Override
            public void removed(Long key, Long value) {
                told.add(key);
            }

            @Override
            public void changed(Long key, Long older, Long newer) {
                told.add(key);
            }
        };
    }
}
