package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A save that an earlier version has made can still be restored. It has keys of every kind, and
/// each must lie where its hash says: so this fails when a hash changes. Then files that users have
/// are lost, and `SaveFormat.HASHES` gets the next number, or the format another way to read the
/// old ones. `-Dcoex.write.golden=FILE` writes a new one.
class SavedHashesTest {

    record Key(String name, long number, boolean flag) {}

    private static List<PersistentCollection> samples(PersistentCollections in) {
        var words = in.map(Codec.LONG, Codec.STRING);
        var texts = in.map(Codec.STRING, Codec.LONG);
        var records = in.set(Codec.ofRecord(Key.class));
        var lists = in.set(Codec.list(Codec.DOUBLE));
        var maps = in.set(Codec.map(Codec.STRING, Codec.set(Codec.INT)));
        var bytes = in.map(Codec.BYTES, Codec.BOOLEAN);
        var colliding = in.map(Codec.STRING, Codec.LONG);
        for (int i = 0; i < 60; i++) {
            words = words.with(i * 0x1234_5678_9ABL, "value " + i);
            texts = texts.with("\u00e4".repeat(i) + i, (long) i);
            records = records.with(new Key("name " + i, i, i % 2 == 0));
            lists = lists.with(List.of(i / 3.0, -0.0, i * 1e300));
            maps = maps.with(Map.of("a" + i, Set.of(i, 777), "", Set.of()));
            bytes = bytes.with(new byte[i], i % 3 == 0);
        }
        for (String each : CollidingKeys.texts(40)) {
            colliding = colliding.with(each, 1L);
        }
        var large =
                in.list(Codec.LONG, java.util.stream.LongStream.range(0, 2_000).boxed().toList());
        var nested =
                in.map(Codec.persistentList(Codec.LONG), Codec.LONG)
                        .with(large, 1L)
                        .with(large.slice(3, 1_900), 2L);
        return List.of(words, texts, records, lists, maps, bytes, colliding, nested);
    }

    @Test
    void aSaveOfFormatOneIsRestored() throws Exception {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            List<PersistentCollection> samples = samples(PersistentCollections.in(heap));
            PersistentCollection[] like = samples.toArray(PersistentCollection[]::new);
            String target = System.getProperty("coex.write.golden");
            if (target != null) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                SavedVersions.write(Channels.newChannel(bytes), new byte[] {42}, like);
                Files.write(Path.of(target), bytes.toByteArray());
            }
            try (InputStream golden = getClass().getResourceAsStream("format-1.save");
                    SavedVersions saved = SavedVersions.read(Channels.newChannel(golden), like)) {
                assertThat(saved.metadata()).containsExactly(42);
                for (int i = 0; i < like.length; i++) {
                    assertThat(saved.version(i, like[i])).isEqualTo(like[i]);
                }
            }
        }
    }
}
