package coex.kafka.streams.broker;

import coex.kafka.streams.CoexStores;
import coex.kafka.streams.StoreContext;

import org.apache.kafka.common.TopicPartition;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;

/// What the files of an instance of [WordApplication] have of its changelogs. Looks into copies,
/// since the instance may be writing.
final class SavedOffsets {

    private final Path state;
    private final Path copies;

    /// @param folder that has the state of the instance in one with its name
    SavedOffsets(Path folder, String instance) {
        state = folder.resolve(instance, "words");
        copies = folder.resolve("copies");
    }

    /// By partition of a changelog, the last offset that is in the file of its store.
    Map<String, Long> read(Broker broker) throws Exception {
        Map<String, Long> saved = new TreeMap<>();
        for (String topic : broker.topics()) {
            for (int i = 0; i < Broker.PARTITIONS && topic.endsWith("-changelog"); i++) {
                Long offset = read(new TopicPartition(topic, i));
                if (offset != null) {
                    saved.put(topic + "-" + i, offset);
                }
            }
        }
        return saved;
    }

    /// Null if no save is there.
    private Long read(TopicPartition changelog) throws IOException {
        String store = changelog.topic().replaceFirst("^words-(.*)-changelog$", "$1");
        Path copy = Files.createDirectories(copies.resolve("coex")).resolve(store + ".coex");
        try {
            Path task = state.resolve("0_" + changelog.partition());
            Path file = task.resolve("coex", store + ".coex");
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException e) {
            return null;
        }
        var opened =
                new StoreContext(copies).open(CoexStores.timestampedKeyValueStore(store).get());
        try {
            return opened.committedOffset(changelog);
        } finally {
            opened.close();
        }
    }

    /// From where on changelogs are read after that, as [WordApplication] says it.
    static String afterThose(Map<String, Long> saved) {
        Map<String, Long> after = new TreeMap<>(saved);
        after.replaceAll((at, offset) -> offset + 1);
        return after.toString();
    }
}
