package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.embedder.MakesVersions;
import coex.gc.Heap;
import coex.gc.HeapExhaustedException;
import coex.gc.collect.ConcurrentHeap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Versions that take no room but a root: cells run out long before bytes and handles do.
class FewRootsTest {

    private static final int CELLS = 4000;

    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final PersistentCollections collections = PersistentCollections.in(heap);
    private final PersistentMap<Long, Long> map =
            collections.map(Codec.LONG, Codec.LONG).with(1L, 1L);

    FewRootsTest() {
        ConcurrentHeap.of(heap).core().roots().limitTo(CELLS);
    }

    @AfterEach
    void close() {
        heap.close();
    }

    @Test
    void theRootsOfDroppedVersionsAreFoundWhenThereAreNoMore() {
        PersistentMap<Long, Long> last = map;
        for (int i = 0; i < 5 * CELLS; i++) {
            last = collections.keep(map);
        }
        assertThat(last.get(1L)).isEqualTo(1L);
    }

    @Test
    void threadsThatDropVersionsAtTheSameTimeAllFindRoots() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                all.add(
                        threads.submit(
                                () -> {
                                    PersistentMap<Long, Long> last = map;
                                    for (int j = 0; j < CELLS; j++) {
                                        last = collections.keep(map);
                                    }
                                    return last.get(1L);
                                }));
            }
            for (Future<Long> each : all) {
                assertThat(each.get()).isEqualTo(1L);
            }
        }
    }

    @Test
    void whoFindsNoRootIsToldHowManyVersionsAreHeldAndWhereTheyWereMade() {
        collections.recordOrigins(true);
        List<PersistentMap<Long, Long>> kept = new ArrayList<>();
        assertThatThrownBy(() -> MakesVersions.keepForEver(collections, map, kept))
                .isInstanceOfSatisfying(
                        HeapExhaustedException.class,
                        e ->
                                assertThat(e.resource())
                                        .isEqualTo(HeapExhaustedException.Resource.ROOTS))
                .hasMessageContaining("; versions held=" + (kept.size() + 1) + " oldest=")
                .hasMessageContaining("MakesVersions.keepForEver");
        assertThat(kept).hasSizeBetween(CELLS / 2, CELLS);
        kept.forEach(PersistentMap::close);
        assertThat(collections.keep(map).get(1L)).isEqualTo(1L);
    }

    @Test
    @Timeout(120)
    void theJvmIsMadeToCollectBeforeThereAreNoMore() throws InterruptedException {
        List<PersistentMap<Long, Long>> kept = new ArrayList<>();
        for (int i = 0; i < CELLS * 3 / 4; i++) {
            kept.add(collections.keep(map));
        }
        while (collections.pressure().collections() == 0) {
            Thread.sleep(1);
        }
        assertThat(kept.getLast().get(1L)).isEqualTo(1L);
    }

    @Test
    @Timeout(120)
    void versionsThatAreRestoredCountTowardsIt(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("saved");
        PersistentCollection[] many = new PersistentCollection[CELLS / 8];
        for (int i = 0; i < many.length; i++) {
            many[i] = map;
        }
        SavedVersions.save(file, new byte[0], many);
        List<SavedVersions> kept = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            kept.add(SavedVersions.restore(file, map));
        }
        while (collections.pressure().collections() == 0) {
            Thread.sleep(1);
        }
        assertThat(kept).hasSize(6);
        kept.clear();
        for (int i = 0; i < 30; i++) {
            SavedVersions.restore(file, map); // dropped
        }
    }
}
