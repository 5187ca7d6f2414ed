package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Random operations of platform and virtual threads, compared with `java.util`, while versions are
/// closed, dropped and shared by data races. `-Dcoex.seconds=60` makes it longer,
/// `-Dcoex.seed=N` repeats the choices of a run.
class FaceTortureTest {

    private static final int PLATFORM = 3;
    private static final int VIRTUAL = 8;
    private static final int OPERATIONS = 1500;
    private static final int PLACES = 6;
    private static final int MOST_HELD = 30;
    private static final int KEYS = 25;

    private static final Codec<PersistentMap<String, Long>> INNER =
            Codec.persistentMap(Codec.STRING, Codec.LONG);

    private final long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
    private final long seconds = Long.getLong("coex.seconds", 0);

    /// A collection and what it holds.
    private sealed interface Held {
        PersistentCollection collection();

        record OfMap(PersistentMap<String, Long> collection, Map<String, Long> model)
                implements Held {}

        record OfMaps(
                PersistentMap<Long, PersistentMap<String, Long>> collection,
                Map<Long, Map<String, Long>> model)
                implements Held {}

        record OfList(PersistentList<CodecTest.Point> collection, List<CodecTest.Point> model)
                implements Held {}

        record OfSet(PersistentSet<String> collection, Set<String> model) implements Held {}

        record OfSortedMap(
                PersistentSortedMap<String, Long> collection, NavigableMap<String, Long> model)
                implements Held {}

        record OfSortedSet(PersistentSortedSet<Long> collection, NavigableSet<Long> model)
                implements Held {}
    }

    /// What the threads of one run share.
    private static final class Shared {
        final Heap heap;
        final PersistentCollections collections;
        final Held[] places = new Held[PLACES]; // read and written in data races
        final AtomicLong refusals = new AtomicLong();

        /// The values of each version add up to 0.
        final Versioned<PersistentMap<String, Long>> balance;

        /// All inner maps of one version are equal.
        final Versioned<PersistentMap<Long, PersistentMap<String, Long>>> equals;

        Shared(Heap heap) {
            this.heap = heap;
            this.collections = PersistentCollections.in(heap);
            this.balance = Versioned.of(collections.map(Codec.STRING, Codec.LONG));
            this.equals = Versioned.of(collections.map(Codec.LONG, INNER));
        }
    }

    @ParameterizedTest
    @EnumSource
    void collectionsAreWhatTheirModelsAre(TestHeaps kind) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        int round = 0;
        do {
            try (Heap heap = Heap.open(kind.options())) {
                torture(new Shared(heap), seed + 1000L * round++);
            } catch (Throwable e) {
                throw new AssertionError("replay with -Dcoex.seed=" + seed, e);
            }
        } while (System.nanoTime() < until);
    }

    private static void torture(Shared shared, long seed) throws Exception {
        try (ExecutorService platform = Executors.newFixedThreadPool(PLATFORM);
                ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < PLATFORM + VIRTUAL; i++) {
                ExecutorService where = i < PLATFORM ? platform : virtual;
                Tormentor tormentor = new Tormentor(shared, new Random(seed + i));
                all.add(where.submit(tormentor::run));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
        assertThat(shared.heap.validate().errors()).isEmpty();
        assertThat(shared.refusals.get()).as("some came too late").isNotNegative();
        shared.balance.close();
        shared.equals.close();
        for (int i = 0; i < PLACES; i++) {
            shared.places[i] = null;
        }
        awaitNothingHeld(shared.collections);
    }

    /// Everything was closed or dropped, so all roots go.
    private static void awaitNothingHeld(PersistentCollections collections)
            throws InterruptedException {
        long giveUpAt = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (collections.versions().count() > 0) {
            assertThat(System.nanoTime()).as(collections.versions()::toString).isLessThan(giveUpAt);
            System.gc();
            Thread.sleep(10);
        }
    }

    /// Two versions that differ in one key.
    private record Differs(
            PersistentSortedMap<String, Long> older,
            PersistentSortedMap<String, Long> newer,
            Map<String, Long> model) {

        void check(Tormentor tormentor) {
            Map<String, Long> applied = new HashMap<>(model);
            PersistentSortedMap.diff(
                    older,
                    newer,
                    new MapChanges<>() {
                        @Override
                        public void added(String key, Long value) {
                            applied.put(key, value);
                        }

                        @Override
                        public void removed(String key, Long value) {
                            applied.remove(key);
                        }

                        @Override
                        public void changed(String key, Long before, Long after) {
                            applied.put(key, after);
                        }
                    });
            assertThat(newer.asMap().equals(applied)).isTrue();
            tormentor.letGoOf(newer);
        }
    }

    /// One thread's share of it.
    private static final class Tormentor {

        private final Shared shared;
        private final Random random;
        private final List<Held> held = new ArrayList<>();

        Tormentor(Shared shared, Random random) {
            this.shared = shared;
            this.random = random;
        }

        void run() {
            for (int i = 0; i < OPERATIONS; i++) {
                if (held.isEmpty()) {
                    held.add(fresh());
                }
                step();
                while (held.size() > MOST_HELD) {
                    letGo(held.remove(random.nextInt(held.size())));
                }
            }
            held.forEach(this::letGo);
            held.clear();
        }

        private void step() {
            int which = random.nextInt(held.size());
            Held one = held.get(which);
            switch (random.nextInt(12)) {
                case 0 -> held.add(fresh());
                case 1, 2, 3, 4 -> held.add(changed(one));
                case 5 -> check(one);
                case 6 -> publish(held.remove(which));
                case 7, 8 -> useShared();
                case 9 -> updateVersioned();
                case 10 -> readVersioned();
                default -> collectNowAndThen();
            }
        }

        private String key() {
            return "key " + random.nextInt(KEYS);
        }

        private CodecTest.Point point() {
            return new CodecTest.Point(random.nextInt(KEYS), random.nextInt());
        }

        private Held fresh() {
            PersistentCollections in = shared.collections;
            return switch (random.nextInt(6)) {
                case 0 -> new Held.OfMap(in.map(Codec.STRING, Codec.LONG), Map.of());
                case 1 -> new Held.OfMaps(in.map(Codec.LONG, INNER), Map.of());
                case 2 ->
                        new Held.OfList(in.list(Codec.ofRecord(CodecTest.Point.class)), List.of());
                case 3 ->
                        new Held.OfSortedMap(
                                in.sortedMap(Codec.STRING, Codec.LONG), new TreeMap<>());
                case 4 -> new Held.OfSortedSet(in.sortedSet(Codec.LONG), new TreeSet<>());
                default -> new Held.OfSet(in.set(Codec.STRING), Set.of());
            };
        }

        private Held changed(Held one) {
            return switch (one) {
                case Held.OfMap map -> changedMap(map);
                case Held.OfMaps maps -> changedMaps(maps);
                case Held.OfList list -> changedList(list);
                case Held.OfSet set -> changedSet(set);
                case Held.OfSortedMap map -> changedSortedMap(map);
                case Held.OfSortedSet set -> changedSortedSet(set);
            };
        }

        private Held changedMap(Held.OfMap map) {
            Map<String, Long> model = new HashMap<>(map.model);
            String key = key();
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    long value = random.nextLong();
                    model.put(key, value);
                    return new Held.OfMap(map.collection.with(key, value), model);
                }
                case 2 -> {
                    model.remove(key);
                    return new Held.OfMap(map.collection.without(key), model);
                }
                default -> {
                    Map<String, Long> more = Map.of(key, 1L, key + "x", 2L);
                    model.putAll(more);
                    return new Held.OfMap(map.collection.withAll(more), model);
                }
            }
        }

        private Held changedSortedMap(Held.OfSortedMap map) {
            NavigableMap<String, Long> model = new TreeMap<>(map.model);
            String key = key();
            switch (random.nextInt(7)) {
                case 0, 1 -> {
                    long value = random.nextLong();
                    model.put(key, value);
                    return new Held.OfSortedMap(map.collection.with(key, value), model);
                }
                case 2 -> {
                    model.remove(key);
                    return new Held.OfSortedMap(map.collection.without(key), model);
                }
                case 3 ->
                        new Differs(map.collection, map.collection.with(key, -1L), map.model)
                                .check(this);
                case 4 -> {
                    boolean inclusive = random.nextBoolean();
                    return new Held.OfSortedMap(
                            map.collection.from(key, inclusive).toMap(),
                            new TreeMap<>(model.tailMap(key, inclusive)));
                }
                default -> {
                    PersistentSortedMap.Builder<String, Long> builder = map.collection.builder();
                    for (int i = 0; i < 5; i++) {
                        String each = key();
                        builder.put(each, (long) i).remove(key).merge(key, 7L, Long::sum);
                        model.put(each, (long) i);
                        model.put(key, 7L);
                        assertThat(builder.get(each)).isEqualTo(model.get(each));
                    }
                    return new Held.OfSortedMap(builder.build(), model);
                }
            }
            return fresh();
        }

        /// Elements are taken together with those of another version.
        private Held changedSortedSet(Held.OfSortedSet set) {
            NavigableSet<Long> model = new TreeSet<>(set.model);
            long element = random.nextInt(KEYS);
            PersistentSortedSet<Long> one = set.collection.with(element);
            PersistentSortedSet<Long> other = set.collection.without(element + 1);
            NavigableSet<Long> otherModel = new TreeSet<>(model);
            model.add(element);
            otherModel.remove(element + 1);
            PersistentSortedSet<Long> made =
                    switch (random.nextInt(3)) {
                        case 0 -> {
                            model.addAll(otherModel);
                            yield one.withAll(other);
                        }
                        case 1 -> {
                            model.retainAll(otherModel);
                            yield one.intersection(other);
                        }
                        default -> {
                            model.removeAll(otherModel);
                            yield one.difference(other);
                        }
                    };
            letGoOf(one);
            letGoOf(other);
            return new Held.OfSortedSet(made, model);
        }

        /// Puts an inner map in, or takes one out as a collection of its own.
        private Held changedMaps(Held.OfMaps maps) {
            long key = random.nextInt(KEYS);
            Map<Long, Map<String, Long>> model = new HashMap<>(maps.model);
            Map<String, Long> innerModel = model.getOrDefault(key, Map.of());
            if (random.nextBoolean()) {
                PersistentMap<String, Long> inner = maps.collection.get(key);
                assertThat(inner == null).isEqualTo(!model.containsKey(key));
                return inner == null ? fresh() : new Held.OfMap(inner, innerModel);
            }
            Map<String, Long> changedModel = new HashMap<>(innerModel);
            String innerKey = key();
            changedModel.put(innerKey, key);
            model.put(key, changedModel);
            PersistentMap<String, Long> found =
                    model.size() == maps.model.size()
                            ? maps.collection.get(key)
                            : shared.collections.map(Codec.STRING, Codec.LONG);
            PersistentMap<String, Long> inner = found.with(innerKey, key);
            PersistentMap<Long, PersistentMap<String, Long>> made =
                    maps.collection.with(key, inner);
            letGoOf(inner);
            letGoOf(found);
            return new Held.OfMaps(made, model);
        }

        private Held changedList(Held.OfList list) {
            List<CodecTest.Point> model = new ArrayList<>(list.model);
            CodecTest.Point point = point();
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    model.add(point);
                    return new Held.OfList(list.collection.append(point), model);
                }
                case 2 -> {
                    if (model.isEmpty()) {
                        return fresh();
                    }
                    int index = random.nextInt(model.size());
                    model.set(index, point);
                    return new Held.OfList(list.collection.with(index, point), model);
                }
                case 3 -> {
                    int index = random.nextInt(model.size() + 1);
                    model.add(index, point);
                    return new Held.OfList(list.collection.insert(index, point), model);
                }
                default -> {
                    int from = random.nextInt(model.size() + 1);
                    return new Held.OfList(
                            list.collection.slice(from, model.size()),
                            model.subList(from, model.size()));
                }
            }
        }

        private Held changedSet(Held.OfSet set) {
            Set<String> model = new HashSet<>(set.model);
            String key = key();
            if (random.nextBoolean()) {
                model.add(key);
                return new Held.OfSet(set.collection.with(key), model);
            }
            model.remove(key);
            return new Held.OfSet(set.collection.without(key), model);
        }

        private void check(Held one) {
            switch (one) {
                case Held.OfMap map -> {
                    String key = key();
                    assertThat(map.collection.get(key)).isEqualTo(map.model.get(key));
                    assertThat(map.collection.asMap()).isEqualTo(map.model);
                }
                case Held.OfMaps maps -> {
                    long key = random.nextInt(KEYS);
                    String inner = key();
                    assertThat(PersistentMap.getIn(maps.collection, key, inner))
                            .isEqualTo(maps.model.getOrDefault(key, Map.of()).get(inner));
                    assertThat(maps.collection.size()).isEqualTo(maps.model.size());
                    maps.collection.forEach(
                            (each, map) -> {
                                assertThat(map.asMap()).isEqualTo(maps.model.get(each));
                                letGoOf(map);
                            });
                }
                case Held.OfList list -> assertThat(list.collection.asList()).isEqualTo(list.model);
                case Held.OfSet set -> assertThat(set.collection.asSet()).isEqualTo(set.model);
                case Held.OfSortedMap map -> {
                    String key = key();
                    assertThat(map.collection.get(key)).isEqualTo(map.model.get(key));
                    assertThat(map.collection.floor(key)).isEqualTo(map.model.floorEntry(key));
                    assertThat(
                                    new ArrayList<>(
                                            map.collection.reversed().from(key).asMap().keySet()))
                            .isEqualTo(
                                    new ArrayList<>(
                                            map.model.headMap(key, true).descendingKeySet()));
                    assertThat(map.collection.asMap().equals(map.model)).isTrue();
                }
                case Held.OfSortedSet set ->
                        assertThat(set.collection.asSet().equals(set.model)).isTrue();
            }
        }

        /// From here on another thread may close it: this one lets go of it, and never uses it
        /// again.
        private void publish(Held one) {
            int place = random.nextInt(PLACES);
            Held old = shared.places[place];
            shared.places[place] = one;
            if (old != null && random.nextBoolean()) {
                old.collection().close();
            }
        }

        /// Uses what another thread may be closing.
        private void useShared() {
            Held one = shared.places[random.nextInt(PLACES)];
            if (one == null) {
                return;
            }
            try {
                check(one);
                held.add(changed(one));
            } catch (IllegalStateException e) {
                assertThat(e).hasMessageStartingWith("collection closed: ");
                shared.refusals.incrementAndGet();
            }
        }

        private void updateVersioned() {
            if (random.nextBoolean()) {
                String from = key();
                String to = key();
                long amount = random.nextInt(100);
                shared.balance.update(
                        map -> {
                            long had = map.getOrDefault(from, 0L);
                            PersistentMap<String, Long> less = map.with(from, had - amount);
                            long has = less.getOrDefault(to, 0L);
                            PersistentMap<String, Long> both = less.with(to, has + amount);
                            letGoOf(less);
                            return both;
                        });
            } else {
                String key = key();
                long value = random.nextInt(100);
                shared.equals.update(map -> withInAll(map, key, value));
            }
        }

        private PersistentMap<Long, PersistentMap<String, Long>> withInAll(
                PersistentMap<Long, PersistentMap<String, Long>> map, String key, long value) {
            PersistentMap<String, Long> none = shared.collections.map(Codec.STRING, Codec.LONG);
            PersistentMap<Long, PersistentMap<String, Long>> all = map;
            for (long i = 0; i < 3; i++) {
                PersistentMap<String, Long> inner = map.getOrDefault(i, none).with(key, value);
                PersistentMap<Long, PersistentMap<String, Long>> more = all.with(i, inner);
                letGoOf(inner);
                if (all != map) {
                    letGoOf(all);
                }
                all = more;
            }
            return all;
        }

        private void readVersioned() {
            switch (random.nextInt(4)) {
                case 0 ->
                        assertThat(
                                        shared.balance.<Long>read(
                                                map ->
                                                        map.stream()
                                                                .mapToLong(Map.Entry::getValue)
                                                                .sum()))
                                .isZero();
                case 1 -> shared.equals.read(this::checkEqual);
                case 2 -> {
                    PersistentMap<Long, PersistentMap<String, Long>> snapshot =
                            shared.equals.snapshot();
                    Thread.yield();
                    checkEqual(snapshot);
                    letGoOf(snapshot);
                }
                default -> {
                    PersistentMap<String, Long> kept =
                            shared.equals.read(map -> map.get(random.nextLong(3)));
                    if (kept != null) {
                        held.add(new Held.OfMap(kept, new HashMap<>(kept.asMap())));
                    }
                }
            }
        }

        private Void checkEqual(PersistentMap<Long, PersistentMap<String, Long>> map) {
            if (!map.isEmpty()) {
                PersistentMap<String, Long> first = map.get(0L);
                PersistentMap<String, Long> second = map.get(1L);
                assertThat(second).isEqualTo(first);
                String key = key();
                assertThat(PersistentMap.getIn(map, 2L, key)).isEqualTo(first.get(key));
                letGoOf(first);
                letGoOf(second);
            }
            return null;
        }

        private void collectNowAndThen() {
            switch (random.nextInt(200)) {
                case 0 -> System.gc();
                case 1, 2, 3 -> shared.heap.collect();
                default -> Thread.yield();
            }
        }

        private void letGo(Held one) {
            letGoOf(one.collection());
        }

        /// Closes a collection that is this thread's alone, or drops it.
        private void letGoOf(PersistentCollection collection) {
            if (random.nextBoolean()) {
                collection.close();
                assertThat(collection.isClosed()).isTrue();
                if (random.nextInt(10) == 0) {
                    assertThatThrownBy(collection::size)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageStartingWith("collection closed: ");
                }
            }
        }
    }
}
