package coex.stress.face;

import static coex.stress.face.Mismatch.requireEqual;

import coex.collections.PersistentCollection;
import coex.collections.PersistentJson;
import coex.collections.PersistentMap;
import coex.collections.SavedVersions;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/// Compares collections with their models. For one thread.
final class Checks {

    private final Changes changes;
    private final Random random;

    /// Closes or drops a collection that only this thread has.
    private final Consumer<PersistentCollection> letGo;

    Checks(Changes changes, Random random, Consumer<PersistentCollection> letGo) {
        this.changes = changes;
        this.random = random;
        this.letGo = letGo;
    }

    void check(Held one) {
        requireEqual("size", one.collection().size(), sizeOf(one));
        switch (one) {
            case Held.OfMap map -> {
                String key = changes.key();
                requireEqual("get", map.collection().get(key), map.model().get(key));
                requireEqual("map", map.collection().asMap(), map.model());
            }
            case Held.OfMaps maps -> checkMaps(maps);
            case Held.OfList list -> requireEqual("list", list.collection().asList(), list.model());
            case Held.OfArray array ->
                    requireEqual("array", array.collection().asList(), array.model());
            case Held.OfSet set -> requireEqual("set", set.collection().asSet(), set.model());
            case Held.OfSortedMap map -> checkSorted(map);
            case Held.OfSortedSet set ->
                    requireEqual(
                            "sorted set",
                            new ArrayList<>(set.collection().asSet()),
                            new ArrayList<>(set.model()));
            case Held.OfJson json -> checkJson(json);
        }
    }

    private static int sizeOf(Held one) {
        return switch (one) {
            case Held.OfMap map -> map.model().size();
            case Held.OfMaps maps -> maps.model().size();
            case Held.OfList list -> list.model().size();
            case Held.OfArray array -> array.model().size();
            case Held.OfSet set -> set.model().size();
            case Held.OfSortedMap map -> map.model().size();
            case Held.OfSortedSet set -> set.model().size();
            case Held.OfJson json -> json.model().size();
        };
    }

    private void checkMaps(Held.OfMaps maps) {
        long key = random.nextInt(25);
        String inner = changes.key();
        requireEqual(
                "getIn",
                PersistentMap.getIn(maps.collection(), key, inner),
                maps.model().getOrDefault(key, Map.of()).get(inner));
        maps.collection()
                .forEach(
                        (each, map) -> {
                            requireEqual("inner map", map.asMap(), maps.model().get(each));
                            letGo.accept(map);
                        });
    }

    private void checkSorted(Held.OfSortedMap map) {
        String key = changes.key();
        requireEqual("get", map.collection().get(key), map.model().get(key));
        requireEqual("floor", map.collection().floor(key), map.model().floorEntry(key));
        requireEqual(
                "from, reversed",
                new ArrayList<>(map.collection().reversed().from(key).asMap().keySet()),
                new ArrayList<>(map.model().headMap(key, true).descendingKeySet()));
        requireEqual("sorted map", map.collection().asMap(), map.model());
    }

    private void checkJson(Held.OfJson json) {
        Map<String, Long> found = new HashMap<>();
        for (String name : json.collection().names()) {
            try (PersistentJson value = json.collection().get(name)) {
                found.put(name, value.asLong());
            }
        }
        requireEqual("json", found, json.model());
    }

    /// What is saved and restored is the same.
    void checkSaved(PersistentCollection one) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            SavedVersions.write(Channels.newChannel(bytes), new byte[] {1}, one);
            try (SavedVersions saved =
                    SavedVersions.read(
                            Channels.newChannel(new ByteArrayInputStream(bytes.toByteArray())),
                            one)) {
                requireEqual("restored", saved.version(0, one), one);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
