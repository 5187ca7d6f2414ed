package coex.stress.face;

import static coex.stress.face.Mismatch.requireEqual;

import coex.collections.Codec;
import coex.collections.MapChanges;
import coex.collections.PersistentCollection;
import coex.collections.PersistentCollections;
import coex.collections.PersistentJson;
import coex.collections.PersistentMap;
import coex.collections.PersistentSet;
import coex.collections.PersistentSortedMap;
import coex.collections.PersistentSortedSet;
import coex.collections.PersistentText;
import coex.collections.SetChanges;
import coex.stress.face.Held.Point;

import java.lang.invoke.MethodHandles;
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
import java.util.function.Consumer;

/// Makes collections, and other versions of them by random operations, each with its model. For one
/// thread.
final class Changes {

    private static final int KEYS = 25;

    static final Codec<Point> POINTS = Codec.ofRecord(MethodHandles.lookup(), Point.class);

    private final PersistentCollections collections;
    private final Random random;

    /// Closes or drops a collection that only this thread has.
    private final Consumer<PersistentCollection> letGo;

    private final SequenceChanges sequences;

    Changes(
            PersistentCollections collections,
            Random random,
            Consumer<PersistentCollection> letGo) {
        this.collections = collections;
        this.random = random;
        this.letGo = letGo;
        this.sequences = new SequenceChanges(this, random, letGo);
    }

    PersistentCollections collections() {
        return collections;
    }

    String key() {
        return "key " + random.nextInt(KEYS);
    }

    Held fresh() {
        return switch (random.nextInt(9)) {
            case 0 -> new Held.OfMap(collections.map(Codec.STRING, Codec.LONG), Map.of());
            case 1 -> new Held.OfMaps(collections.map(Codec.LONG, SharedPlaces.INNER), Map.of());
            case 2 -> new Held.OfList(collections.list(POINTS), List.of());
            case 3 -> new Held.OfArray(collections.array(Codec.LONG), List.of());
            case 4 ->
                    new Held.OfSortedMap(
                            collections.sortedMap(Codec.STRING, Codec.LONG), new TreeMap<>());
            case 5 -> new Held.OfSortedSet(collections.sortedSet(Codec.LONG), new TreeSet<>());
            case 6 -> new Held.OfJson(PersistentJson.of(collections, Map.of()), Map.of());
            case 7 -> new Held.OfText(PersistentText.of(collections, ""), "");
            default -> new Held.OfSet(collections.set(Codec.STRING), Set.of());
        };
    }

    Held changed(Held one) {
        return switch (one) {
            case Held.OfMap map -> changedMap(map);
            case Held.OfMaps maps -> changedMaps(maps);
            case Held.OfList list -> sequences.changedList(list);
            case Held.OfArray array -> sequences.changedArray(array);
            case Held.OfSet set -> changedSet(set);
            case Held.OfSortedMap map -> changedSortedMap(map);
            case Held.OfSortedSet set -> changedSortedSet(set);
            case Held.OfJson json -> changedJson(json);
            case Held.OfText text -> sequences.changedText(text);
        };
    }

    Held.OfMap changedMap(Held.OfMap map) {
        Map<String, Long> model = new HashMap<>(map.model());
        String key = key();
        switch (random.nextInt(10)) {
            case 0, 1 -> {
                long value = random.nextLong();
                model.put(key, value);
                return new Held.OfMap(map.collection().with(key, value), model);
            }
            case 2 -> {
                model.remove(key);
                return new Held.OfMap(map.collection().without(key), model);
            }
            case 3 -> {
                model.merge(key, 1L, Long::sum);
                return new Held.OfMap(map.collection().merge(key, 1L, Long::sum), model);
            }
            case 4 -> {
                PersistentMap.Builder<String, Long> builder = map.collection().builder();
                for (int i = 0; i < 40; i++) {
                    String each = key();
                    builder.put(each, (long) i);
                    model.put(each, (long) i);
                    String gone = key();
                    builder.remove(gone);
                    model.remove(gone);
                    requireEqual("builder", builder.get(each), model.get(each));
                }
                return new Held.OfMap(builder.build(), model);
            }
            case 5, 6 -> {
                return combinedMap(map, key);
            }
            case 7 -> {
                model.compute(key, (_, value) -> value == null ? 5L : null);
                return new Held.OfMap(
                        map.collection().compute(key, (_, value) -> value == null ? 5L : null),
                        model);
            }
            case 8 -> {
                model.computeIfAbsent(key, name -> (long) name.length());
                model.computeIfPresent(key + "x", (_, value) -> value + 1);
                PersistentMap<String, Long> one =
                        map.collection().computeIfAbsent(key, name -> (long) name.length());
                PersistentMap<String, Long> made =
                        one.computeIfPresent(key + "x", (_, value) -> value + 1);
                letGo.accept(one);
                return new Held.OfMap(made, model);
            }
            default -> {
                Map<String, Long> more = Map.of(key, 1L, key + "x", 2L);
                model.putAll(more);
                return new Held.OfMap(map.collection().withAll(more), model);
            }
        }
    }

    /// Entries are taken together with those of another version, and what differs is told.
    private Held.OfMap combinedMap(Held.OfMap map, String key) {
        Map<String, Long> model = new HashMap<>(map.model());
        Map<String, Long> otherModel = new HashMap<>(model);
        String gone = key();
        otherModel.put(key, 3L);
        otherModel.remove(gone);
        PersistentMap<String, Long> one = map.collection().with(key, 3L);
        PersistentMap<String, Long> other = one.without(gone);
        letGo.accept(one);
        Map<String, Long> applied = new HashMap<>(model);
        PersistentMap.diff(map.collection(), other, applying(applied));
        requireEqual("differences", applied, otherModel);
        PersistentMap<String, Long> made =
                switch (random.nextInt(3)) {
                    case 0 -> {
                        model.putAll(otherModel);
                        yield map.collection().withAll(other);
                    }
                    case 1 -> {
                        model.keySet().retainAll(otherModel.keySet());
                        yield map.collection().intersection(other);
                    }
                    default -> {
                        model.keySet().removeAll(otherModel.keySet());
                        yield map.collection().difference(other);
                    }
                };
        letGo.accept(other);
        return new Held.OfMap(made, model);
    }

    private static MapChanges<String, Long> applying(Map<String, Long> target) {
        return new MapChanges<>() {
            @Override
            public void added(String key, Long value) {
                requireEqual("added", target.put(key, value), null);
            }

            @Override
            public void removed(String key, Long value) {
                requireEqual("removed", target.remove(key), value);
            }

            @Override
            public void changed(String key, Long before, Long after) {
                requireEqual("changed", target.put(key, after), before);
            }
        };
    }

    /// Puts an inner map in, or takes one out as a collection of its own.
    private Held changedMaps(Held.OfMaps maps) {
        long key = random.nextInt(KEYS);
        Map<Long, Map<String, Long>> model = new HashMap<>(maps.model());
        Map<String, Long> innerModel = model.getOrDefault(key, Map.of());
        if (random.nextBoolean()) {
            PersistentMap<String, Long> inner = maps.collection().get(key);
            requireEqual("inner map is there", inner != null, model.containsKey(key));
            return inner == null ? fresh() : new Held.OfMap(inner, innerModel);
        }
        Map<String, Long> changedModel = new HashMap<>(innerModel);
        String innerKey = key();
        changedModel.put(innerKey, key);
        model.put(key, changedModel);
        PersistentMap<String, Long> found =
                model.size() == maps.model().size()
                        ? maps.collection().get(key)
                        : collections.map(Codec.STRING, Codec.LONG);
        PersistentMap<String, Long> inner = found.with(innerKey, key);
        PersistentMap<Long, PersistentMap<String, Long>> made = maps.collection().with(key, inner);
        letGo.accept(inner);
        letGo.accept(found);
        return new Held.OfMaps(made, model);
    }

    private Held changedSet(Held.OfSet set) {
        Set<String> model = new HashSet<>(set.model());
        String key = key();
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                model.add(key);
                return new Held.OfSet(set.collection().with(key), model);
            }
            case 2 -> {
                model.remove(key);
                return new Held.OfSet(set.collection().without(key), model);
            }
            case 3 -> {
                PersistentSet.Builder<String> builder = set.collection().builder();
                for (int i = 0; i < 40; i++) {
                    String each = key();
                    String gone = key();
                    builder.add(each).remove(gone);
                    model.add(each);
                    model.remove(gone);
                    requireEqual("builder", builder.contains(each), model.contains(each));
                }
                return new Held.OfSet(builder.build(), model);
            }
            default -> {
                return combinedSet(set, key);
            }
        }
    }

    /// As [#combinedMap].
    private Held combinedSet(Held.OfSet set, String key) {
        Set<String> model = new HashSet<>(set.model());
        Set<String> otherModel = new HashSet<>(model);
        String gone = key();
        otherModel.add(key);
        otherModel.remove(gone);
        PersistentSet<String> one = set.collection().with(key);
        PersistentSet<String> other = one.without(gone);
        letGo.accept(one);
        Set<String> applied = new HashSet<>(model);
        PersistentSet.diff(
                set.collection(),
                other,
                new SetChanges<>() {
                    @Override
                    public void added(String element) {
                        requireEqual("added", applied.add(element), true);
                    }

                    @Override
                    public void removed(String element) {
                        requireEqual("removed", applied.remove(element), true);
                    }
                });
        requireEqual("differences", applied, otherModel);
        PersistentSet<String> made =
                switch (random.nextInt(3)) {
                    case 0 -> {
                        model.addAll(otherModel);
                        yield set.collection().withAll(other);
                    }
                    case 1 -> {
                        model.retainAll(otherModel);
                        yield set.collection().intersection(other);
                    }
                    default -> {
                        model.removeAll(otherModel);
                        yield set.collection().difference(other);
                    }
                };
        letGo.accept(other);
        return new Held.OfSet(made, model);
    }

    private Held changedSortedMap(Held.OfSortedMap map) {
        NavigableMap<String, Long> model = new TreeMap<>(map.model());
        String key = key();
        switch (random.nextInt(7)) {
            case 0, 1 -> {
                long value = random.nextLong();
                model.put(key, value);
                return new Held.OfSortedMap(map.collection().with(key, value), model);
            }
            case 2 -> {
                model.remove(key);
                return new Held.OfSortedMap(map.collection().without(key), model);
            }
            case 3 -> {
                checkDifferences(map.collection(), map.collection().with(key, -1L), model);
                return fresh();
            }
            case 4 -> {
                boolean inclusive = random.nextBoolean();
                return new Held.OfSortedMap(
                        map.collection().from(key, inclusive).toMap(),
                        new TreeMap<>(model.tailMap(key, inclusive)));
            }
            default -> {
                PersistentSortedMap.Builder<String, Long> builder = map.collection().builder();
                for (int i = 0; i < 5; i++) {
                    String each = key();
                    builder.put(each, (long) i).remove(key).merge(key, 7L, Long::sum);
                    model.put(each, (long) i);
                    model.put(key, 7L);
                    requireEqual("builder", builder.get(each), model.get(each));
                }
                return new Held.OfSortedMap(builder.build(), model);
            }
        }
    }

    /// The differences of two versions, applied to a model of the older, are the newer.
    private void checkDifferences(
            PersistentSortedMap<String, Long> older,
            PersistentSortedMap<String, Long> newer,
            Map<String, Long> model) {
        Map<String, Long> applied = new TreeMap<>(model);
        PersistentSortedMap.diff(older, newer, applying(applied));
        requireEqual("differences", applied, newer.asMap());
        letGo.accept(newer);
    }

    /// Elements are taken together with those of another version.
    private Held changedSortedSet(Held.OfSortedSet set) {
        NavigableSet<Long> model = new TreeSet<>(set.model());
        long element = random.nextInt(KEYS);
        PersistentSortedSet<Long> one = set.collection().with(element);
        PersistentSortedSet<Long> other = set.collection().without(element + 1);
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
        letGo.accept(one);
        letGo.accept(other);
        return new Held.OfSortedSet(made, model);
    }

    private Held changedJson(Held.OfJson json) {
        Map<String, Object> model = new HashMap<>(json.model());
        String key = key();
        if (random.nextInt(4) == 0) {
            model.remove(key);
            return new Held.OfJson(json.collection().without(key), model);
        }
        Object value = json(2);
        model.put(key, value);
        return new Held.OfJson(json.collection().with(key, value), model);
    }

    /// A value of json of every type.
    private Object json(int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 7)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextLong();
            case 3 -> random.nextInt(1000) / 8.0 + 1 / 16.0;
            case 4 -> sequences.letters();
            case 5 -> {
                List<Object> elements = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    elements.add(json(depth - 1));
                }
                yield elements;
            }
            default -> {
                Map<String, Object> fields = new HashMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    fields.put(key(), json(depth - 1));
                }
                yield fields;
            }
        };
    }
}
