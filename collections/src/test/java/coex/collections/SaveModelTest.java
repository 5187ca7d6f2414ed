package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.BiFunction;

/// Collections that change at random, are saved after some changes, and are restored from what was
/// added. `-Dcoex.seed=N` repeats a run.
class SaveModelTest {

    private static final int SAVES = 25;

    private final long seed = Long.getLong("coex.seed", System.nanoTime());

    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource
    void mapsOfTexts(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options())) {
            var none = PersistentCollections.in(heap).map(Codec.STRING, Codec.STRING);
            run(
                    none,
                    (random, map) -> {
                        String key = "k" + random.nextInt(300);
                        return random.nextInt(3) == 0
                                ? map.without(key)
                                : map.with(key, key + " of " + map.size());
                    },
                    40);
        }
    }

    @ParameterizedTest
    @EnumSource
    void mapsOfWordsWithCollisions(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options())) {
            var none = PersistentCollections.in(heap).map(Codec.LONG, Codec.LONG);
            run(
                    none,
                    (random, map) -> {
                        int number = random.nextInt(100);
                        // All of one hash, of hashes that differ in the last bits, and any
                        long key =
                                switch (random.nextInt(3)) {
                                    case 0 -> CollidingKeys.word(number);
                                    case 1 -> CollidingKeys.wordWithHash(number % 8, number);
                                    default -> number;
                                };
                        return random.nextInt(3) == 0
                                ? map.without(key)
                                : map.with(key, random.nextLong());
                    },
                    30);
        }
    }

    @ParameterizedTest
    @EnumSource
    void mapsOfMaps(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            var inner = in.map(Codec.STRING, Codec.LONG);
            var none = in.map(Codec.LONG, Codec.persistentMap(Codec.STRING, Codec.LONG));
            run(
                    none,
                    (random, map) -> {
                        long key = random.nextInt(60);
                        if (random.nextInt(4) == 0) {
                            return map.without(key);
                        }
                        var old = map.get(random.nextInt(3) == 0 ? (key + 1) % 60 : key);
                        var changed = old == null ? inner : old;
                        return map.with(
                                key, changed.with("n" + random.nextInt(9), random.nextLong()));
                    },
                    30);
        }
    }

    @ParameterizedTest
    @EnumSource
    void setsOfTexts(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options())) {
            var none = PersistentCollections.in(heap).set(Codec.STRING);
            run(
                    none,
                    (random, set) -> {
                        String element = "e" + random.nextInt(400);
                        return random.nextInt(3) == 0 ? set.without(element) : set.with(element);
                    },
                    50);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sortedMapsOfTexts(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options())) {
            var none = PersistentCollections.in(heap).sortedMap(Codec.STRING, Codec.STRING);
            run(
                    none,
                    (random, map) -> {
                        String key = "k" + random.nextInt(2_000);
                        return random.nextInt(3) == 0 && map.size() > 300
                                ? map.without(key)
                                : map.with(key, key + " of " + map.size());
                    },
                    100);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sortedSetsOfWords(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options())) {
            var none = PersistentCollections.in(heap).sortedSet(Codec.LONG);
            run(
                    none,
                    (random, set) -> {
                        long element = random.nextInt(400);
                        return random.nextInt(3) == 0 ? set.without(element) : set.with(element);
                    },
                    50);
        }
    }

    @ParameterizedTest
    @EnumSource
    void listsOfTexts(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options())) {
            var none = PersistentCollections.in(heap).list(Codec.STRING);
            run(none, (random, list) -> changed(random, list, "t" + random.nextInt()), 30);
        }
    }

    @ParameterizedTest
    @EnumSource
    void listsOfWords(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options())) {
            var none = PersistentCollections.in(heap).list(Codec.LONG);
            run(none, (random, list) -> changed(random, list, random.nextLong()), 30);
        }
    }

    @ParameterizedTest
    @EnumSource
    void listsOfBytes(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options())) {
            var none = PersistentCollections.in(heap).list(Codec.BYTE);
            run(none, (random, list) -> changed(random, list, (byte) random.nextInt()), 30);
        }
    }

    private static <E> PersistentList<E> changed(Random random, PersistentList<E> list, E element) {
        int size = list.size();
        int choice = size == 0 ? 0 : random.nextInt(10);
        if (choice == 1) {
            return list.slice(random.nextInt(size + 1) / 8, size);
        }
        if (choice == 2) {
            return list.slice(0, size - random.nextInt(size + 1) / 8);
        }
        if (choice == 3 && size < 4_000) {
            return list.appendAll(list);
        }
        return choice < 6 ? list.append(element) : list.with(random.nextInt(size), element);
    }

    @ParameterizedTest
    @EnumSource
    void arraysOfTexts(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options())) {
            var none = PersistentCollections.in(heap).array(Codec.STRING);
            run(
                    none,
                    (random, array) -> {
                        int size = array.size();
                        int choice = size == 0 ? 0 : random.nextInt(8);
                        String element = "t" + random.nextInt();
                        return choice == 1
                                ? array.slice(size / 4, size)
                                : choice < 5
                                        ? array.append(element)
                                        : array.with(random.nextInt(size), element);
                    },
                    8);
        }
    }

    /// Saves after up to `most` changes, now and then another version than the last, and restores
    /// what there is.
    private <C extends PersistentCollection> void run(
            C none, BiFunction<Random, C, C> change, int most) throws IOException {
        Random random = new Random(seed);
        Path path = folder.resolve("saved");
        C version = none;
        C older = none;
        SaveFile<C> file = SaveFile.open(path, none);
        for (int i = 0; i < SAVES; i++) {
            for (int j = random.nextInt(most); j >= 0; j--) {
                version = change.apply(random, version);
            }
            if (random.nextInt(10) == 0) {
                C swapped = version;
                version = older;
                older = swapped;
            }
            byte[] metadata = new byte[random.nextInt(40)];
            random.nextBytes(metadata);
            file.save(version, metadata);
            if (random.nextInt(4) == 0) {
                file.compact();
            }
            file.close();
            file = SaveFile.open(path, none);
            assertThat(file.metadata()).as("seed=%d", seed).isEqualTo(metadata);
            C restored = file.current();
            assertThat(restored.size()).as("seed=%d", seed).isEqualTo(version.size());
            assertThat(restored).as("seed=%d", seed).isEqualTo(version);
            if (random.nextBoolean()) {
                version = restored; // and go on from what was restored
            }
        }
        file.close();
    }
}
