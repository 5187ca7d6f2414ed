package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;

/// Random programs on persistent collections agree with `java.util` models, through methods and
/// views alike, and all versions ever made stay what they were.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class ViewModelTest {

    private static final int KEYS = 120;
    private static final int VERSIONS = 12;

    record Name(String first, int second) {}

    /// Numbered values of some codec.
    record Values<T>(String name, Codec<T> codec, IntFunction<T> value) {
        @Override
        public String toString() {
            return name;
        }
    }

    record Case(TestHeaps heap, Values<?> keys, Values<?> values) {

        int steps() {
            return switch (heap) {
                case PLAIN -> 150;
                case TINY -> 60;
                case COLLECTING, SMALL_BLOCKS -> 30;
            };
        }
    }

    static List<Case> cases() {
        List<Values<?>> all =
                List.of(
                        new Values<>("longs", Codec.LONG, number -> (long) number - 1),
                        new Values<>("strings", Codec.STRING, number -> "s" + number),
                        new Values<>(
                                "records",
                                Codec.ofRecord(Name.class),
                                number -> new Name("n" + number % 7, number)),
                        new Values<>("bytes", Codec.BYTE, number -> (byte) number),
                        new Values<>(
                                "lists",
                                Codec.list(Codec.STRING),
                                number -> List.of("a" + number, "b")));
        List<Case> cases = new ArrayList<>();
        for (TestHeaps heap : TestHeaps.values()) {
            for (int i = 0; i < all.size(); i++) {
                cases.add(new Case(heap, all.get(i), all.get((i + 1) % all.size())));
                cases.add(new Case(heap, all.get(i), all.get((i + 3) % all.size())));
            }
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyVersionAgreesWithItsModel(Case given) {
        long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
        try (Heap heap = Heap.open(given.heap.options())) {
            new Run<>(heap, given.keys, given.values, new Random(seed)).steps(given.steps());
            assertThat(heap.validate().errors()).isEmpty();
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed + " case=" + given, e);
        }
    }

    private record Version<K, V>(
            PersistentMap<K, V> map,
            PersistentSet<K> set,
            PersistentList<V> list,
            Map<K, V> mapModel,
            Set<K> setModel,
            List<V> listModel) {}

    private static final class Run<K, V> {
        private final Random random;
        private final Values<K> keys;
        private final Values<V> values;
        private final List<Version<K, V>> versions = new ArrayList<>();

        Run(Heap heap, Values<K> keys, Values<V> values, Random random) {
            this.random = random;
            this.keys = keys;
            this.values = values;
            PersistentCollections collections = PersistentCollections.in(heap);
            for (int i = 0; i < VERSIONS; i++) {
                versions.add(
                        new Version<>(
                                collections.map(keys.codec, values.codec),
                                collections.set(keys.codec),
                                collections.list(values.codec),
                                Map.of(),
                                Set.of(),
                                List.of()));
            }
        }

        private K key() {
            return keys.value.apply(random.nextInt(KEYS));
        }

        private V value() {
            return values.value.apply(random.nextInt(KEYS));
        }

        void steps(int count) {
            for (int step = 0; step < count; step++) {
                Version<K, V> from = versions.get(random.nextInt(VERSIONS));
                Version<K, V> other = versions.get(random.nextInt(VERSIONS));
                int to = random.nextInt(VERSIONS);
                Version<K, V> made =
                        switch (random.nextInt(4)) {
                            case 0 -> grown(from);
                            case 1 -> shrunk(from);
                            case 2 -> united(from, other);
                            default -> filled(from);
                        };
                if (random.nextBoolean()) {
                    close(versions.get(to));
                }
                versions.set(to, made);
                check(made);
                if (step % 10 == 0) {
                    versions.forEach(this::check);
                }
            }
        }

        private void close(Version<K, V> version) {
            boolean alone = versions.stream().filter(each -> each == version).count() == 1;
            if (alone) {
                version.map.close();
                version.set.close();
                version.list.close();
            }
        }

        private Version<K, V> grown(Version<K, V> from) {
            K key = key();
            V value = value();
            Map<K, V> map = new HashMap<>(from.mapModel);
            Set<K> set = new HashSet<>(from.setModel);
            List<V> list = new ArrayList<>(from.listModel);
            map.put(key, value);
            set.add(key);
            list.add(value);
            return new Version<>(
                    from.map.with(key, value),
                    from.set.with(key),
                    from.list.append(value),
                    map,
                    set,
                    list);
        }

        private Version<K, V> shrunk(Version<K, V> from) {
            K key = from.mapModel.isEmpty() ? key() : from.mapModel.keySet().iterator().next();
            Map<K, V> map = new HashMap<>(from.mapModel);
            Set<K> set = new HashSet<>(from.setModel);
            map.remove(key);
            set.remove(key);
            int end = from.listModel.size();
            int start = end == 0 ? 0 : random.nextInt(end) / 4;
            return new Version<>(
                    from.map.without(key),
                    from.set.without(key),
                    from.list.slice(start, end),
                    map,
                    set,
                    from.listModel.subList(start, end));
        }

        private Version<K, V> united(Version<K, V> from, Version<K, V> other) {
            if (from.listModel.size() + other.listModel.size() > 3000) {
                return shrunk(from);
            }
            Map<K, V> map = new HashMap<>(from.mapModel);
            Set<K> set = new HashSet<>(from.setModel);
            List<V> list = new ArrayList<>(from.listModel);
            map.putAll(other.mapModel);
            set.addAll(other.setModel);
            list.addAll(other.listModel);
            boolean asViews = random.nextBoolean();
            return new Version<>(
                    asViews ? from.map.withAll(other.map.asMap()) : from.map.withAll(other.map),
                    asViews ? from.set.withAll(other.set.asSet()) : from.set.withAll(other.set),
                    asViews
                            ? from.list.appendAll(other.list.asList())
                            : from.list.appendAll(other.list),
                    map,
                    set,
                    list);
        }

        private Version<K, V> filled(Version<K, V> from) {
            Map<K, V> map = new HashMap<>(from.mapModel);
            Set<K> set = new HashSet<>(from.setModel);
            List<V> list = new ArrayList<>(from.listModel);
            PersistentMap.Builder<K, V> mapBuilder = from.map.builder();
            PersistentSet.Builder<K> setBuilder = from.set.builder();
            PersistentList.Builder<V> listBuilder = from.list.builder();
            for (int i = random.nextInt(30); i > 0; i--) {
                K key = key();
                V value = value();
                map.put(key, value);
                mapBuilder.put(key, value);
                set.add(key);
                setBuilder.add(key);
                list.add(value);
                listBuilder.add(value);
            }
            return new Version<>(
                    mapBuilder.build(), setBuilder.build(), listBuilder.build(), map, set, list);
        }

        private void check(Version<K, V> version) {
            assertThat(version.map.asMap().equals(version.mapModel)).isTrue();
            assertThat(version.mapModel.equals(version.map.asMap())).isTrue();
            assertThat(version.map.asMap().hashCode()).isEqualTo(version.mapModel.hashCode());
            assertThat(version.map.size()).isEqualTo(version.mapModel.size());
            assertThat(version.map.asMap().keySet()).isEqualTo(version.mapModel.keySet());
            assertThat(version.set.asSet().equals(version.setModel)).isTrue();
            assertThat(version.set.asSet().hashCode()).isEqualTo(version.setModel.hashCode());
            assertThat(version.list.asList().equals(version.listModel)).isTrue();
            assertThat(version.list.asList().hashCode()).isEqualTo(version.listModel.hashCode());
            for (int i = 0; i < KEYS; i += 7) {
                K key = keys.value.apply(i);
                assertThat(version.map.get(key)).isEqualTo(version.mapModel.get(key));
                assertThat(version.set.contains(key)).isEqualTo(version.setModel.contains(key));
            }
            if (!version.listModel.isEmpty()) {
                int index = random.nextInt(version.listModel.size());
                assertThat(version.list.get(index)).isEqualTo(version.listModel.get(index));
                PersistentArray<V> array = version.list.toArray();
                assertThat(array.asList()).isEqualTo(version.listModel);
                assertThat(array.toList()).isEqualTo(version.list);
                V value = value();
                List<V> changed = new ArrayList<>(version.listModel);
                changed.set(index, value);
                assertThat(version.list.with(index, value).asList()).isEqualTo(changed);
                assertThat(array.with(index, value).asList()).isEqualTo(changed);
            }
        }
    }
}
