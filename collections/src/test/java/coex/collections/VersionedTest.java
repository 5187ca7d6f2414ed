package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;
import coex.gc.Mutator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// Readers see versions of one moment, none that is closed, and an old version goes when its last
/// reader has left. No test here needs a collection of the JVM.
class VersionedTest {

    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final PersistentCollections collections = PersistentCollections.in(heap);
    private final Versioned<PersistentMap<String, Long>> prices =
            Versioned.of(collections.map(Codec.STRING, Codec.LONG));

    @AfterEach
    void close() {
        heap.close();
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
    void readersFindWhatWasUpdatedLast() {
        assertThat(prices.<Long>read(map -> map.get("tea"))).isNull();
        prices.update(map -> map.with("tea", 250L));
        prices.update(map -> map.with("coffee", 310L));
        assertThat(prices.<Long>read(map -> map.get("tea"))).isEqualTo(250L);
        assertThat(prices.<Integer>read(PersistentMap::size)).isEqualTo(2);
        prices.update(map -> map.without("tea"));
        prices.update(map -> map.without("coffee"));
        assertThat(prices.<Boolean>read(PersistentMap::isEmpty)).isTrue();
        assertThat(roots()).isZero();
    }

    @Test
    void anOldVersionGoesWhenItIsReplaced() {
        for (long i = 0; i < 1000; i++) {
            long price = i;
            prices.update(map -> map.with("tea", price));
            assertThat(roots()).isEqualTo(1);
        }
        assertThat(liveObjects()).isEqualTo(2); // a node and its key
        prices.close();
        prices.close();
        assertThat(roots()).isZero();
        assertThat(liveObjects()).isZero();
    }

    @Test
    void anOldVersionStaysUntilItsLastReaderHasLeft() {
        prices.update(map -> map.with("tea", 1L));
        prices.read(
                first -> {
                    prices.read(
                            again -> {
                                prices.update(map -> map.with("tea", 2L));
                                assertThat(roots()).isEqualTo(2);
                                return again.get("tea");
                            });
                    assertThat(roots()).isEqualTo(2);
                    liveObjects();
                    assertThat(first.get("tea")).isEqualTo(1L);
                    assertThat(prices.<Long>read(map -> map.get("tea"))).isEqualTo(2L);
                    return null;
                });
        assertThat(roots()).isEqualTo(1);
    }

    @Test
    void closingLeavesReadersTheirVersion() {
        prices.update(map -> map.with("tea", 1L));
        prices.read(
                map -> {
                    prices.close();
                    liveObjects();
                    assertThat(map.get("tea")).isEqualTo(1L);
                    return null;
                });
        assertThat(roots()).isZero();
        assertThatThrownBy(() -> prices.read(PersistentMap::size))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("versioned closed: operation=read");
        assertThatThrownBy(() -> prices.update(map -> map))
                .hasMessage("versioned closed: operation=update");
        assertThatThrownBy(prices::snapshot).hasMessage("versioned closed: operation=snapshot");
    }

    @Test
    void aSnapshotStaysUntilItIsClosed() {
        prices.update(map -> map.with("tea", 1L));
        try (PersistentMap<String, Long> snapshot = prices.snapshot()) {
            prices.update(map -> map.with("tea", 2L));
            assertThat(roots()).isEqualTo(2);
            liveObjects();
            assertThat(snapshot.get("tea")).isEqualTo(1L);
            snapshot.with("coffee", 3L).close();
        }
        assertThat(roots()).isEqualTo(1);
    }

    @Test
    void whatIsReadFromAVersionTakesNoShareOfIt() {
        var board = boardOfBoards();
        for (long i = 0; i < 100; i++) {
            long price = i;
            board.update(
                    map -> {
                        try (var inner = map.get("drinks").with("tea", price)) {
                            return map.with("drinks", inner);
                        }
                    });
            assertThat(board.<Long>read(map -> map.get("drinks").get("tea"))).isEqualTo(price);
            assertThat(board.<Long>read(map -> PersistentMap.getIn(map, "drinks", "tea")))
                    .isEqualTo(price);
            assertThat(roots()).isEqualTo(1);
        }
    }

    private Versioned<PersistentMap<String, PersistentMap<String, Long>>> boardOfBoards() {
        try (var tea = collections.map(Codec.STRING, Codec.LONG).with("tea", 250L)) {
            return Versioned.of(
                    collections
                            .map(Codec.STRING, Codec.persistentMap(Codec.STRING, Codec.LONG))
                            .with("drinks", tea));
        }
    }

    @Test
    void aCollectionThatIsReturnedIsKept() {
        var board = boardOfBoards();
        PersistentMap<String, Long> drinks = board.read(map -> map.get("drinks"));
        var all = board.read(map -> map);
        board.close();
        liveObjects();
        assertThat(drinks.get("tea")).isEqualTo(250L);
        assertThat(PersistentMap.getIn(all, "drinks", "tea")).isEqualTo(250L);
        all.close();
        drinks.close();
        assertThat(roots()).isZero();
    }

    @Test
    void whatIsTakenOutOtherwiseSaysThatItWasLent() {
        var board = boardOfBoards();
        AtomicReference<PersistentMap<String, PersistentMap<String, Long>>> out =
                new AtomicReference<>();
        AtomicReference<PersistentMap<String, Long>> inner = new AtomicReference<>();
        board.read(
                map -> {
                    out.set(map);
                    inner.set(map.get("drinks"));
                    assertThat(inner.get().isClosed()).isFalse();
                    return null;
                });
        assertThat(inner.get().isClosed()).isTrue();
        assertThatThrownBy(() -> out.get().size())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "collection closed: type=PersistentMap operation=size; it was good until"
                                + " Versioned.read or update ended: return it from there, or keep a"
                                + " snapshot()");
        assertThatThrownBy(() -> inner.get().get("tea")).hasMessageContaining("operation=get; it");
    }

    @Test
    void closingWhatWasLentDisturbsNobody() {
        prices.update(map -> map.with("tea", 1L));
        prices.read(
                map -> {
                    map.close();
                    map.close();
                    assertThat(prices.<Long>read(other -> other.get("tea"))).isEqualTo(1L);
                    return null;
                });
        assertThat(prices.<Long>read(map -> map.get("tea"))).isEqualTo(1L);
        assertThat(roots()).isEqualTo(1);
    }

    @Test
    void closingWhatWasGivenDisturbsNobody() {
        PersistentMap<String, Long> given = collections.map(Codec.STRING, Codec.LONG).with("a", 1L);
        prices.update(_ -> given);
        given.close();
        liveObjects();
        assertThat(prices.<Long>read(map -> map.get("a"))).isEqualTo(1L);
        assertThatThrownBy(() -> given.get("a")).hasMessageContaining("collection closed");
        assertThatThrownBy(() -> prices.update(_ -> given))
                .hasMessageStartingWith("version closed");
        assertThat(prices.<Long>read(map -> map.get("a"))).isEqualTo(1L);
        assertThat(roots()).isEqualTo(1);
    }

    @Test
    void aVersionThatSharesItsRootCanBeGiven() {
        var board = boardOfBoards();
        prices.update(_ -> board.snapshot().get("drinks"));
        prices.update(_ -> board.read(map -> map.get("drinks")));
        board.read(
                map -> {
                    prices.update(_ -> map.get("drinks"));
                    return null;
                });
        board.close();
        assertThat(prices.<Long>read(map -> map.get("tea"))).isEqualTo(250L);
        prices.update(map -> map.with("tea", 1L));
    }

    @Test
    void anUpdateThatFailsChangesNothing() {
        prices.update(map -> map.with("tea", 1L));
        RuntimeException failure = new RuntimeException("no tea");
        assertThatThrownBy(
                        () ->
                                prices.update(
                                        _ -> {
                                            throw failure;
                                        }))
                .isSameAs(failure);
        assertThatThrownBy(() -> prices.update(_ -> null)).hasMessage("update returned null");
        assertThatThrownBy(
                        () ->
                                prices.read(
                                        _ -> {
                                            throw failure;
                                        }))
                .isSameAs(failure);
        prices.update(map -> map);
        assertThat(prices.<Long>read(map -> map.get("tea"))).isEqualTo(1L);
        assertThat(roots()).isEqualTo(1);
    }

    @Test
    void anUpdateInsideAnUpdateIsRefused() {
        assertThatThrownBy(
                        () ->
                                prices.update(
                                        map -> {
                                            prices.update(inner -> inner.with("tea", 1L));
                                            return map;
                                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("update inside an update");
        prices.update(map -> map.with("tea", 2L));
        assertThat(prices.<Long>read(map -> map.get("tea"))).isEqualTo(2L);
    }

    @Test
    void aVersionOfAnotherHeapIsRefused() {
        try (Heap other = Heap.open(TestHeaps.PLAIN.options())) {
            var map = PersistentCollections.in(other).map(Codec.STRING, Codec.LONG).with("a", 1L);
            assertThatThrownBy(() -> prices.update(_ -> map))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("version of another heap: wanted=");
        }
    }

    /// It waits in a safe region: else the collection here would wait for it.
    @Test
    @Timeout(120)
    void anAttachedThreadThatWaitsForItsTurnHoldsNoCollectionUp() throws InterruptedException {
        Thread waiting =
                Thread.ofPlatform()
                        .unstarted(
                                () -> {
                                    try (Mutator _ = heap.attach()) {
                                        prices.update(map -> map.with("tea", 2L));
                                    }
                                });
        prices.update(
                map -> {
                    waiting.start();
                    while (waiting.getState() != Thread.State.WAITING) {
                        Thread.onSpinWait();
                    }
                    heap.collect();
                    return map.with("tea", 1L);
                });
        waiting.join();
        assertThat(prices.<Long>read(map -> map.get("tea"))).isEqualTo(2L);
    }

    /// Every version has two entries that are equal, and each update adds one to both.
    @ParameterizedTest
    @EnumSource
    void updatesAreAtomicAndReadersSeeOneMoment(TestHeaps kind) throws Exception {
        int writers = 3;
        int updates = 300;
        AtomicLong reads = new AtomicLong();
        try (Heap tested = Heap.open(kind.options());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                ExecutorService platform = Executors.newFixedThreadPool(2)) {
            var counts =
                    Versioned.of(
                            PersistentCollections.in(tested)
                                    .map(Codec.STRING, Codec.LONG)
                                    .with("one", 0L)
                                    .with("two", 0L));
            List<Future<?>> writing = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                writing.add(threads.submit(() -> count(counts, updates)));
            }
            List<Future<?>> reading = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                ExecutorService where = i < 2 ? platform : threads;
                reading.add(where.submit(() -> check(counts, updates, reads)));
            }
            for (Future<?> each : writing) {
                each.get();
            }
            for (Future<?> each : reading) {
                each.get();
            }
            assertThat(reads.get()).isEqualTo(8L * updates);
            assertThat(counts.<Long>read(map -> map.get("two"))).isEqualTo(writers * updates);
            counts.close();
            assertThat(tested.stats().now().globalRoots())
                    .isLessThanOrEqualTo(1); // with("one"), dropped
            assertThat(tested.validate().errors()).isEmpty();
        }
    }

    private static void count(Versioned<PersistentMap<String, Long>> counts, int updates) {
        for (int i = 0; i < updates; i++) {
            counts.update(
                    map -> {
                        try (var one = map.updated("one", value -> value + 1)) {
                            return one.updated("two", value -> value + 1);
                        }
                    });
        }
    }

    private static void check(
            Versioned<PersistentMap<String, Long>> counts, int times, AtomicLong reads) {
        long seen = 0;
        for (int i = 0; i < times; i++) {
            long before = seen;
            seen =
                    counts.read(
                            map -> {
                                long one = map.get("one");
                                Thread.yield();
                                assertThat(map.get("two")).isEqualTo(one);
                                return one;
                            });
            assertThat(seen).isGreaterThanOrEqualTo(before);
            reads.incrementAndGet();
        }
    }
}
