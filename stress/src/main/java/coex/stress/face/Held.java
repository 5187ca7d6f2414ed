package coex.stress.face;

import coex.collections.PersistentArray;
import coex.collections.PersistentCollection;
import coex.collections.PersistentJson;
import coex.collections.PersistentList;
import coex.collections.PersistentMap;
import coex.collections.PersistentSet;
import coex.collections.PersistentSortedMap;
import coex.collections.PersistentSortedSet;
import coex.collections.PersistentText;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;

/// A collection, and what it has to hold. Models are never changed.
sealed interface Held {

    /// An element that is an object in the heap.
    record Point(int x, int y) {}

    PersistentCollection collection();

    record OfMap(PersistentMap<String, Long> collection, Map<String, Long> model) implements Held {}

    record OfMaps(
            PersistentMap<Long, PersistentMap<String, Long>> collection,
            Map<Long, Map<String, Long>> model)
            implements Held {}

    record OfList(PersistentList<Point> collection, List<Point> model) implements Held {}

    record OfArray(PersistentArray<Long> collection, List<Long> model) implements Held {}

    record OfSet(PersistentSet<String> collection, Set<String> model) implements Held {}

    record OfSortedMap(
            PersistentSortedMap<String, Long> collection, NavigableMap<String, Long> model)
            implements Held {}

    record OfSortedSet(PersistentSortedSet<Long> collection, NavigableSet<Long> model)
            implements Held {}

    /// An object, whose values are as `java.util` has them.
    record OfJson(PersistentJson collection, Map<String, Object> model) implements Held {}

    /// Letters of one to four bytes.
    record OfText(PersistentText collection, String model) implements Held {}
}
