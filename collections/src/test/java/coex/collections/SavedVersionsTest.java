package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;
import coex.gc.HeapExhaustedException;
import coex.gc.HeapOptions;
import coex.gc.Mutator;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/// What is saved comes back as it was, with what versions share; what cannot be restored is refused
/// by name.
class SavedVersionsTest {

    record Point(int x, int y) {}

    record Everything(
            long a,
            short b,
            char c,
            byte d,
            boolean e,
            double f,
            String g,
            byte[] h,
            DayOfWeek i,
            Point j,
            List<String> k,
            Set<Integer> l,
            Map<String, List<Point>> m,
            Optional<Double> n,
            Instant o,
            UUID p,
            long[] q) {}

    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(Point corner, int side) implements Shape {}

    private static final byte[] NOTHING = {};

    @TempDir Path folder;

    private static byte[] saved(PersistentCollection... versions) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SavedVersions.write(
                Channels.newChannel(bytes), "meta".getBytes(StandardCharsets.UTF_8), versions);
        return bytes.toByteArray();
    }

    private static SavedVersions restored(byte[] bytes, PersistentCollection... like)
            throws IOException {
        return SavedVersions.read(Channels.newChannel(new ByteArrayInputStream(bytes)), like);
    }

    private static <C extends PersistentCollection> C again(C version) throws IOException {
        return restored(saved(version), version).version(0, version);
    }

    private static Everything everything(int number) {
        return new Everything(
                Long.MIN_VALUE + number,
                (short) -number,
                (char) ('a' + number % 26),
                (byte) number,
                number % 2 == 0,
                -0.0 - number,
                "text \u00e4\u4e2d\ud83d\ude00 " + number,
                new byte[number * 37],
                DayOfWeek.of(1 + number % 7),
                new Point(number, -number),
                List.of("one", "", "three" + number),
                Set.of(number, 1_000_000 + number),
                Map.of("line", List.of(new Point(1, number)), "", List.of()),
                number % 3 == 0 ? Optional.empty() : Optional.of(Double.NaN),
                Instant.ofEpochSecond(number, 17),
                new UUID(number, ~number),
                new long[] {number, Long.MAX_VALUE});
    }

    @ParameterizedTest
    @EnumSource
    void valuesOfEveryCodecComeBack(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            Codec<Everything> codec = Codec.ofRecord(Everything.class);
            var map = in.map(Codec.STRING, codec);
            var shapes = in.list(Codec.ofSealed(Shape.class));
            for (int i = 0; i < 40; i++) {
                map = map.with("key " + i, everything(i));
                shapes = shapes.append(i % 2 == 0 ? new Circle(i) : new Square(new Point(i, i), i));
            }
            assertThat(again(map)).isEqualTo(map);
            assertThat(again(map).get("key 7").q()).containsExactly(7, Long.MAX_VALUE);
            assertThat(again(shapes)).isEqualTo(shapes);
        }
    }

    @ParameterizedTest
    @EnumSource
    void collectionsOfEveryKindAndSizeComeBack(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            for (int size : new int[] {0, 1, 2, 31, 32, 33, 128, 129, 1025, 1100}) {
                List<Long> longs = new ArrayList<>();
                List<String> texts = new ArrayList<>();
                List<Boolean> flags = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    longs.add(i * 0x9E37_79B9L);
                    texts.add("text " + i);
                    flags.add(i % 3 == 0);
                }
                var words = in.list(Codec.LONG, longs);
                assertThat(again(words).asList()).isEqualTo(longs);
                var strings = in.list(Codec.STRING, texts);
                assertThat(again(strings).asList()).isEqualTo(texts);
                assertThat(again(in.list(Codec.BOOLEAN, flags)).asList()).isEqualTo(flags);
                assertThat(again(in.array(Codec.LONG, longs)).asList()).isEqualTo(longs);
                assertThat(again(in.array(Codec.STRING, texts)).asList()).isEqualTo(texts);
                assertThat(again(in.array(Codec.BOOLEAN, flags)).asList()).isEqualTo(flags);
                assertThat(again(in.set(Codec.STRING, texts)).asSet())
                        .containsExactlyInAnyOrderElementsOf(texts);
                assertThat(again(in.set(Codec.LONG, longs)).size()).isEqualTo(size);
                var sorted = in.sortedMapBuilder(Codec.STRING, Codec.LONG);
                for (int i = 0; i < size; i++) {
                    sorted.put(texts.get(i), longs.get(i));
                }
                var sortedMap = sorted.build();
                assertThat(again(sortedMap)).isEqualTo(sortedMap);
                assertThat(again(in.sortedSet(Codec.LONG.reversed(), longs)).size())
                        .isEqualTo(size);
                if (size > 2) {
                    var cut = strings.slice(size / 2, size - 1);
                    assertThat(again(cut).asList()).isEqualTo(texts.subList(size / 2, size - 1));
                    assertThat(again(cut.append("end")).get(cut.size())).isEqualTo("end");
                    var view = in.array(Codec.LONG, longs).slice(1, size - 1);
                    assertThat(again(view).asList()).isEqualTo(longs.subList(1, size - 1));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void keysWithEqualHashesComeBack(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            var texts = in.map(Codec.STRING, Codec.INT);
            var words = in.map(Codec.LONG, Codec.STRING);
            List<String> keys = CollidingKeys.texts(200);
            for (int i = 0; i < keys.size(); i++) {
                texts = texts.with(keys.get(i), i).with("other " + i, i);
                words = words.with(CollidingKeys.word(i), "value " + i).with((long) i, "");
            }
            assertThat(again(texts)).isEqualTo(texts);
            var restored = again(words);
            assertThat(restored).isEqualTo(words);
            assertThat(restored.get(CollidingKeys.word(77))).isEqualTo("value 77");
            assertThat(restored.without(CollidingKeys.word(77)))
                    .isEqualTo(words.without(CollidingKeys.word(77)));
        }
    }

    @Test
    void versionsKeepWhatTheyShare() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            var builder = in.mapBuilder(Codec.LONG, Codec.LONG);
            for (long i = 0; i < 20_000; i++) {
                builder.put(i * 7919, i);
            }
            var first = builder.build();
            var second = first.with(7919L, -1L);
            var third = second.without(2 * 7919L);
            byte[] one = saved(first);
            byte[] three = saved(first, second, third);
            assertThat(three.length - one.length).isLessThan(4_000);
            long before = objectsHeld(heap);
            SavedVersions all = restored(three, first);
            long held = objectsHeld(heap) - before;
            assertThat(all.version(0, first)).isEqualTo(first);
            assertThat(all.version(1, first)).isEqualTo(second);
            assertThat(all.version(2, first)).isEqualTo(third);
            all.close();
            long beforeOne = objectsHeld(heap);
            try (SavedVersions _ = restored(one, first)) {
                assertThat(held).isLessThan((objectsHeld(heap) - beforeOne) * 11 / 10);
            }
        }
    }

    private static long objectsHeld(Heap heap) {
        heap.collect();
        heap.collect();
        return heap.stats().collection().objectsMarked();
    }

    @Test
    void aValueInTwoPlacesIsWrittenOnce() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            var inner = in.map(Codec.LONG, Codec.LONG);
            for (long i = 0; i < 1_000; i++) {
                inner = inner.with(i, i);
            }
            Codec<PersistentMap<Long, Long>> nested = Codec.persistentMap(Codec.LONG, Codec.LONG);
            var outer = in.map(Codec.STRING, nested).with("one", inner);
            byte[] once = saved(outer);
            var twice = outer.with("two", inner);
            byte[] both = saved(twice, in.list(nested).append(inner).append(inner));
            assertThat(both.length - once.length).isLessThan(200);
            SavedVersions restored = restored(both, twice, in.list(nested));
            var map = restored.version(0, twice);
            var list = restored.version(1, in.list(nested));
            long handle = map.get("one").handle("test");
            assertThat(map.get("two").handle("test")).isEqualTo(handle);
            assertThat(list.get(0).handle("test")).isEqualTo(handle);
            assertThat(list.get(1).handle("test")).isEqualTo(handle);
        }
    }

    @Test
    @Tag("production")
    void aMillionEntriesComeBack() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            var builder = in.mapBuilder(Codec.LONG, Codec.LONG);
            for (long i = 0; i < 1_000_000; i++) {
                builder.put(i, ~i);
            }
            var map = builder.build();
            Path file = folder.resolve("million");
            SavedVersions.save(file, NOTHING, map);
            try (SavedVersions saved = SavedVersions.restore(file, map)) {
                assertThat(saved.version(0, map)).isEqualTo(map);
            }
            assertThat(Files.list(folder)).containsExactly(file);
        }
    }

    @Test
    void longTextsAndBytesComeBack() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            String text = "\u00fcber ".repeat(700_000);
            byte[] bytes = new byte[3_000_000];
            new java.util.Random(7).nextBytes(bytes);
            var texts = in.list(Codec.STRING).append(text).append("short");
            assertThat(again(texts).get(0)).isEqualTo(text);
            assertThat(again(in.list(Codec.BYTES).append(bytes)).get(0)).isEqualTo(bytes);
        }
    }

    @Test
    void metadataAndCollectionsOfSeveralKindsGoTogether() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            var map = in.map(Codec.STRING, Codec.LONG).with("a", 1L);
            var set = in.set(Codec.LONG);
            SavedVersions saved = restored(saved(map, set, map), map, set, map);
            assertThat(saved.size()).isEqualTo(3);
            assertThat(saved.metadata()).isEqualTo("meta".getBytes(StandardCharsets.UTF_8));
            assertThat(saved.version(1, set).isEmpty()).isTrue();
            assertThat(saved.version(2, map)).isEqualTo(map);
            saved.close();
            assertThatThrownBy(() -> saved.version(0, map).size())
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void collectionsGoToAnotherHeap() throws IOException {
        byte[] bytes;
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var list = PersistentCollections.in(heap).list(Codec.STRING).append("over");
            bytes = saved(list);
        }
        try (Heap heap = Heap.open(TestHeaps.TINY.options())) {
            var like = PersistentCollections.in(heap).list(Codec.STRING);
            assertThat(restored(bytes, like).version(0, like).asList()).containsExactly("over");
        }
    }

    @Test
    void otherCodecsAreRefusedByName() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            byte[] bytes = saved(in.map(Codec.STRING, Codec.LONG).with("a", 1L));
            assertThatThrownBy(() -> restored(bytes, in.map(Codec.STRING, Codec.DOUBLE)))
                    .isInstanceOf(SavedFileException.class)
                    .hasMessageContaining(
                            "expected=map(java.lang.String, java.lang.Double)"
                                    + " found=map(java.lang.String, java.lang.Long)");
            assertThatThrownBy(
                            () ->
                                    restored(
                                            bytes,
                                            in.map(Codec.STRING, Codec.LONG),
                                            in.set(Codec.LONG)))
                    .isInstanceOf(SavedFileException.class)
                    .hasMessageContaining("number of versions: expected=2 found=1");
        }
    }

    @Test
    void aHeapThatIsTooSmallSaysSoAndKeepsNothing() throws IOException {
        Path file = folder.resolve("large");
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            var builder = in.mapBuilder(Codec.LONG, Codec.STRING);
            for (long i = 0; i < 50_000; i++) {
                builder.put(i, "value " + i);
            }
            SavedVersions.save(file, NOTHING, builder.build());
        }
        HeapOptions small =
                HeapOptions.builder().initialBytes(1 << 20).maximumBytes(2 << 20).build();
        try (Heap heap = Heap.open(small)) {
            var like = PersistentCollections.in(heap).map(Codec.LONG, Codec.STRING);
            long before = objectsHeld(heap);
            assertThatThrownBy(() -> SavedVersions.restore(file, like))
                    .isInstanceOf(HeapExhaustedException.class)
                    .hasMessageContaining("heap exhausted");
            assertThat(objectsHeld(heap)).isEqualTo(before);
            var list = PersistentCollections.in(heap).list(Codec.LONG).append(1L);
            assertThat(again(list)).isEqualTo(list);
        }
    }

    @Test
    void anAttachedThreadSavesAndRestoresToo() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.COLLECTING.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            try (Mutator _ = heap.attach()) {
                var list = in.list(Codec.STRING, List.of("a", "b", "c"));
                assertThat(again(list)).isEqualTo(list);
            }
        }
    }

    @Test
    void aFailedSaveLeavesTheOldFileAlone() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            Path file = folder.resolve("kept");
            var old = in.list(Codec.LONG).append(1L);
            SavedVersions.save(file, NOTHING, old);
            var closed = in.list(Codec.LONG).append(2L);
            closed.close();
            assertThatThrownBy(() -> SavedVersions.save(file, NOTHING, closed))
                    .isInstanceOf(IllegalStateException.class);
            Path full =
                    HeldDisk.holding(
                            file,
                            step -> {
                                if (step.equals("force")) {
                                    throw new IllegalStateException("disk full");
                                }
                            });
            assertThatThrownBy(() -> SavedVersions.save(full, NOTHING, old.append(3L)))
                    .hasMessage("disk full");
            assertThat(SavedVersions.restore(file, old).version(0, old)).isEqualTo(old);
            assertThat(namesInFolder()).containsExactly("kept");
        }
    }

    /// At each step of the disk that one save takes, another saves to the same file.
    @Test
    void savesToOneFileAtOnceDoNotMeet() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            Path file = folder.resolve("both");
            var one = in.list(Codec.LONG, List.of(1L));
            var other = in.list(Codec.STRING, List.of("another", "that is longer"));
            List<String> steps = new ArrayList<>();
            Path held =
                    HeldDisk.holding(
                            file,
                            step -> {
                                if (steps.contains("rename")) {
                                    return; // the folder
                                }
                                steps.add(step);
                                try {
                                    SavedVersions.save(file, NOTHING, other);
                                    assertThat(SavedVersions.restore(file, other).version(0, other))
                                            .isEqualTo(other);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(step, e);
                                }
                            });
            SavedVersions.save(held, NOTHING, one);
            assertThat(steps).contains("open", "force", "rename");
            assertThat(SavedVersions.restore(file, one).version(0, one)).isEqualTo(one);
            assertThat(namesInFolder()).containsExactly("both");
        }
    }

    /// A file of a process that still writes it has a lock, and stays.
    @Test
    void whatAStoppedProcessHasLeftIsDeleted() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            Files.writeString(folder.resolve("file.0123456789abcdef.new"), "half of it");
            Path another = Files.writeString(folder.resolve("file2.0123456789abcdef.new"), "");
            Path notOurs = Files.writeString(folder.resolve("file.notes.new"), "");
            Path written = Files.writeString(folder.resolve("file.fedcba9876543210.new"), "half");
            try (FileChannel writer = FileChannel.open(written, StandardOpenOption.WRITE);
                    FileLock _ = writer.lock()) {
                SavedVersions.save(folder.resolve("file"), NOTHING, in.list(Codec.LONG));
            }
            assertThat(namesInFolder())
                    .containsExactlyInAnyOrder(
                            "file",
                            another.getFileName().toString(),
                            notOurs.getFileName().toString(),
                            written.getFileName().toString());
        }
    }

    private List<String> namesInFolder() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(each -> each.getFileName().toString()).toList();
        }
    }
}
