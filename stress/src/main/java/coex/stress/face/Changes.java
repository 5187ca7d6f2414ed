package coex.stress.face;

import static coex.stress.face.Mismatch.requireEqual;

import coex.collections.Codec;
import coex.collections.MapChanges;
import coex.collections.PersistentArray;
import coex.collections.PersistentCollection;
import coex.collections.PersistentCollections;
import coex.collections.PersistentJson;
import coex.collections.PersistentMap;
import coex.collections.PersistentSortedMap;
import coex.collections.PersistentSortedSet;
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

    Changes(
            PersistentCollections collections,
            Random random,
            Consumer<PersistentCollection> letGo) {
        this.collections = collections;
        this.random = random;
        this.letGo = letGo;
    }

    String key() {
        return "key " + random.nextInt(KEYS);
    }

    Held fresh() {
        return switch (random.nextInt(8)) {
            case 0 -> new Held.OfMap(collections.map(Codec.STRING, Codec.LONG), Map.of());
            case 1 -> new Held.OfMaps(collections.map(Codec.LONG, SharedPlaces.INNER), Map.of());
            case 2 -> new Held.OfList(collections.list(POINTS), List.of());
            case 3 -> new Held.OfArray(collections.array(Codec.LONG), List.of());
            case 4 ->
                    new Held.OfSortedMap(
                            collections.sortedMap(Codec.STRING, Codec.LONG), new TreeMap<>());
            case 5 -> new Held.OfSortedSet(collections.sortedSet(Codec.LONG), new TreeSet<>());
            case 6 -> new Held.OfJson(PersistentJson.of(collections, Map.of()), Map.of());
            default -> new Held.OfSet(collections.set(Codec.STRING), Set.of());
        };
    }

    Held changed(Held one) {
        return switch (one) {
            case Held.OfMap map -> changedMap(map);
            case Held.OfMaps maps -> changedMaps(maps);
            case Held.OfList list -> changedList(list);
            case Held.OfArray array -> changedArray(array);
            case Held.OfSet set -> changedSet(set);
            case Held.OfSortedMap map -> changedSortedMap(map);
            case Held.OfSortedSet set -> changedSortedSet(set);
            case Held.OfJson json -> changedJson(json);
        };
    }

    private Held changedMap(Held.OfMap map) {
        Map<String, Long> model = new HashMap<>(map.model());
        String key = key();
        switch (random.nextInt(6)) {
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
            default -> {
                Map<String, Long> more = Map.of(key, 1L, key + "x", 2L);
                model.putAll(more);
                return new Held.OfMap(map.collection().withAll(more), model);
            }
        }
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

    private Held changedList(Held.OfList list) {
        List<Point> model = new ArrayList<>(list.model());
        Point point = new Point(random.nextInt(KEYS), random.nextInt());
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                model.add(point);
                return new Held.OfList(list.collection().append(point), model);
            }
            case 2 -> {
                if (model.isEmpty()) {
                    return fresh();
                }
                int index = random.nextInt(model.size());
                model.set(index, point);
                return new Held.OfList(list.collection().with(index, point), model);
            }
            case 3 -> {
                int index = random.nextInt(model.size() + 1);
                model.add(index, point);
                return new Held.OfList(list.collection().insert(index, point), model);
            }
            case 4 -> {
                model.addAll(list.model().subList(0, Math.min(50, list.model().size())));
                return new Held.OfList(
                        list.collection()
                                .appendAll(
                                        list.model().subList(0, Math.min(50, list.model().size()))),
                        model);
            }
            default -> {
                int from = random.nextInt(model.size() + 1);
                return new Held.OfList(
                        list.collection().slice(from, model.size()),
                        List.copyOf(model.subList(from, model.size())));
            }
        }
    }

    private Held changedArray(Held.OfArray array) {
        List<Long> model = new ArrayList<>(array.model());
        long value = random.nextLong();
        PersistentArray<Long> made;
        if (model.isEmpty() || random.nextBoolean()) {
            model.add(value);
            made = array.collection().append(value);
        } else {
            int index = random.nextInt(model.size());
            model.set(index, value);
            made = array.collection().with(index, value);
        }
        return new Held.OfArray(made, model);
    }

    private Held changedSet(Held.OfSet set) {
        Set<String> model = new HashSet<>(set.model());
        String key = key();
        if (random.nextBoolean()) {
            model.add(key);
            return new Held.OfSet(set.collection().with(key), model);
        }
        model.remove(key);
        return new Held.OfSet(set.collection().without(key), model);
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
        Map<String, Long> model = new HashMap<>(json.model());
        String key = key();
        if (random.nextInt(4) == 0) {
            model.remove(key);
            return new Held.OfJson(json.collection().without(key), model);
        }
        long value = random.nextInt();
        model.put(key, value);
        return new Held.OfJson(json.collection().with(key, value), model);
    }
}
