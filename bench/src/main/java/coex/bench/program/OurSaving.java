package coex.bench.program;

import coex.bench.subject.OurHeap;
import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentMap;
import coex.collections.SavedVersions;

import java.io.IOException;
import java.nio.file.Path;

/// [Saving] of a persistent map in our heap.
public final class OurSaving extends Saving {

    private static final byte[] NO_METADATA = {};

    private final PersistentMap<Long, Long> map;

    private OurSaving(int entries) {
        super(entries);
        var builder = PersistentCollections.in(OurHeap.HEAP).mapBuilder(Codec.LONG, Codec.LONG);
        long[] keys = keys();
        for (int i = 0; i < keys.length; i++) {
            builder.put(keys[i], (long) i);
        }
        map = builder.build();
    }

    /// Arguments: entries, rounds.
    static void main(String[] args) throws IOException {
        new OurSaving(Integer.parseInt(args[0])).run(Integer.parseInt(args[1]));
    }

    @Override
    void save(Path file) throws IOException {
        SavedVersions.save(file, NO_METADATA, map);
    }

    @Override
    long restore(Path file) throws IOException {
        try (SavedVersions saved = SavedVersions.restore(file, map)) {
            return saved.version(0, map).size();
        }
    }
}
