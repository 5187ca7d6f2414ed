package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapExhaustedException;
import coex.gc.HeapOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.lang.ref.Reference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// What is dropped or closed is collected, what is not stays, and what is used too late says so.
class LifetimeTest {

    private Heap heap = Heap.open(TestHeaps.PLAIN.options());

    @AfterEach
    void close() {
        heap.close();
    }

    private PersistentCollections collections() {
        return PersistentCollections.in(heap);
    }

    private long liveObjects() {
        heap.collect();
        heap.collect();
        return heap.stats().collection().objectsMarked();
    }

    /// The JVM finds what is unreachable when it likes, so this asks again and again, for long.
    private static void await(BooleanSupplier condition) throws InterruptedException {
        long giveUpAt = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the JVM dropped nothing").isLessThan(giveUpAt);
            System.gc();
            Thread.sleep(20);
        }
    }

    @Test
    void aClosedCollectionIsGoneAfterTheNextCollection() {
        PersistentMap<Long, String> map =
                collections().map(Codec.LONG, Codec.STRING).with(1L, "one");
        PersistentMap<Long, String> more = map.with(2L, "two");
        heap.collect();
        assertThat(heap.stats().collection().objectsMarked())
                .isEqualTo(4); // two roots of tries, two strings
        map.close();
        heap.collect();
        assertThat(heap.stats().collection().objectsMarked()).isEqualTo(3);
        more.close();
        more.close();
        heap.collect();
        assertThat(heap.stats().collection().objectsMarked()).isZero();
        assertThat(heap.stats().now().globalRoots()).isZero();
    }

    @Test
    void aDroppedCollectionIsGoneSoon() throws InterruptedException {
        PersistentMap<Long, String> kept =
                collections().map(Codec.LONG, Codec.STRING).with(-1L, "kept");
        makeAndDrop();
        await(() -> liveObjects() == 2);
        assertThat(kept.get(-1L)).isEqualTo("kept");
    }

    private void makeAndDrop() {
        PersistentMap<Long, String> map = collections().map(Codec.LONG, Codec.STRING);
        for (long i = 0; i < 100; i++) {
            map = map.with(i, "dropped");
        }
        assertThat(liveObjects()).isGreaterThan(100);
        Reference.reachabilityFence(map);
    }

    @Test
    void iteratorsAndViewsKeepTheirCollection() {
        Iterator<Map.Entry<Long, String>> iterator = manyEntries().iterator();
        Map<Long, String> view = manyEntries().asMap();
        iterator.next();
        for (int i = 0; i < 5; i++) {
            System.gc();
            heap.collect();
            heap.collect();
        }
        int count = 1;
        for (; iterator.hasNext(); iterator.next()) {
            count++;
        }
        assertThat(count).isEqualTo(1000);
        assertThat(view).hasSize(1000).containsEntry(999L, "v999");
    }

    private PersistentMap<Long, String> manyEntries() {
        PersistentMap.Builder<Long, String> builder =
                collections().mapBuilder(Codec.LONG, Codec.STRING);
        for (long i = 0; i < 1000; i++) {
            builder.put(i, "v" + i);
        }
        return builder.build();
    }

    @Test
    void aClosedCollectionNamesWhatWasTried() {
        PersistentMap<Long, String> map = collections().map(Codec.LONG, Codec.STRING);
        PersistentMap<Long, String> one = map.with(1L, "one");
        Iterator<Map.Entry<Long, String>> entries = one.iterator();
        Map<Long, String> view = one.asMap();
        map.close();
        one.close();
        PersistentList<Long> list = collections().list(Codec.LONG).append(1L);
        list.close();
        PersistentSet<Long> set = collections().set(Codec.LONG).with(1L);
        set.close();
        record Use(String type, String operation, Runnable call) {}
        for (Use use :
                List.of(
                        new Use("PersistentMap", "get", () -> one.get(1L)),
                        new Use("PersistentMap", "find", () -> one.find(1L)),
                        new Use("PersistentMap", "getOrDefault", () -> one.getOrDefault(1L, "")),
                        new Use("PersistentMap", "containsKey", () -> one.containsKey(1L)),
                        new Use("PersistentMap", "with", () -> one.with(1L, "")),
                        new Use("PersistentMap", "without", () -> one.without(1L)),
                        new Use("PersistentMap", "withAll", () -> one.withAll(one)),
                        new Use("PersistentMap", "build", () -> one.withAll(Map.of(1L, ""))),
                        new Use("PersistentMap", "iterate", entries::next),
                        new Use("PersistentMap", "size", one::size),
                        new Use("PersistentMap", "isEmpty", one::isEmpty),
                        new Use("PersistentMap", "hashCode", one::hashCode),
                        new Use("PersistentMap", "equals", () -> one.equals(map)),
                        new Use("PersistentMap", "get", () -> view.get(1L)),
                        new Use("PersistentMap", "get", () -> map.get(1L)),
                        new Use("PersistentList", "get", () -> list.get(0)),
                        new Use("PersistentList", "append", () -> list.append(1L)),
                        new Use("PersistentList", "with", () -> list.with(0, 1L)),
                        new Use("PersistentList", "slice", () -> list.slice(0, 1)),
                        new Use("PersistentList", "appendAll", () -> list.appendAll(list)),
                        new Use("PersistentList", "toArray", list::toArray),
                        new Use("PersistentList", "size", () -> list.stream().toList()),
                        new Use("PersistentSet", "contains", () -> set.contains(1L)),
                        new Use("PersistentSet", "with", () -> set.with(1L)),
                        new Use("PersistentSet", "without", () -> set.without(1L)))) {
            assertThatThrownBy(use.call::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "collection closed: type=%s operation=%s"
                                    .formatted(use.type, use.operation));
        }
        assertThat(one.isClosed()).isTrue();
        assertThat(one).isEqualTo(one).hasToString("PersistentMap(closed)");
    }

    @Test
    void aClosedHeapIsNamedByWhateverIsTried() {
        PersistentMap<Long, String> map = manyEntries();
        PersistentMap<Long, String> empty = collections().map(Codec.LONG, Codec.STRING);
        PersistentCollections collections = collections();
        Iterator<Map.Entry<Long, String>> entries = map.iterator();
        entries.next();
        heap.close();
        for (Runnable call :
                List.<Runnable>of(
                        () -> map.get(1L),
                        () -> map.with(1L, ""),
                        map::size,
                        map::isEmpty,
                        map::hashCode,
                        map::toString,
                        () -> map.equals(empty),
                        () -> empty.get(1L),
                        () -> entries.forEachRemaining(_ -> {}),
                        () -> collections.list(Codec.LONG).append(1L),
                        () -> PersistentCollections.in(heap))) {
            assertThatThrownBy(call::run).isInstanceOf(HeapClosedException.class);
        }
        map.close();
        empty.close();
    }

    @Test
    void aMillionMapsLiveAtOnce() {
        PersistentMap<Long, Long> map = collections().map(Codec.LONG, Codec.LONG);
        List<PersistentMap<Long, Long>> all = new ArrayList<>();
        for (long i = 0; i < 1_000_000; i++) {
            all.add(map.with(i, i));
            if (i % 100_000 == 0) {
                heap.requestCollection();
            }
        }
        assertThat(heap.stats().now().globalRoots()).isEqualTo(1_000_000);
        for (int i = 0; i < all.size(); i += 997) {
            assertThat(all.get(i).get((long) i)).isEqualTo(i);
        }
        for (PersistentMap<Long, Long> each : all) {
            each.close();
        }
        assertThat(liveObjects()).isZero();
        assertThat(heap.stats().now().globalRoots()).isZero();
        PersistentMap<Long, Long> after = map.with(1L, 1L); // cells are taken again
        assertThat(liveObjects()).isEqualTo(1);
        assertThat(after.size()).isEqualTo(1);
    }

    /// The JVM has much more room than the heap, and so sees no reason to drop anything.
    @Test
    void aHeapFullOfDroppedCollectionsMakesTheJvmDropThem() {
        openSmallHeap();
        PersistentArray<Long> array = collections().array(Codec.LONG);
        for (long i = 0; i < 2000; i++) {
            array = array.append(i); // 16 MB in all
        }
        assertThat(array.get(1999)).isEqualTo(1999L);
        List<PersistentArray<Long>> kept = new ArrayList<>();
        PersistentArray<Long> last = array;
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 1000; i++) {
                                kept.add(last.append(1L));
                            }
                        })
                .isInstanceOf(HeapExhaustedException.class);
        assertThat(kept).hasSizeGreaterThan(20);
        assertThat(kept.getLast().size()).isEqualTo(2001);
    }

    private void openSmallHeap() {
        heap.close();
        heap =
                Heap.open(
                        HeapOptions.builder()
                                .initialBytes(1 << 20)
                                .maximumBytes(2 << 20)
                                .hugePages(false)
                                .idleAfter(Duration.ofHours(1))
                                .build());
    }

    @Test
    void anInterruptedThreadFindsTheRoomOfDroppedCollections() {
        openSmallHeap();
        PersistentArray<Long> array = collections().array(Codec.LONG);
        Thread.currentThread().interrupt();
        try {
            for (long i = 0; i < 2000; i++) {
                array = array.append(i);
            }
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(array.size()).isEqualTo(2000);
    }

    @Test
    void threadsThatDropVersionsAtTheSameTimeAllFindRoom() throws Exception {
        openSmallHeap();
        PersistentList<Long> list = collections().list(Codec.LONG, Collections.nCopies(1000, 1L));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                all.add(threads.submit(() -> dropVersions(list)));
            }
            for (Future<Integer> each : all) {
                assertThat(each.get()).isEqualTo(1000);
            }
        }
    }

    private static int dropVersions(PersistentList<Long> list) {
        PersistentList<Long> last = list;
        for (int i = 0; i < 2000; i++) {
            last = list.with(i % 1000, (long) i);
        }
        return last.size();
    }

    /// Looking a record up writes it to the heap.
    @Test
    void lookingUpFindsTheRoomOfDroppedCollections() {
        openSmallHeap();
        PersistentMap<CodecTest.Point, Long> map =
                collections()
                        .map(Codec.ofRecord(CodecTest.Point.class), Codec.LONG)
                        .with(new CodecTest.Point(1, 2), 3L);
        PersistentSet<CodecTest.Point> set =
                collections()
                        .set(Codec.ofRecord(CodecTest.Point.class))
                        .with(new CodecTest.Point(1, 2));
        fillAndDrop();
        assertThat(map.get(new CodecTest.Point(1, 2))).isEqualTo(3L);
        fillAndDrop();
        assertThat(set.contains(new CodecTest.Point(1, 2))).isTrue();
    }

    /// With the smallest objects, so that no other fits.
    private void fillAndDrop() {
        PersistentArray<Byte> empty = collections().array(Codec.BYTE);
        List<PersistentArray<Byte>> kept = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                kept.add(empty.append((byte) 1));
                            }
                        })
                .isInstanceOf(HeapExhaustedException.class);
    }

    /// Removing what is not there allocates nothing, so no cycle begins; cells that were given back
    /// are free without one.
    @Test
    void rootsOfClosedVersionsAreUsedAgainThoughNothingIsAllocated() {
        PersistentMap<Long, Long> map = collections().map(Codec.LONG, Codec.LONG).with(1L, 1L);
        for (int i = 0; i < 300_000; i++) {
            map.without(2L).close();
        }
        assertThat(heap.stats().now().globalRoots()).isEqualTo(1);
    }

    @Test
    void aBuilderThatFoundNoRoomCanBeUsedOnWhenThereIsSome() {
        openSmallHeap();
        List<PersistentArray<Long>> kept = new ArrayList<>();
        PersistentArray<Long> array =
                collections().array(Codec.LONG, Collections.nCopies(1000, 1L));
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                kept.add(array.append(1L));
                            }
                        })
                .isInstanceOf(HeapExhaustedException.class);
        PersistentList.Builder<String> builder = collections().listBuilder(Codec.STRING);
        List<String> added = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                builder.add("element " + added.size());
                                added.add("element " + added.size());
                            }
                        })
                .isInstanceOf(HeapExhaustedException.class);
        kept.forEach(PersistentArray::close);
        added.add("one more");
        assertThat(builder.add("one more").build().asList()).isEqualTo(added);
    }
}
