package coex.bench.program;

import coex.bench.jvm.Figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/// A map of random longs that is written to a file and read back, several times: nanoseconds for
/// each entry, and bytes.
///
/// Files are on the disk when writing is over, and in the system's cache when they are read.
abstract class Saving {

    private final int entries;

    Saving(int entries) {
        this.entries = entries;
    }

    final int entries() {
        return entries;
    }

    /// The keys of the map; values are their numbers.
    final long[] keys() {
        return new Random(16).longs(entries).toArray();
    }

    /// Writes the map to a file that is not there.
    abstract void save(Path file) throws IOException;

    /// Reads the map that is in a file, and returns how many entries it has.
    abstract long restore(Path file) throws IOException;

    final void run(int rounds) throws IOException {
        Path folder = Files.createTempDirectory("coex-saving");
        double[] saves = new double[rounds];
        double[] restores = new double[rounds];
        Path file = folder.resolve("map");
        try {
            for (int i = -1; i < rounds; i++) { // once to warm up
                Files.deleteIfExists(file);
                long began = System.nanoTime();
                save(file);
                long saved = System.nanoTime();
                long found = restore(file);
                long restored = System.nanoTime();
                if (found != entries) {
                    throw new IllegalStateException("restored " + found + " of " + entries);
                }
                if (i >= 0) {
                    saves[i] = (saved - began) / (double) entries;
                    restores[i] = (restored - saved) / (double) entries;
                }
            }
            Figures.print("save", saves);
            Figures.print("restore", restores);
            Figures.print("bytes", Files.size(file) / (double) entries);
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }
}
