package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/// A file follows a collection: each save adds what is new, and whatever happens to the last one,
/// what was saved before is there.
class SaveFileTest {

    @TempDir Path folder;

    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final PersistentCollections in = PersistentCollections.in(heap);
    private final PersistentMap<String, Long> none = in.map(Codec.STRING, Codec.LONG);

    @AfterEach
    void close() {
        heap.close();
    }

    private Path path() {
        return folder.resolve("prices");
    }

    private SaveFile<PersistentMap<String, Long>> open() throws IOException {
        return SaveFile.open(path(), none);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private PersistentMap<String, Long> many(int count) {
        var builder = in.mapBuilder(Codec.STRING, Codec.LONG);
        for (long i = 0; i < count; i++) {
            builder.put("key number " + i, i);
        }
        return builder.build();
    }

    @Test
    void aNewFileIsEmptyAndThenHasWhatWasSaved() throws IOException {
        try (var file = open()) {
            assertThat(file.current().isEmpty()).isTrue();
            assertThat(file.metadata()).isEmpty();
            assertThat(file.bytes()).isZero();
            assertThat(Files.exists(path())).isFalse();
            file.save(none.with("tea", 250L), bytes("offset 1"));
        }
        try (var file = open()) {
            assertThat(file.current().asMap()).containsOnlyKeys("tea");
            assertThat(file.metadata()).isEqualTo(bytes("offset 1"));
            assertThat(file.damage()).isEmpty();
            file.save(none, bytes("offset 2"));
        }
        try (var file = open()) {
            assertThat(file.current().isEmpty()).isTrue();
            assertThat(file.metadata()).isEqualTo(bytes("offset 2"));
        }
    }

    @Test
    void aSaveCostsWhatHasChanged() throws IOException {
        var map = many(10_000);
        try (var file = open()) {
            file.save(map, bytes(""));
            long whole = file.bytes();
            map = map.with("key number 17", -17L);
            file.save(map, bytes("1"));
            assertThat(file.bytes() - whole).isBetween(1L, 500L);
            long before = file.bytes();
            map = map.with("one more", 1L).without("key number 18");
            file.save(map, bytes("2"));
            assertThat(file.bytes() - before).isBetween(1L, 1_000L);
            before = file.bytes();
            file.save(map, bytes("3"));
            assertThat(file.bytes() - before).isBetween(1L, 200L);
        }
        try (var file = open()) {
            assertThat(file.current()).isEqualTo(map);
            assertThat(file.metadata()).isEqualTo(bytes("3"));
        }
    }

    @Test
    void aSaveOfAChangedInnerCollectionCostsWhatHasChangedInIt() throws IOException {
        var nested = in.map(Codec.LONG, Codec.persistentMap(Codec.STRING, Codec.LONG));
        var map = nested;
        for (long i = 0; i < 40; i++) {
            map = map.with(i, many(500));
        }
        try (var file = SaveFile.open(path(), nested)) {
            file.save(map, bytes(""));
            long before = file.bytes();
            map = map.with(7L, map.get(7L).with("key number 3", -3L));
            // These push entries down and let others up: what they hold is not written again.
            var small = none.with("small", 1L);
            for (long i = 1_000; i < 1_040; i++) {
                map = map.with(i, small);
            }
            file.save(map, bytes(""));
            for (long i = 0; i < 30; i++) {
                map = map.without(1_000 + i).without(i);
            }
            file.save(map, bytes(""));
            assertThat(file.bytes() - before).isLessThan(6_000);
        }
        try (var file = SaveFile.open(path(), nested)) {
            assertThat(file.current()).isEqualTo(map);
            long shared = file.current().get(1_030L).handle("test");
            assertThat(file.current().get(1_039L).handle("test")).isEqualTo(shared);
        }
    }

    @Test
    void aFileThatWasLetGoHoldsNothingAndIsWrittenAnew() throws IOException {
        var map = many(10_000);
        try (var file = open()) {
            file.save(map, bytes("one"));
            map.close();
            long held = usedAfterCollecting();
            file.letGo();
            file.letGo();
            assertThat(usedAfterCollecting()).isLessThan(held - 100_000);
            assertThatThrownBy(file::current)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("open the file again");
            assertThat(file.metadata()).isEqualTo(bytes("one"));
            file.compact(); // has nothing to do
            long whole = file.bytes();
            try (var next = many(10_000)) {
                file.save(next, bytes("two"));
            }
            assertThat(file.bytes()).isBetween(whole - 100, whole + 100);
            file.save(file.current().with("tea", 250L), bytes("three"));
            assertThat(file.bytes()).isBetween(whole + 1, whole + whole / 10);
        }
        try (var file = open()) {
            assertThat(file.current().size()).isEqualTo(10_001);
            assertThat(file.metadata()).isEqualTo(bytes("three"));
        }
    }

    private long usedAfterCollecting() {
        heap.collect();
        heap.collect();
        return heap.stats().now().heapUsed();
    }

    @Test
    void aLongFileIsWrittenAnew() throws IOException {
        var map = many(1_000);
        try (var file = open()) {
            file.save(map, bytes(""));
            long whole = file.bytes();
            long largest = 0;
            for (long i = 0; i < 300; i++) {
                for (long j = 0; j < 10; j++) {
                    map = map.with("key number " + (i * 10 + j) % 1_000, ~i);
                }
                file.save(map, bytes("" + i));
                largest = Math.max(largest, file.bytes());
            }
            assertThat(largest).isGreaterThan(whole + (64 << 10));
            assertThat(largest).isLessThan(whole + (70 << 10));
        }
        try (var file = open()) {
            assertThat(file.current()).isEqualTo(map);
            assertThat(file.metadata()).isEqualTo(bytes("299"));
        }
    }

    @Test
    void compactingKeepsWhatWasSavedMeanwhile() throws Exception {
        var map = many(3_000);
        try (var file = open()) {
            file.save(map, bytes(""));
            for (long i = 0; i < 100; i++) {
                map = map.with("key number " + i, ~i);
                file.save(map, bytes("" + i));
            }
            long before = file.bytes();
            file.compact();
            assertThat(file.bytes()).isLessThan(before);
            AtomicBoolean done = new AtomicBoolean();
            Throwable[] failed = new Throwable[1];
            Thread compacting =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            while (!done.get()) {
                                                file.compact();
                                            }
                                        } catch (Throwable e) {
                                            failed[0] = e;
                                        }
                                    });
            for (long i = 0; i < 50; i++) {
                map = map.with("key number " + i, i * 3);
                file.save(map, bytes("again " + i));
            }
            done.set(true);
            compacting.join();
            assertThat(failed[0]).isNull();
            map = map.with("after", 1L);
            file.save(map, bytes("after"));
        }
        try (var file = open()) {
            assertThat(file.current()).isEqualTo(map);
            assertThat(file.metadata()).isEqualTo(bytes("after"));
        }
        assertThat(Files.list(folder))
                .containsExactlyInAnyOrder(path(), folder.resolve("prices.lock"));
    }

    /// Cut at every byte of the last segment, and with every bit of it flipped.
    @Test
    void aTornLastSegmentFallsBackToTheOneBefore() throws IOException {
        var first = many(100);
        var second = first.with("new", 1L);
        long whole;
        try (var file = open()) {
            file.save(first, bytes("first"));
            whole = file.bytes();
            file.save(second, bytes("second"));
        }
        byte[] good = Files.readAllBytes(path());
        for (int cut = (int) whole; cut < good.length; cut++) {
            Files.write(path(), Arrays.copyOf(good, cut));
            requireState(first, "first", cut > whole);
            byte[] zeroed = Arrays.copyOf(Arrays.copyOf(good, cut), good.length);
            if (!Arrays.equals(zeroed, good)) {
                Files.write(path(), zeroed);
                requireState(first, "first", true);
            }
            byte[] flipped = good.clone();
            flipped[cut] ^= (byte) (1 << cut % 8);
            Files.write(path(), flipped);
            requireState(first, "first", true);
        }
        Files.write(path(), good);
        requireState(second, "second", false);
    }

    private void requireState(PersistentMap<String, Long> map, String metadata, boolean damaged)
            throws IOException {
        try (var file = open()) {
            assertThat(file.metadata()).isEqualTo(bytes(metadata));
            assertThat(file.damage().isPresent()).isEqualTo(damaged);
            assertThat(file.current()).isEqualTo(map);
        }
    }

    @Test
    void savingGoesOnAfterATornSegment() throws IOException {
        var map = many(100);
        try (var file = open()) {
            file.save(map, bytes("first"));
            file.save(map.with("lost", 1L), bytes("lost"));
        }
        byte[] good = Files.readAllBytes(path());
        Files.write(path(), Arrays.copyOf(good, good.length - 1));
        try (var file = open()) {
            assertThat(file.damage().orElseThrow()).contains("truncated").contains("offset=");
            file.save(map.with("new", 2L), bytes("new"));
            assertThat(file.damage()).isEmpty();
        }
        requireState(map.with("new", 2L), "new", false);
    }

    @Test
    void aDamagedSegmentBeforeTheLastIsRefused() throws IOException {
        var map = many(100);
        long whole;
        try (var file = open()) {
            file.save(map, bytes("first"));
            whole = file.bytes();
            file.save(map.with("second", 1L), bytes("second"));
            file.save(map.with("third", 1L), bytes("third"));
        }
        byte[] bytes = Files.readAllBytes(path());
        bytes[(int) whole + 30] ^= 4;
        Files.write(path(), bytes);
        assertThatThrownBy(this::open)
                .isInstanceOf(SavedFileException.class)
                .hasMessageContaining("checksum of the block")
                .hasMessageContaining("a later segment begins at ");
        bytes[(int) whole + 30] ^= 4;
        bytes[100] ^= 1;
        Files.write(path(), bytes);
        assertThatThrownBy(this::open)
                .isInstanceOf(SavedFileException.class)
                .hasMessageContaining(path().toString())
                .hasMessageContaining("checksum of the block: expected=");
    }

    @Test
    void whatAnOlderFileHasLeftBehindDoesNotCount() throws IOException {
        var map = many(10);
        try (var file = open()) {
            file.save(map, bytes("a"));
            file.save(map.with("b", 1L), bytes("b"));
        }
        byte[] old = Files.readAllBytes(path());
        Files.delete(path());
        long whole;
        try (var file = open()) {
            file.save(map, bytes("a"));
            whole = file.bytes();
        }
        Files.write(
                path(),
                Arrays.copyOfRange(old, (int) whole, old.length),
                StandardOpenOption.APPEND);
        requireState(map, "a", true);
    }

    @Test
    void aFileIsOpenOnce() throws IOException {
        try (var file = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("open already");
            file.save(none.with("a", 1L), bytes(""));
        }
        try (var file = open()) {
            assertThat(file.current().size()).isEqualTo(1);
        }
    }

    @Test
    void aVersionOfAnotherHeapIsRefused() throws IOException {
        try (Heap other = Heap.open(TestHeaps.PLAIN.options());
                var file = open()) {
            var foreign = PersistentCollections.in(other).map(Codec.STRING, Codec.LONG);
            assertThatThrownBy(() -> file.save(foreign, bytes("")))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aClosedFileIsRefused() throws IOException {
        var file = open();
        file.close();
        assertThatThrownBy(() -> file.save(none, bytes("")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("save file closed");
    }

    @Test
    void anInterruptedSaveFailsAndTheNextOneSavesAll() throws IOException {
        var map = many(1_000);
        try (var file = open()) {
            file.save(map, bytes("first"));
            Thread.currentThread().interrupt();
            var more = map.with("more", 1L);
            assertThatThrownBy(() -> file.save(more, bytes("second")))
                    .isInstanceOf(IOException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(file.metadata()).isEqualTo(bytes("first"));
            file.save(more, bytes("third"));
            assertThat(file.current()).isEqualTo(more);
        }
        requireState(map.with("more", 1L), "third", false);
    }
}
