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
    void countingGoesOnWhileTheHeapIsCollected(TestHeaps kind) throws InterruptedException {
        try (Heap heap = Heap.open(kind.options())) {
            var collections = PersistentCollections.in(heap);
            var list = collections.list(Codec.STRING, Collections.nCopies(40, "begin"));
            long before = list.bytesHeld();
            Thread appends =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        var grown = list.append("one");
                                        for (int i = 0; i < 200; i++) {
                                            var next = grown.append("element " + i);
                                            grown.close();
                                            grown = next;
                                        }
                                        grown.close();
                                    });
            for (int i = 0; i < 100; i++) {
                // What others append may be in the room of the last chunk, which this version has.
                assertThat(list.bytesHeld()).isGreaterThanOrEqualTo(before);
            }
            appends.join();
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
    /// let through that is not.
    @Test
    void theLimitIsExact() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var collections = PersistentCollections.in(heap);
            long most = 60_000;
            var sorted = Versioned.limited(collections.sortedMap(Codec.LONG, Codec.STRING), most);
            int refused = 0;
            for (int i = 0; i < 2000; i++) {
                long key = random.nextInt(400);
                String value = "v".repeat(random.nextInt(400));
                boolean removes = random.nextInt(4) == 0;
                long[] made = {0};
                try {
                    sorted.update(
                            old -> {
                                var next = removes ? old.without(key) : old.with(key, value);
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
            assertThat(refused).as("seed %d", seed).isPositive();
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
                assertThat(collections.bytesAdded(map.with(key, "x"), map)).isBetween(32L, 10_000L);
                assertThat(collections.bytesAdded(sorted.with(key, "x"), sorted))
                        .isBetween(32L, 10_000L);
                assertThat(collections.bytesAdded(list.append(key), list)).isBetween(32L, 10_000L);
                assertThat(collections.bytesAdded(list.with(i * 29, key), list))
                        .isBetween(32L, 10_000L);
            }
            assertThat(collections.bytesAdded(map.without("key 1"), map)).isLessThan(10_000L);
            assertThat(collections.bytesAdded(map, map)).isZero();
        }
    }
}
