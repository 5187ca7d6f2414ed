package coex.collections.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.Codec;
import coex.collections.CollidingKeys;
import coex.collections.PersistentArray;
import coex.collections.PersistentCollection;
import coex.collections.PersistentCollections;
import coex.collections.PersistentJson;
import coex.collections.PersistentList;
import coex.collections.PersistentMap;
import coex.collections.PersistentSet;
import coex.collections.PersistentSortedMap;
import coex.collections.SavedFileException;
import coex.collections.SavedVersions;
import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Saves that somebody has made up are refused, or have collections that can be used: nothing else
/// happens. `-Dcoex.seed=N` repeats a run.
class SaveFuzzTest {

    record Pair(String name, long[] numbers, boolean flag) {}

    private final long seed = Long.getLong("coex.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final PersistentCollections in = PersistentCollections.in(heap);

    @AfterEach
    void close() {
        heap.close();
    }

    /// Collections of every kind, with what they share.
    private List<PersistentCollection> samples() {
        PersistentMap<String, Pair> pairs = in.map(Codec.STRING, Codec.ofRecord(Pair.class));
        PersistentList<String> list = in.list(Codec.STRING);
        PersistentMap<Long, Long> words = in.map(Codec.LONG, Codec.LONG);
        PersistentSortedMap<String, Long> sorted = in.sortedMap(Codec.STRING, Codec.LONG);
        for (int i = 0; i < 70; i++) {
            pairs = pairs.with("k" + i, new Pair("p" + i % 5, new long[] {i}, i % 2 == 0));
            list = list.append("e" + i % 9);
            sorted = sorted.with("s" + i, (long) i);
            words = words.with(i % 3 == 0 ? CollidingKeys.word(i) : i, (long) i);
        }
        PersistentArray<Byte> bytes = in.array(Codec.BYTE, List.of((byte) 1, (byte) 2, (byte) 3));
        Codec<PersistentList<String>> inner = Codec.persistentList(Codec.STRING);
        return List.of(
                pairs,
                pairs.without("k3").with("k4", new Pair("", new long[0], true)),
                list,
                list.slice(40, 70).append("x"),
                words,
                words.without(CollidingKeys.word(3)),
                sorted,
                sorted.without("s7").with("s8", 0L),
                bytes.slice(1, 3),
                bytes,
                in.set(Codec.list(Codec.LONG), List.of(List.of(1L, 2L), List.of())),
                in.array(inner, List.of(list, list.slice(1, 2))),
                in.map(inner, Codec.map(Codec.STRING, Codec.BOOLEAN))
                        .with(list, Map.of("a", true, "b", false)));
    }

    private static byte[] saved(List<PersistentCollection> versions) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SavedVersions.write(
                Channels.newChannel(bytes),
                new byte[] {1, 2, 3},
                versions.toArray(PersistentCollection[]::new));
        return bytes.toByteArray();
    }

    /// Whether it was restored.
    private boolean restore(byte[] bytes, List<PersistentCollection> like) throws IOException {
        try (SavedVersions saved =
                SavedVersions.read(
                        Channels.newChannel(new ByteArrayInputStream(bytes)),
                        like.toArray(PersistentCollection[]::new))) {
            for (int i = 0; i < like.size(); i++) {
                use(saved.version(i, like.get(i)));
            }
            return true;
        } catch (SavedFileException e) {
            assertThat(e.offset()).isBetween(0L, (long) bytes.length);
            assertThat(e.getMessage()).startsWith("cannot restore ").contains("offset=");
            return false;
        }
    }

    /// Goes everywhere in a collection, and changes it.
    private static void use(PersistentCollection collection) {
        assertThat(collection).isEqualTo(collection);
        assertThat(collection.toString()).isNotEmpty();
        switch (collection) {
            case PersistentMap<?, ?> map -> useMap(map);
            case PersistentSet<?> set -> useSet(set);
            case PersistentList<?> list -> useList(list);
            case PersistentSortedMap<?, ?> map -> useSorted(map);
            case PersistentArray<?> array -> assertThat(array.asList()).hasSize(array.size());
            default -> throw new AssertionError(collection.getClass());
        }
    }

    private static <K, V> void useMap(PersistentMap<K, V> map) {
        List<Map.Entry<K, V>> entries = new ArrayList<>(map.asMap().entrySet());
        assertThat(entries).hasSize(map.size());
        PersistentMap<K, V> rest = map;
        for (Map.Entry<K, V> entry : entries) {
            assertThat(map.containsKey(entry.getKey())).isTrue();
            rest = rest.without(entry.getKey());
        }
        assertThat(rest.isEmpty()).isTrue();
    }

    private static <K, V> void useSorted(PersistentSortedMap<K, V> map) {
        List<K> keys = new ArrayList<>(map.asMap().keySet());
        assertThat(keys).hasSize(map.size());
        PersistentSortedMap<K, V> rest = map;
        for (K key : keys) {
            assertThat(map.get(key)).isNotNull();
            rest = rest.without(key);
        }
        assertThat(rest.isEmpty()).isTrue();
    }

    private static <E> void useSet(PersistentSet<E> set) {
        PersistentSet<E> rest = set;
        for (E each : set) {
            rest = rest.without(each);
        }
        assertThat(rest.isEmpty()).isTrue();
    }

    private static <E> void useList(PersistentList<E> list) {
        int size = list.size();
        assertThat(list.asList()).hasSize(size);
        if (size > 0) {
            var longer = list.append(list.get(0)).appendAll(list);
            assertThat(longer.slice(0, size)).isEqualTo(list);
            assertThat(list.slice(size / 2, size).with(0, list.get(0)).size())
                    .isEqualTo(size - size / 2);
        }
    }

    @Test
    void bytesThatAreNotThoseWrittenAreRefused() throws IOException {
        List<PersistentCollection> like = samples();
        byte[] good = saved(like);
        assertThat(restore(good, like)).isTrue();
        for (int i = 0; i < 1_000; i++) {
            byte[] bad = good.clone();
            int at = i < 100 ? i : random.nextInt(good.length);
            bad[at] ^= (byte) (1 << random.nextInt(8));
            assertThat(restore(bad, like)).as("seed=%d at=%d", seed, at).isFalse();
            // also where the head ends, and the first block
            byte[] cut = Arrays.copyOf(good, i < 100 ? i : random.nextInt(good.length));
            assertThat(restore(cut, like)).as("seed=%d cut=%d", seed, cut.length).isFalse();
        }
    }

    @Test
    void contentsThatMeanNothingAreRefusedAlsoWithRightChecksums() throws IOException {
        List<PersistentCollection> like = samples();
        byte[] good = saved(like);
        assertThat(Resealed.of(good, _ -> {})).isEqualTo(good);
        int refused = 0;
        for (int i = 0; i < 300; i++) {
            int which = i;
            byte[] bad = Resealed.of(good, payload -> change(payload, which));
            try {
                refused += restore(bad, like) ? 0 : 1;
            } catch (Throwable e) {
                throw new AssertionError("seed=" + seed + " i=" + i, e);
            }
        }
        assertThat(refused).isGreaterThan(100);
    }

    private void change(byte[] payload, int which) {
        int at = random.nextInt(payload.length);
        switch (which % 5) {
            case 0 -> payload[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> payload[at] = (byte) random.nextInt();
            case 2 -> payload[at] = (byte) random.nextInt(6); // a reference of another kind
            case 3 -> { // a number that is much too large
                int end = Math.min(payload.length, at + 4);
                Arrays.fill(payload, at, end, (byte) 0xFF);
            }
            default -> { // something that is somewhere else
                int count = random.nextInt(Math.min(40, payload.length - at)) + 1;
                int from = random.nextInt(payload.length - count + 1);
                System.arraycopy(payload, from, payload, at, count);
            }
        }
    }

    @Test
    void sizesThatAreNotThereTakeNoRoom() throws IOException {
        PersistentList<String> like = in.list(Codec.STRING).append("0123456789");
        byte[] good = saved(List.of(like));
        byte[] bad =
                Resealed.of(
                        good,
                        payload -> {
                            int at =
                                    new String(
                                                    payload,
                                                    java.nio.charset.StandardCharsets.ISO_8859_1)
                                            .indexOf("0123456789");
                            // The length before the text: two thousand million
                            payload[at - 1] = (byte) 0xFF;
                            payload[at] = (byte) 0xFF;
                            payload[at + 1] = (byte) 0xFF;
                            payload[at + 2] = (byte) 0xFF;
                            payload[at + 3] = 6;
                        });
        try {
            SavedVersions.read(Channels.newChannel(new ByteArrayInputStream(bad)), like);
            throw new AssertionError("restored");
        } catch (SavedFileException e) {
            assertThat(e).hasMessageContaining("segment too short");
        }
    }

    /// Json in which arrays of one element lie in each other, made up without making it.
    private static byte[] nested(int levels) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        var writer = new BlockWriter(Channels.newChannel(bytes), SaveEnd.beginning(7));
        writer.begin();
        // No metadata, one version, of which the description is "json"
        put(writer, 0, 1, 4, 'j', 's', 'o', 'n');
        for (int i = 0; i < levels; i++) {
            // An object that is an array with elements; the list is from 0 to 1
            put(writer, SaveOutput.OBJECT, 5, 1, 0, 1);
        }
        put(writer, SaveOutput.NOTHING);
        writer.end();
        return bytes.toByteArray();
    }

    private static void put(BlockWriter writer, int... numbers) throws IOException {
        for (int each : numbers) {
            if (writer.room() == 0) {
                writer.endData();
            }
            writer.buffer()[writer.at()] = (byte) each;
            writer.moveTo(writer.at() + 1);
        }
    }

    @Test
    void whatIsNestedTooDeeplyIsRefusedAndWhatIsNotIsRestored() throws IOException {
        PersistentJson like = PersistentJson.of(in, null);
        var deep = new ByteArrayInputStream(nested(20_000));
        try (SavedVersions saved = SavedVersions.read(Channels.newChannel(deep), like)) {
            PersistentJson json = saved.version(0, like);
            assertThat(json.toText()).isEqualTo("[".repeat(20_000) + "null" + "]".repeat(20_000));
        }
        var deeper = new ByteArrayInputStream(nested(FreshStacks.MOST_DEPTH + 1));
        assertThatThrownBy(() -> SavedVersions.read(Channels.newChannel(deeper), like))
                .isInstanceOf(SavedFileException.class)
                .hasMessageContaining("nested too deeply: most=100000");
    }
}
