package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// A collection that is read from another one has no root, and lives as long as one of the two is
/// open.
class SharedRootTest {

    private static final Codec<PersistentMap<String, Long>> INNER =
            Codec.persistentMap(Codec.STRING, Codec.LONG);

    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final PersistentCollections collections = PersistentCollections.in(heap);

    @AfterEach
    void close() {
        heap.close();
    }

    record Held(String name, PersistentMap<String, Long> map) {}

    private static PersistentMap<String, PersistentMap<String, Long>> mapOfMaps(
            PersistentCollections collections, int count) {
        PersistentMap.Builder<String, PersistentMap<String, Long>> builder =
                collections.mapBuilder(Codec.STRING, INNER);
        List<PersistentMap<String, Long>> made = new ArrayList<>();
        PersistentMap<String, Long> none = collections.map(Codec.STRING, Codec.LONG);
        for (long i = 0; i < count; i++) {
            PersistentMap<String, Long> inner = none.with("value", i);
            made.add(inner);
            builder.put("map " + i, inner);
        }
        PersistentMap<String, PersistentMap<String, Long>> map = builder.build();
        made.forEach(PersistentMap::close);
        return map;
    }

    private long roots() {
        return heap.stats().now().globalRoots();
    }

    private long liveObjects() {
        heap.collect();
        heap.collect();
        return heap.stats().collection().objectsMarked();
    }

    @Test
    void readingMakesNoRootWhateverItIsReadFrom() {
        var map = mapOfMaps(collections, 100);
        var list = collections.list(INNER).append(map.get("map 1"));
        var record =
                collections
                        .list(Codec.ofRecord(Held.class, Codec.STRING, INNER))
                        .append(new Held("held", map.get("map 2")));
        var optional =
                collections
                        .list(Codec.optional(INNER))
                        .append(Optional.of(map.get("map 3")))
                        .append(Optional.empty());
        long before = roots();
        List<PersistentMap<String, Long>> read = new ArrayList<>();
        map.forEach((_, inner) -> read.add(inner));
        map.stream().forEach(entry -> read.add(entry.getValue()));
        read.addAll(map.asMap().values());
        read.add(map.get("map 4"));
        read.add(map.find("map 4").orElseThrow());
        read.addAll(list.asList());
        read.add(list.get(0));
        read.add(record.get(0).map());
        read.add(optional.get(0).orElseThrow());
        assertThat(roots()).isEqualTo(before);
        assertThat(read).hasSize(306).allMatch(inner -> inner.containsKey("value"));
        read.forEach(PersistentMap::close);
        assertThat(roots()).isEqualTo(before);
        assertThat(map.get("map 7").get("value")).isEqualTo(7L);
    }

    @Test
    void whatWasReadOutlivesWhatItWasReadFrom() {
        var map = mapOfMaps(collections, 100);
        PersistentMap<String, Long> first = map.get("map 1");
        PersistentMap<String, Long> second = map.get("map 2");
        map.close();
        assertThatThrownBy(() -> map.get("map 1")).hasMessageContaining("collection closed");
        assertThat(liveObjects()).isGreaterThan(100);
        assertThat(first.get("value")).isEqualTo(1L);
        first.close();
        first.close(); // gives its share once
        assertThat(liveObjects()).isGreaterThan(100);
        assertThat(second.get("value")).isEqualTo(2L);
        second.close();
        assertThat(liveObjects()).isZero();
        assertThat(roots()).isZero();
    }

    @Test
    void whatItWasReadFromOutlivesWhatWasRead() {
        var map = mapOfMaps(collections, 100);
        PersistentMap<String, Long> read = map.get("map 1");
        read.close();
        assertThat(read.isClosed()).isTrue();
        assertThatThrownBy(() -> read.get("value")).hasMessageContaining("collection closed");
        liveObjects();
        assertThat(map.get("map 1").get("value")).isEqualTo(1L);
        assertThat(map.isClosed()).isFalse();
    }

    @Test
    void whatIsReadFromWhatWasReadHoldsTheOutermost() {
        var innermost = mapOfMaps(collections, 3);
        var outer =
                collections
                        .list(Codec.persistentMap(Codec.STRING, INNER))
                        .append(innermost)
                        .append(innermost.with("more", innermost.get("map 0")));
        var between = outer.get(0);
        var read = between.get("map 2");
        innermost.close();
        between.close();
        outer.close();
        liveObjects();
        assertThat(read.get("value")).isEqualTo(2L);
    }

    @Test
    void whatIsKeptHoldsNothingElse() {
        var map = mapOfMaps(collections, 100);
        PersistentMap<String, Long> read = map.get("map 1");
        long before = roots();
        PersistentMap<String, Long> kept = collections.keep(read);
        assertThat(roots()).isEqualTo(before + 1);
        read.close();
        map.close();
        assertThat(liveObjects()).isEqualTo(2); // a node and its key
        assertThat(kept.get("value")).isEqualTo(1L);
        kept.close();
        assertThat(liveObjects()).isZero();
    }

    @Test
    void aCollectionOfAnotherHeapIsNotKept() {
        try (Heap other = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentList<Long> list = PersistentCollections.in(other).list(Codec.LONG).append(1L);
            assertThatThrownBy(() -> collections.keep(list))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("collection of another heap: wanted=");
        }
    }

    @Test
    void whatIsReadAndDroppedHoldsNothingForLong() throws InterruptedException {
        readAndClose();
        long giveUpAt = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (liveObjects() > 0) {
            assertThat(System.nanoTime()).as("the JVM dropped nothing").isLessThan(giveUpAt);
            System.gc();
            Thread.sleep(20);
        }
        assertThat(roots()).isZero();
    }

    private void readAndClose() {
        try (var map = mapOfMaps(collections, 10)) {
            for (int i = 0; i < 10; i++) {
                assertThat(map.get("map " + i).get("value")).isEqualTo(i);
            }
        }
    }

    @Test
    void getInFindsWhatGetOfGetFinds() {
        var map =
                mapOfMaps(collections, 100).with("none", collections.map(Codec.STRING, Codec.LONG));
        long before = roots();
        assertThat(PersistentMap.getIn(map, "map 7", "value")).isEqualTo(7L);
        assertThat(PersistentMap.getIn(map, "map 7", "other")).isNull();
        assertThat(PersistentMap.getIn(map, "other", "value")).isNull();
        assertThat(PersistentMap.getIn(map, "none", "value")).isNull();
        var empty = collections.map(Codec.STRING, INNER);
        assertThat(PersistentMap.getIn(empty, "map 7", "value")).isNull();
        assertThat(roots()).isEqualTo(before);
        map.close();
        assertThatThrownBy(() -> PersistentMap.getIn(map, "map 7", "value"))
                .hasMessage("collection closed: type=PersistentMap operation=getIn");
        assertThatThrownBy(() -> PersistentMap.getIn(empty, "map 7", null))
                .hasMessageContaining("inner key is null");
    }

    @ParameterizedTest
    @EnumSource
    void getInWorksWithKeysThatAreObjects(TestHeaps kind) {
        try (Heap tested = Heap.open(kind.options())) {
            PersistentCollections in = PersistentCollections.in(tested);
            Codec<CodecTest.Point> points = Codec.ofRecord(CodecTest.Point.class);
            var inner = in.map(points, Codec.STRING);
            var map = in.map(points, Codec.persistentMap(points, Codec.STRING));
            for (int i = 0; i < 20; i++) {
                CodecTest.Point point = new CodecTest.Point(i, i);
                inner = inner.with(point, "value " + i);
                map = map.with(point, inner);
            }
            for (int i = 0; i < 20; i++) {
                for (int j = 0; j < 20; j++) {
                    assertThat(
                                    PersistentMap.getIn(
                                            map,
                                            new CodecTest.Point(i, i),
                                            new CodecTest.Point(j, j)))
                            .isEqualTo(j <= i ? "value " + j : null);
                }
            }
        }
    }

    /// A reader that has found the map open, and is late with the share.
    @Test
    void thereIsNoShareOfWhatIsGone() {
        PersistentMap<String, Long> map = collections.map(Codec.STRING, Codec.LONG).with("a", 1L);
        PersistentCollection other = map.shared(false);
        map.close();
        assertThat(map.shared(false)).as("the other one keeps it").isNotNull();
        PersistentMap<String, Long> closed =
                collections.map(Codec.STRING, Codec.LONG).with("a", 1L);
        closed.close();
        assertThat(closed.shared(false)).isNull();
        assertThatThrownBy(() -> closed.found(closed.kind(), other.handle("test")))
                .hasMessage("collection closed: type=PersistentMap operation=read");
    }

    /// Who reads a map from one that is being closed gets it, for as long as it likes, or is told.
    @ParameterizedTest
    @EnumSource
    void whoReadsFromWhatIsBeingClosedGetsItOrIsTold(TestHeaps kind) throws Exception {
        AtomicLong reads = new AtomicLong();
        AtomicLong refusals = new AtomicLong();
        try (Heap tested = Heap.open(kind.options());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            PersistentCollections in = PersistentCollections.in(tested);
            for (int round = 0; round < 60 || refusals.get() < 10 || reads.get() < 10; round++) {
                var map = mapOfMaps(in, 4);
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    all.add(threads.submit(() -> readAndUse(map, reads, refusals)));
                }
                if (round % 2 == 0) {
                    Thread.yield();
                }
                map.close();
                if (round % 8 == 0) {
                    tested.collect();
                }
                for (Future<?> each : all) {
                    each.get();
                }
                assertThat(tested.stats().now().globalRoots()).isZero();
            }
            assertThat(tested.validate().errors()).isEmpty();
        }
    }

    private static void readAndUse(
            PersistentMap<String, PersistentMap<String, Long>> map,
            AtomicLong reads,
            AtomicLong refusals) {
        int which = ThreadLocalRandom.current().nextInt(4);
        try (PersistentMap<String, Long> inner = map.get("map " + which)) {
            for (int i = 0; i < 20; i++) {
                assertThat(inner.get("value")).isEqualTo(which);
                inner.with("more", 1L).close();
            }
            reads.incrementAndGet();
        } catch (IllegalStateException e) {
            assertThat(e)
                    .hasMessageStartingWith("collection closed: type=PersistentMap operation=");
            refusals.incrementAndGet();
        }
    }
}
