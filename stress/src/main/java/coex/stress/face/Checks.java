package coex.stress.face;

import static coex.stress.face.Mismatch.requireEqual;

import coex.collections.Codec;
import coex.collections.PersistentCollection;
import coex.collections.PersistentJson;
import coex.collections.PersistentMap;
import coex.collections.SaveFile;
import coex.collections.SavedVersions;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

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
                requireEqual(
                        "getOrDefault",
                        map.collection().getOrDefault(key, -7L),
                        map.model().getOrDefault(key, -7L));
                requireEqual("map", map.collection().asMap(), map.model());
            }
            case Held.OfMaps maps -> checkMaps(maps);
            case Held.OfList list -> requireEqual("list", list.collection().asList(), list.model());
            case Held.OfArray array ->
                    requireEqual("array", array.collection().asList(), array.model());
            case Held.OfSet set -> {
                String key = changes.key();
                requireEqual("contains", set.collection().contains(key), set.model().contains(key));
                requireEqual("set", set.collection().asSet(), set.model());
            }
            case Held.OfSortedMap map -> checkSorted(map);
            case Held.OfSortedSet set ->
                    requireEqual(
                            "sorted set",
                            new ArrayList<>(set.collection().asSet()),
                            new ArrayList<>(set.model()));
            case Held.OfJson json -> checkJson(json);
            case Held.OfText text -> checkText(text);
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
            case Held.OfText text -> text.model().getBytes(StandardCharsets.UTF_8).length;
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
        requireEqual("json", plain(json.collection()), json.model());
        if (random.nextInt(4) == 0) {
            try (PersistentJson again =
                    PersistentJson.parse(changes.collections(), json.collection().toText())) {
                requireEqual("parsed json", again, json.collection());
            }
        }
    }

    /// As `java.util` has it.
    private static Object plain(PersistentJson json) {
        return switch (json.type()) {
            case NULL -> null;
            case BOOLEAN -> json.asBoolean();
            case INTEGER -> json.asLong();
            case FLOAT -> json.asDouble();
            case STRING -> json.asString();
            case ARRAY -> {
                List<Object> elements = new ArrayList<>();
                for (PersistentJson each : json.elements()) {
                    try (each) {
                        elements.add(plain(each));
                    }
                }
                yield elements;
            }
            case OBJECT -> {
                Map<String, Object> fields = new HashMap<>();
                for (String name : json.names()) {
                    try (PersistentJson value = json.get(name)) {
                        fields.put(name, plain(value));
                    }
                }
                yield fields;
            }
        };
    }

    private void checkText(Held.OfText text) {
        int length = text.collection().size();
        requireEqual("text", text.collection().substring(0, length), text.model());
        int at = text.model().indexOf("ü");
        requireEqual(
                "indexOf",
                text.collection().indexOf("ü", 0),
                at < 0
                        ? -1
                        : text.model().substring(0, at).getBytes(StandardCharsets.UTF_8).length);
        requireEqual(
                "code points",
                text.collection().codePoints(),
                text.model().codePointCount(0, text.model().length()));
    }

    /// A file to which some versions are saved, one after the other, has the last one when it is
    /// opened again.
    void checkSaveFile(Held.OfMap first) {
        try {
            Path folder = Files.createTempDirectory("coex-torture");
            try {
                saveSome(folder.resolve("map"), first);
            } finally {
                try (Stream<Path> all = Files.list(folder)) { // the file, and that of its lock
                    for (Path each : all.toList()) {
                        Files.delete(each);
                    }
                }
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void saveSome(Path path, Held.OfMap first) throws IOException {
        Held.OfMap last = first;
        byte saves = 0;
        try (PersistentMap<String, Long> none =
                changes.collections().map(Codec.STRING, Codec.LONG)) {
            try (var file = SaveFile.open(path, none)) {
                for (int count = 1 + random.nextInt(4); saves < count; saves++) {
                    Held.OfMap next = changes.changedMap(last);
                    if (last != first) {
                        letGo.accept(last.collection());
                    }
                    last = next;
                    file.save(last.collection(), new byte[] {saves});
                    if (random.nextInt(4) == 0) {
                        file.compact();
                    }
                }
            }
            try (var file = SaveFile.open(path, none);
                    PersistentMap<String, Long> restored = file.current()) {
                requireEqual("metadata", file.metadata()[0], (byte) (saves - 1));
                requireEqual("restored", restored, last.collection());
                requireEqual("restored, as a map", restored.asMap(), last.model());
            }
        }
        letGo.accept(last.collection());
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
