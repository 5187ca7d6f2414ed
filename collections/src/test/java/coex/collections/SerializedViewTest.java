package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Heap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.function.Consumer;

/// Views are serialized as copies that outlive the heap.
class SerializedViewTest {

    private final Heap heap = Heap.open();
    private final PersistentCollections collections = PersistentCollections.in(heap);

    record Point(int x, int y) implements Serializable {}

    @AfterEach
    void close() {
        heap.close();
    }

    private static byte[] written(Object view) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(view);
        }
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes, Consumer<Class<?>> met) throws Exception {
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(bytes)) {
                    @Override
                    protected Class<?> resolveClass(java.io.ObjectStreamClass description)
                            throws IOException, ClassNotFoundException {
                        Class<?> found = super.resolveClass(description);
                        met.accept(found);
                        return found;
                    }
                }) {
            return in.readObject();
        }
    }

    /// What comes back when the heap is gone, made of classes of the JDK and of the test.
    @SuppressWarnings("unchecked")
    private <T> T copied(T view) throws Exception {
        byte[] bytes = written(view);
        return (T)
                read(
                        bytes,
                        met ->
                                assertThat(met.getModule() == Codec.class.getModule())
                                        .as(met.getName())
                                        .isEqualTo(met == Point.class));
    }

    @Test
    void viewsComeBackEqualAndUnmodifiable() throws Exception {
        Map<String, Point> map =
                collections
                        .map(Codec.STRING, Codec.ofRecord(Point.class))
                        .with("a", new Point(1, 2))
                        .with("b", new Point(3, 4))
                        .asMap();
        Set<Long> set = collections.set(Codec.LONG, List.of(5L, -1L, 700L)).asSet();
        List<Point> list =
                collections.list(Codec.ofRecord(Point.class), List.of(new Point(7, 8))).asList();
        List<Double> array = collections.array(Codec.DOUBLE, List.of(1.5, Double.NaN)).asList();
        Map<String, Point> mapCopy = copied(map);
        Set<Long> setCopy = copied(set);
        assertThat(new ArrayList<>(setCopy)).as("order").isEqualTo(new ArrayList<>(set));
        assertThat(new ArrayList<>(mapCopy.keySet())).isEqualTo(new ArrayList<>(map.keySet()));
        assertThat(mapCopy).isEqualTo(map);
        assertThat(setCopy).isEqualTo(set);
        assertThat(copied(list)).isEqualTo(list);
        assertThat(copied(array)).isEqualTo(array);
        heap.close();
        assertThat(mapCopy).containsEntry("a", new Point(1, 2)).hasSize(2);
        assertThat(setCopy).containsExactlyInAnyOrder(5L, -1L, 700L);
        assertThatThrownBy(() -> mapCopy.put("c", new Point(0, 0)))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> setCopy.add(1L)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void sortedViewsKeepTheirOrder() throws Exception {
        PersistentSortedMap<Long, String> map =
                collections.sortedMap(Codec.LONG, Codec.STRING, Map.of(3L, "c", 1L, "a", 2L, "b"));
        NavigableMap<Long, String> copy = copied(map.asMap());
        assertThat(copy).isEqualTo(map.asMap());
        assertThat(copy.floorKey(2L)).isEqualTo(2L);
        assertThat(copied(map.asMap().descendingMap()).firstKey()).isEqualTo(3L);
        assertThat(copied(map.asMap().tailMap(2L, true)).keySet()).containsExactly(2L, 3L);
        assertThatThrownBy(() -> copy.put(9L, ""))
                .isInstanceOf(UnsupportedOperationException.class);
        NavigableSet<String> set =
                collections.sortedSet(Codec.STRING, List.of("pear", "fig", "apple")).asSet();
        assertThat(copied(set)).containsExactly("apple", "fig", "pear");
        assertThat(copied(collections.sortedSet(Codec.STRING).asSet())).isEmpty();
        assertThat(copied(map.asMap().navigableKeySet())).containsExactly(1L, 2L, 3L);
    }

    @Test
    void collectionsInViewsAreCopiedToo() throws Exception {
        PersistentMap<String, PersistentMap<String, Long>> maps =
                collections
                        .map(Codec.STRING, Codec.persistentMap(Codec.STRING, Codec.LONG))
                        .with("Lisbon", collections.map(Codec.STRING, Codec.LONG).with("tea", 250L))
                        .with("Porto", collections.map(Codec.STRING, Codec.LONG));
        Object copy = copied(maps.asMap());
        assertThat(copy).isEqualTo(Map.of("Lisbon", Map.of("tea", 250L), "Porto", Map.of()));
        assertThat(copiedElement(Codec.persistentSet(Codec.LONG), set(1L, 2L)))
                .isEqualTo(Set.of(1L, 2L));
        assertThat(
                        copiedElement(
                                Codec.persistentList(Codec.LONG),
                                collections.list(Codec.LONG, List.of(1L))))
                .isEqualTo(List.of(1L));
        assertThat(
                        copiedElement(
                                Codec.persistentSortedSet(Codec.LONG),
                                collections.sortedSet(Codec.LONG, List.of(2L, 1L))))
                .isInstanceOf(NavigableSet.class)
                .isEqualTo(Set.of(1L, 2L));
        assertThat(
                        copiedElement(
                                Codec.persistentSortedMap(
                                        Codec.LONG, Codec.persistentSet(Codec.LONG)),
                                collections
                                        .sortedMap(Codec.LONG, Codec.persistentSet(Codec.LONG))
                                        .with(1L, set(7L))))
                .isInstanceOf(NavigableMap.class)
                .isEqualTo(Map.of(1L, Set.of(7L)));
        assertThat(copiedElement(Codec.json(), PersistentJson.parse(collections, "[1,\"a\"]")))
                .isEqualTo("[1,\"a\"]");
        assertThat(copiedElement(Codec.list(Codec.persistentSet(Codec.LONG)), List.of(set(3L))))
                .isEqualTo(List.of(Set.of(3L)));
    }

    private PersistentSet<Long> set(Long... elements) {
        return collections.set(Codec.LONG, List.of(elements));
    }

    /// What comes back of a value in a list.
    private <E> Object copiedElement(Codec<E> codec, E value) throws Exception {
        List<?> copy = copied(collections.list(codec, List.of(value)).asList());
        assertThat(copy).hasSize(1);
        return copy.getFirst();
    }

    @Test
    void sortedViewsOfRecordsKeepTheirOrder() throws Exception {
        List<Point> points = List.of(new Point(1, 1), new Point(0, 2), new Point(1, -5));
        NavigableSet<Point> view =
                collections.sortedSet(Codec.ofRecord(Point.class), points).asSet();
        @SuppressWarnings("unchecked")
        var copy = (NavigableSet<Point>) read(written(view), _ -> {});
        assertThat(copy).containsExactly(new Point(0, 2), new Point(1, -5), new Point(1, 1));
        assertThat(copy.higher(new Point(0, 3))).isEqualTo(new Point(1, -5));
        assertThat(copy.contains(new Point(7, 7))).isFalse();
        @SuppressWarnings("unchecked")
        var reversed = (NavigableSet<Point>) read(written(view.descendingSet()), _ -> {});
        assertThat(reversed.first()).isEqualTo(new Point(1, 1));
    }

    @Test
    void whatCannotBeCopiedIsNamed() {
        PersistentMap<Long, PersistentList<Long>> nested =
                collections.map(Codec.LONG, Codec.persistentList(Codec.LONG));
        NavigableSet<byte[]> byBytes =
                collections.sortedSet(Codec.BYTES, List.of(new byte[] {1}, new byte[2])).asSet();
        assertThatThrownBy(() -> written(byBytes))
                .isInstanceOf(NotSerializableException.class)
                .hasMessageContaining("comparator")
                .hasMessageContaining("SavedVersions");
        assertThatThrownBy(() -> written(nested)).isInstanceOf(NotSerializableException.class);
    }

    @Test
    void aClosedCollectionIsNotWritten() {
        PersistentSet<Long> set = collections.set(Codec.LONG, List.of(1L));
        Set<Long> view = set.asSet();
        set.close();
        assertThatThrownBy(() -> written(view))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("collection closed");
    }
}
