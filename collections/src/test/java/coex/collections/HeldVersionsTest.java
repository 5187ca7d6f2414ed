package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.embedder.MakesVersions;
import coex.gc.Heap;
import coex.gc.HeapExhaustedException;
import coex.gc.HeapOptions;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.HeapCore;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// What is held can be told, and what is dropped is looked for before the heap is full of it.
class HeldVersionsTest {

    private final Heap heap =
            Heap.open(
                    HeapOptions.builder()
                            .initialBytes(1 << 20)
                            .maximumBytes(4 << 20)
                            .hugePages(false)
                            .idleAfter(Duration.ofHours(1))
                            .build());

    private final PersistentCollections collections = PersistentCollections.in(heap);

    @AfterEach
    void close() {
        heap.close();
    }

    @Test
    void versionsAreCountedUntilTheyAreClosed() {
        assertThat(collections.versions().count()).isZero();
        List<PersistentList<Long>> kept = MakesVersions.of(collections, 100);
        assertThat(collections.versions().count()).isEqualTo(100);
        assertThat(collections.versions().origins()).isEmpty();
        assertThat(collections.versions())
                .hasToString(
                        ("versions held=100 oldest=%d s; close versions, or keep fewer of them;"
                                        + " PersistentCollections.recordOrigins tells where they"
                                        + " are made")
                                .formatted(collections.versions().oldest().toSeconds()));
        kept.forEach(PersistentList::close);
        assertThat(collections.versions().count()).isZero();
    }

    @Test
    void recordedVersionsSayWhereTheyWereMade() {
        List<PersistentList<Long>> before = MakesVersions.of(collections, 5);
        collections.recordOrigins(true);
        List<PersistentList<Long>> most = MakesVersions.of(collections, 20);
        List<PersistentList<Long>> few = MakesVersions.elsewhere(collections, 10);
        collections.recordOrigins(false);
        HeldVersions held = collections.versions();
        assertThat(held.count()).isEqualTo(35);
        assertThat(held.origins()).extracting(HeldVersions.Origin::count).containsExactly(20L, 10L);
        assertThat(held.origins().get(0).stack())
                .contains("MakesVersions.of(MakesVersions.java")
                .doesNotContain("coex.collections.PersistentSequence");
        assertThat(held.origins().get(1).stack()).contains("MakesVersions.elsewhere");
        assertThat(held.toString()).contains("; 20 made at ").contains("; 10 made at ");
        most.forEach(PersistentList::close);
        few.forEach(PersistentList::close);
        before.forEach(PersistentList::close);
    }

    @Test
    void whoFindsNoRoomIsToldHowManyVersionsAreHeld() {
        PersistentArray<Long> array = collections.array(Codec.LONG, Collections.nCopies(1000, 1L));
        List<PersistentArray<Long>> kept = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                kept.add(array.append(1L));
                            }
                        })
                .isInstanceOf(HeapExhaustedException.class)
                .hasMessageContaining("requested=")
                .hasMessageContaining("; versions held=" + (kept.size() + 1) + " oldest=")
                .hasCauseInstanceOf(HeapExhaustedException.class);
    }

    /// The JVM has room for hundreds of times as many versions, and no reason of its own to
    /// collect.
    @Test
    @Timeout(200)
    void noOperationHasToWaitForVersionsThatWereDroppedYoung() throws InterruptedException {
        PersistentList<Long> list = collections.list(Codec.LONG, Collections.nCopies(1000, 0L));
        for (long made = 0; made < 20_000; made++) { // some 20 MB
            list = list.with((int) (made % 1000), made);
            awaitRoom();
        }
        assertThat(list.get(999)).isEqualTo(19_999);
        assertThat(collections.pressure().collections()).isPositive();
        assertThat(collections.waits()).isZero();
    }

    /// Each version grows old in the JVM before it is dropped, so that a collection of what is
    /// young does not find it.
    @Test
    @Timeout(200)
    void noOperationHasToWaitForVersionsThatWereDroppedOld() throws InterruptedException {
        PersistentList<Long> list = collections.list(Codec.LONG, Collections.nCopies(1000, 0L));
        List<PersistentList<Long>> last = new ArrayList<>();
        while (core().blocks().reusableBytes() > core().blocks().maximumBytes() * 5 / 8) {
            last.add(list.with(last.size() % 1000, 1L));
            heap.collect();
        }
        for (int turn = 1; turn <= 2; turn++) {
            System.gc(); // what is kept is old now
            for (int i = 0; i < last.size(); i++) {
                last.set(i, list.with(i % 1000, (long) turn));
                awaitRoom();
            }
        }
        assertThat(collections.pressure().fullCollections()).isPositive();
        assertThat(collections.waits()).isZero();
        assertThat(last.get(7).get(7)).isEqualTo(2);
    }

    private HeapCore core() {
        return ConcurrentHeap.of(heap).core();
    }

    /// A program that makes versions more slowly than they are looked for: waits while the heap is
    /// filling up. What it waits for is found by a look at what is young, or by one at everything.
    private void awaitRoom() throws InterruptedException {
        VersionPressure pressure = collections.pressure();
        long before = pressure.collections();
        while (core().isFillingUp()) {
            assertThat(pressure.collections() - before).as("collections in vain").isLessThan(5);
            pressure.madeSome();
            Thread.sleep(1);
            heap.collect();
        }
    }

    /// There is room for many more of these versions, but not for what names their objects.
    @Test
    @Timeout(120)
    void theJvmIsMadeToCollectBeforeHandlesRunOut() throws InterruptedException {
        HeapOptions few =
                HeapOptions.builder()
                        .maximumBytes(64 << 20)
                        .maximumHandles(1 << 16)
                        .hugePages(false)
                        .build();
        try (Heap full = Heap.open(few)) {
            PersistentCollections in = PersistentCollections.in(full);
            List<PersistentList<Long>> kept = MakesVersions.of(in, 20_000); // two handles for each
            while (in.pressure().collections() == 0) {
                Thread.sleep(1);
            }
            assertThat(kept.getLast().get(0)).isEqualTo(19_999L);
        }
    }

    /// What others close meanwhile says nothing about what was dropped.
    @Test
    @Timeout(200)
    void droppedVersionsAreFoundWhileOthersCloseTheirs() throws Exception {
        PersistentMap<Long, Long> map = collections.map(Codec.LONG, Codec.LONG).with(1L, 1L);
        AtomicBoolean done = new AtomicBoolean();
        Thread closing =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (!done.get()) {
                                        map.without(2L).close(); // takes no room
                                    }
                                });
        try {
            PersistentArray<Long> array =
                    collections.array(Codec.LONG, Collections.nCopies(10_000, 1L));
            for (int i = 0; i < 300; i++) {
                array = array.with(i, 2L); // 24 MB in all
            }
            assertThat(array.get(299)).isEqualTo(2L);
            List<PersistentArray<Long>> kept = new ArrayList<>();
            PersistentArray<Long> last = array;
            assertThatThrownBy(
                            () -> {
                                while (true) {
                                    kept.add(last.with(0, 3L));
                                }
                            })
                    .isInstanceOf(HeapExhaustedException.class);
        } finally {
            done.set(true);
            closing.join();
        }
    }
}
