package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/// What collections hold is what the collector finds alive, and a limit on it is kept.
class HeldBytesTest {

    private static final long KEYS = 3000;

    /// What a full collection finds, for a heap that nobody else uses.
    private static long marked(Heap heap) {
        heap.collect();
        heap.collect();
        return heap.stats().collection().bytesMarked();
    }

    @Test
    void aCollectionHoldsWhatTheCollectorMarks() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var collections = PersistentCollections.in(heap);
            var longs = LongStream.range(0, KEYS).boxed().toList();
            var kinds =
                    List.<Supplier<PersistentCollection>>of(
                            () -> collections.set(Codec.LONG, longs),
                            () -> collections.list(Codec.LONG, longs),
                            () -> collections.array(Codec.LONG, longs),
                            () -> collections.sortedSet(Codec.LONG, longs),
                            () ->
                                    collections.list(
                                            Codec.STRING,
                                            longs.stream().map(String::valueOf).toList()),
                            () ->
                                    collections.array(
                                            Codec.STRING,
                                            longs.stream().map(String::valueOf).toList()),
                            () -> strings(collections),
                            () ->
                                    PersistentJson.parse(
                                            collections, "[{\"a\": [1, \"two\"]}, {\"a\": null}]"));
            for (var each : kinds) {
                try (PersistentCollection made = each.get()) {
                    assertThat(made.bytesHeld()).isPositive().isEqualTo(marked(heap));
                }
            }
            assertThat(collections.list(Codec.LONG).bytesHeld()).isZero();
        }
    }

    private static PersistentMap<String, String> strings(PersistentCollections collections) {
        var builder = collections.mapBuilder(Codec.STRING, Codec.STRING);
        for (long i = 0; i < KEYS; i++) {
            builder.put("key " + i, "value " + i % 7);
        }
        return builder.build();
    }

    @Test
    void whatVersionsShareIsCountedOnce() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var collections = PersistentCollections.in(heap);
            var first = strings(collections);
            var second = first.with("key 1", "other");
            long together = collections.bytesHeld(first, second);
            assertThat(together).isEqualTo(marked(heap));
            assertThat(together).isLessThan(first.bytesHeld() + second.bytesHeld() / 2);
            assertThat(collections.bytesHeld(first, first)).isEqualTo(first.bytesHeld());
        }
    }

    @Test
    void aDeeplyNestedCollectionIsCountedWithoutAStack() {
        int depth = 5000;
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var collections = PersistentCollections.in(heap);
            var empty = PersistentJson.parse(collections, "[]");
            var json = PersistentJson.parse(collections, "[[\"a\", 1], 2]");
            for (int i = 0; i < depth; i++) {
                var next = empty.append(json);
                json.close();
                json = next;
            }
            empty.close();
            long held = json.bytesHeld();
            long together = marked(heap);
            json.close();
            assertThat(held).isEqualTo(together - marked(heap)); // the heap keeps an empty array
        }
    }

    @Test
    void aClosedCollectionAndOneOfAnotherHeapAreRefused() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options());
                Heap other = Heap.open(TestHeaps.PLAIN.options())) {
            var collections = PersistentCollections.in(heap);
            var map = collections.map(Codec.LONG, Codec.LONG).with(1L, 1L);
            assertThatThrownBy(() -> PersistentCollections.in(other).bytesHeld(map))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("another heap");
            map.close();
            assertThatThrownBy(map::bytesHeld)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("operation=bytesHeld");
        }
    }

    @ParameterizedTest
    @EnumSource(TestHeaps.class)
    void countingGoesOnWhileTheHeapIsCollected(TestHeaps kind) throws Exception {
        try (Heap heap = Heap.open(kind.options())) {
            var collections = PersistentCollections.in(heap);
            var list = collections.list(Codec.STRING, Collections.nCopies(40, "begin"));
            long before = list.bytesHeld();
            FutureTask<Integer> appends =
                    new FutureTask<>(
                            () -> {
                                var grown = list.append("one");
                                for (int i = 0; i < 200; i++) {
                                    var next = grown.append("element " + i);
                                    grown.close();
                                    grown = next;
                                }
                                int size = grown.size();
                                grown.close();
                                return size;
                            });
            Thread.startVirtualThread(appends);
            for (int i = 0; i < 100; i++) {
                // What others append may be in the room of the last chunk, which this version has.
                assertThat(list.bytesHeld()).isGreaterThanOrEqualTo(before);
            }
            assertThat(appends.get()).isEqualTo(40 + 201);
        }
    }

    // Limits

    @Test
    void aVersionThatHoldsTooMuchIsRefusedAndTheOneBeforeStays() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var collections = PersistentCollections.in(heap);
            var map = Versioned.limited(strings(collections), 1 << 20);
            long roots = heap.stats().now().globalRoots();
            assertThatThrownBy(() -> map.update(old -> old.with("large", "x".repeat(1 << 20))))
                    .isInstanceOfSatisfying(
                            CollectionTooLargeException.class,
                            e -> {
                                assertThat(e.most()).isEqualTo(1 << 20);
                                assertThat(e.bytes()).isGreaterThan(1 << 20);
                            })
                    .hasMessageContaining("collection too large: bytes=");
            assertThat(heap.stats().now().globalRoots()).isEqualTo(roots);
            assertThat(map.<Integer>read(PersistentMap::size)).isEqualTo((int) KEYS);
            map.update(old -> old.with("small", "x"));
            assertThat(map.<String>read(now -> now.get("small"))).isEqualTo("x");
        }
    }

    @Test
    void aFirstVersionThatHoldsTooMuchStaysTheCallers() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var first = strings(PersistentCollections.in(heap));
            assertThatThrownBy(() -> Versioned.limited(first, 1000))
                    .isInstanceOf(CollectionTooLargeException.class);
            assertThat(first.size()).isEqualTo((int) KEYS);
            assertThatThrownBy(() -> Versioned.limited(first, -1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("limit negative: mostBytes=-1");
        }
    }

    /// Random updates in which much is replaced: none is refused that is within the limit, and none
    /// let through that is not. Everything is counted only to refuse, unless something is shared.
    private <M extends PersistentCollection> void theLimitIsExact(
            Function<PersistentCollections, M> empty,
            BiFunction<M, Random, M> change,
            boolean shares) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            long most = 60_000;
            Versioned<M> current =
                    Versioned.limited(empty.apply(PersistentCollections.in(heap)), most);
            int refused = 0;
            for (int i = 0; i < 2000; i++) {
                long[] made = {0};
                try {
                    current.update(
                            old -> {
                                M next = change.apply(old, random);
                                made[0] = next.bytesHeld();
                                return next;
                            });
                    assertThat(made[0]).as("let through, seed %d", seed).isLessThanOrEqualTo(most);
                } catch (CollectionTooLargeException e) {
                    assertThat(e.bytes()).as("refused, seed %d", seed).isEqualTo(made[0]);
                    assertThat(made[0]).isGreaterThan(most);
                    refused++;
                }
            }
            assertThat(refused).as("seed %d", seed).isBetween(1, 1999);
            if (!shares) {
                assertThat(current.timesCounted()).as("seed %d", seed).isEqualTo(1 + refused);
            }
        }
    }

    private static String value(Random random) {
        return "v".repeat(random.nextInt(400));
    }

    @Test
    void theLimitOfAMapIsExact() {
        theLimitIsExact(
                in -> in.map(Codec.LONG, Codec.STRING),
                (old, random) -> {
                    long key = random.nextInt(400);
                    return random.nextInt(4) == 0 ? old.without(key) : old.with(key, value(random));
                },
                false);
    }

    @Test
    void theLimitOfASortedMapIsExact() {
        theLimitIsExact(
                in -> in.sortedMap(Codec.LONG, Codec.STRING),
                (old, random) -> {
                    long key = random.nextInt(400);
                    return random.nextInt(4) == 0 ? old.without(key) : old.with(key, value(random));
                },
                false);
    }

    @Test
    void theLimitOfAMapOfListsIsExact() {
        theLimitIsExact(
                in -> in.map(Codec.STRING, Codec.list(Codec.STRING)),
                (old, random) -> {
                    String key = "key " + random.nextInt(100);
                    return random.nextInt(4) == 0
                            ? old.without(key)
                            : old.with(key, Collections.nCopies(random.nextInt(40), value(random)));
                },
                false);
    }

    /// Objects with so many references are looked at piece by piece.
    @Test
    void theLimitOfALargeArrayIsExact() {
        theLimitIsExact(
                in -> in.array(Codec.STRING, Collections.nCopies(600, "")),
                (old, random) -> old.with(random.nextInt(600), value(random)),
                false);
    }

    /// Appending to a list writes into the last chunk, which the version before has too; so do
    /// versions that are refused.
    @Test
    void theLimitOfAListIsExact() {
        theLimitIsExact(
                in -> in.list(Codec.STRING),
                (old, random) ->
                        switch (old.size() < 200 ? 0 : random.nextInt(10)) {
                            case 0, 1, 2, 3, 4 -> old.append(value(random));
                            case 5 -> old.slice(1, old.size());
                            default -> old.with(random.nextInt(old.size()), value(random));
                        },
                true);
    }

    /// Several keys have the same object as value, so that removing one of them removes nothing.
    @Test
    void theLimitOfWhatIsSharedInsideIsExact() {
        theLimitIsExact(
                in -> in.map(Codec.LONG, Codec.persistentList(Codec.STRING)),
                (old, random) -> {
                    long key = random.nextInt(100);
                    if (random.nextInt(4) == 0) {
                        return old.without(key);
                    }
                    PersistentList<String> other = old.get((long) random.nextInt(100));
                    return old.with(
                            key,
                            other != null && random.nextBoolean()
                                    ? other
                                    : old.heap()
                                            .list(
                                                    Codec.STRING,
                                                    Collections.nCopies(10, value(random))));
                },
                true);
    }

    /// A version that is as large as it may be is changed again and again.
    @Test
    void nearTheLimitAnUpdateTakesTimeForWhatItChanges() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var collections = PersistentCollections.in(heap);
            var sorted =
                    collections.sortedMap(Codec.STRING, Codec.STRING, strings(collections).asMap());
            var current = Versioned.limited(sorted, sorted.bytesHeld() + 1000);
            for (int i = 0; i < 3000; i++) {
                String key = "key " + i;
                current.update(old -> old.with(key, "value 9"));
            }
            assertThat(current.timesCounted()).isEqualTo(1);
        }
    }

    @Test
    void anUpdateCountsOnlyWhatItHasAdded() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var collections = PersistentCollections.in(heap);
            var map = strings(collections);
            var sorted = collections.sortedMap(Codec.STRING, Codec.STRING, map.asMap());
            var list = collections.list(Codec.STRING, map.asMap().keySet());
            assertThat(list.bytesHeld()).isGreaterThan(50_000L);
            for (int i = 0; i < 100; i++) {
                String key = "another " + i;
                added(map.with(key, "x"), map, 32, 10_000);
                added(sorted.with(key, "x"), sorted, 32, 10_000);
                added(list.append(key), list, 32, 10_000);
                added(list.with(i * 29, key), list, 32, 10_000);
                added(map.without("key " + i), map, 0, 10_000);
            }
            added(map, map, 0, 0);
        }
    }

    /// What a version has more than another is what the whole of it has more, and little is counted
    /// to find that out.
    private static <C extends PersistentCollection> void added(
            C version, C before, long least, long most) {
        HeldDifference difference = before.heap().difference(version, before);
        assertThat(difference.isCountable()).isTrue();
        assertThat(difference.added()).isBetween(least, most);
        assertThat(difference.unfolded()).isEqualTo(version.bytesHeld() - before.bytesHeld());
    }

    // Cuts

    private static PersistentSortedMap<Long, String> numbered(Heap heap, int entries) {
        var builder = PersistentCollections.in(heap).sortedMap(Codec.LONG, Codec.STRING).builder();
        for (long i = 0; i < entries; i++) {
            builder.put(i, "value " + i);
        }
        return builder.build();
    }

    /// Wherever a map is cut, what was made there is what the part has beside the whole.
    @Test
    void ofACutOnlyWhatItMakesIsCounted() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var collections = PersistentCollections.in(heap);
            var whole = numbered(heap, 5000);
            for (long key = -1; key <= 5001; key += 7) {
                long from = key;
                for (var part : List.of(whole.from(from).toMap(), whole.to(from).toMap())) {
                    assertThat(collections.bytesMadeByCut(part, whole))
                            .as("at %d", from)
                            .isEqualTo(collections.bytesHeld(part, whole) - whole.bytesHeld());
                }
            }
            assertThat(collections.bytesMadeByCut(whole.with(-1L, "more"), whole)).isEqualTo(-1);
            assertThat(collections.bytesMadeByCut(whole.with(2500L, "other"), whole)).isEqualTo(-1);
            assertThat(collections.bytesMadeByCut(whole, whole.from(1L).toMap())).isEqualTo(-1);
        }
    }

    @Test
    void aCutTakesNoMemoryForWhatItLeavesOut() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var current = Versioned.limited(numbered(heap, 100_000), 1L << 30);
            current.cut(map -> map.from(10L).toMap()); // loads classes
            long before = Allocations.ofThisThread();
            current.cut(map -> map.from(99_990L).toMap());
            assertThat(Allocations.ofThisThread() - before).isLessThan(500_000);
            assertThat(current.<Integer>read(PersistentSortedMap::size)).isEqualTo(10);
        }
    }

    @Test
    void whatWasCutGivesRoomWhenItIsCountedBesideUpdates() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var map = numbered(heap, 5000);
            var current = Versioned.limited(map, map.bytesHeld() + 20_000);
            for (int round = 0; round < 5; round++) {
                current.cut(now -> now.from(4000L).toMap());
                current.recount();
                current.update(
                        now -> {
                            var builder = now.builder();
                            for (long i = 0; i < 3000; i++) {
                                builder.put(i, "value " + i);
                            }
                            return builder.build();
                        });
            }
            assertThat(current.timesCounted()).isEqualTo(1);
        }
    }

    /// As [#theLimitOfASortedMapIsExact], with cuts between the updates, while another thread
    /// counts.
    @Test
    void theLimitOfWhatIsCutAndCountedBesideIsExact() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            long most = 60_000;
            var current = Versioned.limited(numbered(heap, 1), most);
            FutureTask<Long> counting =
                    new FutureTask<>(
                            () -> {
                                long counts = 0;
                                while (!Thread.currentThread().isInterrupted()) {
                                    current.recount();
                                    counts++;
                                }
                                return counts;
                            });
            Thread counter = Thread.ofPlatform().start(counting);
            int refused = 0;
            int letThrough = 0;
            // Cuts may keep it small for a while.
            for (int i = 0; i < 4000 || refused == 0 && i < 400_000; i++) {
                long key = random.nextInt(400);
                long[] made = {0};
                boolean cuts = random.nextInt(100) == 0;
                try {
                    if (cuts) {
                        current.cut(now -> now.from(key).toMap());
                        continue;
                    }
                    current.update(
                            now -> {
                                var next = now.with(key, value(random));
                                made[0] = next.bytesHeld();
                                return next;
                            });
                    assertThat(made[0]).as("let through, seed %d", seed).isLessThanOrEqualTo(most);
                    letThrough++;
                } catch (CollectionTooLargeException e) {
                    assertThat(e.bytes()).as("refused, seed %d", seed).isEqualTo(made[0]);
                    assertThat(made[0]).isGreaterThan(most);
                    refused++;
                }
            }
            counter.interrupt();
            assertThat(counting.get()).isPositive();
            assertThat(letThrough).as("let through, seed %d", seed).isPositive();
            assertThat(refused).as("refused, seed %d", seed).isPositive();
            long held = current.read(PersistentSortedMap::bytesHeld);
            current.recount();
            assertThat(current.heldAtMost()).as("seed %d", seed).isEqualTo(held);
        }
    }
}
