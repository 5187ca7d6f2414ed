package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;
import coex.gc.HeapClosedException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/// Threads use collections that others close at the same moment: each call gives what the
/// collection held, or says that it is closed, and the heap stays whole.
class CloseRaceTest {

    private static final int PLACES = 4;
    private static final int ENTRIES = 60;
    private static final int USES = 20;
    private static final int LEAST_COLLECTIONS = 6;
    private static final int LEAST_REFUSALS = 20;

    /// What the threads share, without any synchronisation.
    private static final class Shared {
        final PersistentMaps[] places = new PersistentMaps[PLACES];
        final AtomicLong answers = new AtomicLong();
        final AtomicLong refusals = new AtomicLong();
        volatile boolean stop;
    }

    /// Two maps with the same version in every value.
    private record PersistentMaps(
            long version,
            PersistentMap<Long, Long> words,
            PersistentMap<CodecTest.Point, String> objects) {}

    @ParameterizedTest
    @EnumSource
    void whoComesTooLateIsToldAndNobodyReadsWhatIsNotTheirs(TestHeaps kind) throws Exception {
        Shared shared = new Shared();
        try (Heap heap = Heap.open(kind.options());
                ExecutorService platform = Executors.newFixedThreadPool(4);
                ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            PersistentCollections collections = PersistentCollections.in(heap);
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int seed = i;
                all.add(platform.submit(() -> write(shared, collections, seed)));
                all.add(platform.submit(() -> read(shared)));
            }
            for (int i = 0; i < 8; i++) {
                all.add(virtual.submit(() -> read(shared)));
            }
            for (int i = 0; i < LEAST_COLLECTIONS || shared.refusals.get() < LEAST_REFUSALS; i++) {
                heap.collect();
                Thread.sleep(1);
            }
            shared.stop = true;
            for (Future<?> each : all) {
                each.get();
            }
            assertThat(shared.answers.get()).isPositive();
            assertThat(shared.refusals.get()).isPositive();
            assertThat(heap.validate().errors()).isEmpty();
        }
    }

    private static PersistentMaps version(PersistentCollections collections, long version) {
        PersistentMap.Builder<Long, Long> words = collections.mapBuilder(Codec.LONG, Codec.LONG);
        PersistentMap.Builder<CodecTest.Point, String> objects =
                collections.mapBuilder(Codec.ofRecord(CodecTest.Point.class), Codec.STRING);
        for (int i = 0; i < ENTRIES; i++) {
            words.put((long) i, version);
            objects.put(new CodecTest.Point(i, i), "v" + version);
        }
        return new PersistentMaps(version, words.build(), objects.build());
    }

    private static void write(Shared shared, PersistentCollections collections, int seed) {
        Random random = new Random(seed);
        for (long i = 0; !shared.stop; i++) {
            PersistentMaps made = version(collections, i * 2 + seed);
            int place = random.nextInt(PLACES);
            PersistentMaps old = shared.places[place];
            shared.places[place] = made; // a data race
            if (old != null) {
                old.words.close();
                old.objects.close();
            }
        }
    }

    private static void read(Shared shared) {
        while (!shared.stop) {
            PersistentMaps seen = shared.places[ThreadLocalRandom.current().nextInt(PLACES)];
            Thread.yield();
            if (seen != null) {
                try {
                    for (int i = 0; i < USES; i++) {
                        use(seen, ThreadLocalRandom.current().nextInt(ENTRIES));
                        shared.answers.incrementAndGet();
                    }
                } catch (IllegalStateException e) {
                    assertThat(e).hasMessageStartingWith("collection closed");
                    shared.refusals.incrementAndGet();
                }
            }
        }
    }

    private static void use(PersistentMaps seen, int key) {
        assertThat(seen.words.get((long) key)).isEqualTo(seen.version);
        CodecTest.Point point = new CodecTest.Point(key, key);
        assertThat(seen.objects.get(point)).isEqualTo("v" + seen.version);
        if (key == 0) {
            int count = 0;
            for (Map.Entry<CodecTest.Point, String> entry : seen.objects) {
                assertThat(entry.getValue()).isEqualTo("v" + seen.version);
                count++;
            }
            assertThat(count).isEqualTo(ENTRIES);
        }
        if (key == 1) {
            try (var more = seen.objects.with(new CodecTest.Point(-1, -1), "more")) {
                assertThat(more.size()).isEqualTo(ENTRIES + 1);
                assertThat(more.get(point)).isEqualTo("v" + seen.version);
            }
        }
    }

    @Test
    void closingTheHeapUnderUseTellsEveryThread() throws Exception {
        for (int round = 0; round < 20; round++) {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Heap heap = Heap.open(TestHeaps.TINY.options());
                PersistentCollections collections = PersistentCollections.in(heap);
                PersistentMaps maps = version(collections, round);
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    boolean writes = i % 2 == 0;
                    all.add(threads.submit(() -> useUntilClosed(maps, writes)));
                }
                Thread.sleep(2);
                heap.close();
                for (Future<?> each : all) {
                    each.get();
                }
            }
        }
    }

    private static void useUntilClosed(PersistentMaps maps, boolean writes) {
        try {
            while (true) {
                assertThat(maps.words.get(1L)).isEqualTo(maps.version);
                for (Map.Entry<CodecTest.Point, String> entry : maps.objects) {
                    assertThat(entry.getValue()).isEqualTo("v" + maps.version);
                }
                if (writes) {
                    maps.objects.with(new CodecTest.Point(-1, 2), "more").close();
                }
            }
        } catch (HeapClosedException e) {
            assertThat(e).hasMessageContaining("closed");
        }
    }
}
