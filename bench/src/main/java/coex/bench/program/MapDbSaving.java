package coex.bench.program;

import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/// [Saving] into a file of MapDB, in the fastest way it has: sorted keys are pumped into a tree. It
/// is read by opening it and going through all entries, which stay in the file.
public final class MapDbSaving extends Saving {

    private final long[] sorted;

    private MapDbSaving(int entries) {
        super(entries);
        sorted = keys();
        Arrays.sort(sorted);
    }

    /// Arguments: entries, rounds.
    static void main(String[] args) throws IOException {
        new MapDbSaving(Integer.parseInt(args[0])).run(Integer.parseInt(args[1]));
    }

    private static DB open(Path file) {
        return DBMaker.fileDB(file.toFile()).fileMmapEnableIfSupported().make();
    }

    @Override
    void save(Path file) {
        try (DB db = open(file)) {
            var sink = db.treeMap("map", Serializer.LONG, Serializer.LONG).createFromSink();
            for (int i = 0; i < sorted.length; i++) {
                sink.put(sorted[i], (long) i);
            }
            sink.create();
            db.commit();
        }
    }

    @Override
    long restore(Path file) {
        try (DB db = open(file)) {
            long count = 0;
            var map = db.treeMap("map", Serializer.LONG, Serializer.LONG).open();
            for (var entry : map.getEntries()) {
                count += entry.getValue() >= 0 ? 1 : 0;
            }
            return count;
        }
    }
}
